import { expect, it } from 'vitest';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createSentTo } from '../../../lib/features/history/sent-to.ts';
import { sample } from '../config/sample.ts';

const sentToWith = (channel: string) =>
  createSentTo(
    defineBridge({
      ...sample,
      destinations: {
        soc: { type: 'slack', channel },
        hr: { type: 'slack', channel: 'C0HR000001' },
        lake: { type: 'sqs', queueUrl: 'https://sqs.eu-west-1.amazonaws.com/123456789012/lake' },
      },
      routes: [
        { when: { threatType: 'insider_threat' }, to: 'hr', final: true },
        { to: ['soc', 'lake'] },
        { to: 'hr', shadow: true },
      ],
    }),
    'acme',
  );

it('says where routes send a case, shadows left out', () => {
  const sentTo = sentToWith('C0SOC00001');
  expect([...sentTo({ case_id: 'c', threat_type: 'insider_threat' }).keys()]).toEqual(['hr']);
  expect([...sentTo({ case_id: 'c' }).keys()]).toEqual(['soc', 'lake']);
});

it('knows a place by its channel: another channel under the same name is another place', () => {
  const places = sentToWith('C0SOC00001')({ case_id: 'c' });
  const moved = sentToWith('C0PARTNER1')({ case_id: 'c' });
  expect(moved.get('soc')).not.toBe(places.get('soc'));
  expect(moved.get('lake')).toBe(places.get('lake'));
  expect(new Set([...places.values(), ...moved.values()]).size).toBe(3);
});
