import { expect, it } from 'vitest';
import { mayReceive } from '../../../lib/config/dead-routes.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { sample } from './sample.ts';

it('a destination may receive threats only where they are polled and a route could send them there', () => {
  const channel = (name: string) => ({ type: 'slack', channel: `C0${name.toUpperCase()}00000` }) as const;
  const config = defineBridge({
    ...sample,
    domains: {
      acme: { baseUrl: 'https://api.example/v1', apiKey: '/acme' },
      other: { baseUrl: 'https://api.example/v1', apiKey: '/other' },
    },
    destinations: {
      soc: channel('soc'),
      duty: channel('duty'),
      shadow: channel('shadow'),
      severe: channel('severe'),
      ops: channel('ops'),
    },
    routes: [
      { when: { feed: 'cases' }, to: ['soc'] },
      { when: { severity: 'high' }, to: ['severe'] },
      { when: { domain: 'acme', text: 'drive' }, to: ['duty'] },
      { to: ['shadow'], shadow: true },
    ],
  });
  const gets = (domain: string, destination: string) =>
    mayReceive(config, { domain, feed: 'threats' }, destination);
  expect(['soc', 'severe', 'duty', 'shadow', 'ops'].filter((name) => gets('acme', name))).toEqual(['duty']);
  expect(gets('other', 'duty')).toBe(false);
  const onlyCases = { ...config, poll: { ...config.poll, feeds: ['cases' as const] } };
  expect(mayReceive(onlyCases, { domain: 'acme', feed: 'threats' }, 'duty')).toBe(false);
});
