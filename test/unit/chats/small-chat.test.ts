import { describe, expect, it } from 'vitest';
import { writeTarget } from '../../../lib/chats/document/button-target.ts';
import type { BridgeConfig } from '../../../lib/config/define-bridge.ts';
import {
  readVerdictMessage,
  type VerdictMessage,
  writeVerdictMessage,
} from '../../../lib/verdict/verdict-message.ts';
import { asksNothing } from '../../support/asks-nothing.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { SEAL } from '../../support/sealed.ts';
import { createSmallEndpoint, small } from '../../support/small-chat.ts';
import { rules } from './document/stories.ts';

const TARGET = { domain: 'acme', caseId: 'c1', destination: 'duty', createdAtMs: 1, decisionId: null };

function open(isDown = false) {
  const queued: VerdictMessage[] = [];
  const app = createSmallEndpoint({
    ...asksNothing,
    config: {
      domains: { acme: {} },
      routes: [],
      people: {},
      destinations: { duty: { type: 'small', channel: 'duty' } },
      verdicts: { ...rules(), allow: { smallUsers: ['ann'], people: [] }, guests: 'may-not' },
    } as unknown as BridgeConfig,
    async queue(message) {
      if (isDown) throw new Error('down');
      queued.push(message);
    },
    lookUp: async () => null,
    routesOf: async () => null,
    sendNews: async () => undefined,
    readSecret: async () => '',
    buttonSeal: async () => SEAL,
    clock: createManualClock(5),
    log: () => undefined,
    metrics: () => undefined,
  });
  const press = async (user: string, name: string) => {
    const click = { id: 'k1', user, ref: { room: 'duty', post: '1' }, press: name, comment: null };
    const body = JSON.stringify({ ...click, target: writeTarget(TARGET, SEAL.of) });
    return (await app.request('/small', { method: 'POST', body })).json();
  };
  return { queued, press };
}

/** Deliveries to it: test/unit/outbox. */
describe('a chat that is in no list', () => {
  it('has its clicks queued, in messages that the verdict function reads', async () => {
    const { queued, press } = open();
    expect(await press('ann', 'SAFE')).toEqual({ said: 'taken' });
    const [message] = queued;
    expect(message).toMatchObject({ kind: 'decide', request: { by: { surface: 'small', id: 'ann' } } });
    expect(readVerdictMessage(writeVerdictMessage(message as VerdictMessage))).toEqual({ ok: true, message });
    expect(
      small.createReplies({ log: () => undefined } as never).clickedMessage(message?.reply as never),
    ).toEqual({ room: 'duty', post: '1' });
  });

  it('has its own list of people', async () => {
    const { queued, press } = open();
    expect(await press('eve', 'SAFE')).toEqual({ said: expect.stringContaining("can't decide") });
    expect(queued).toMatchObject([{ kind: 'denied', by: { id: 'eve' } }]);
  });

  it('says so when the queue did not take a click', async () => {
    expect(await open(true).press('ann', 'undo')).toEqual({ said: expect.stringContaining('Press again') });
  });
});
