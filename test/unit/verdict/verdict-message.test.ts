import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whyImpossible } from '../../../lib/base/queues/message-text.ts';
import {
  readVerdictMessage,
  type VerdictMessage,
  writeVerdictMessage,
} from '../../../lib/verdict/verdict-message.ts';
import { clickMessage, decideMessage, postMessage } from './examples.ts';

const { decisionId: _, ...click } = clickMessage('undo');
const denied: VerdictMessage = { ...click, kind: 'denied', what: 'decide SAFE', why: 'is in no group' };

const EXAMPLES: readonly VerdictMessage[] = [
  decideMessage({ comment: '🛡️ \ud800 \uffff', eventIds: ['e1'], overrides: 'd0' }),
  decideMessage({}, null),
  ...(['approve', 'decline', 'undo', 'retry'] as const).map((kind) => clickMessage(kind)),
  postMessage(),
  {
    ...postMessage(),
    reply: { surface: 'teams', conversation: '19:x@thread.tacv2;messageid=1', activity: '1', userId: null },
  },
  denied,
];

describe('a message of the verdict queue', () => {
  it.each(EXAMPLES.map((message) => ({ kind: message.kind, message })))(
    'comes back as it was written: $kind',
    ({ message }) => {
      const body = writeVerdictMessage(message);
      expect(whyImpossible(body)).toBeNull();
      expect(readVerdictMessage(body)).toEqual({ ok: true, message });
    },
  );

  it.each([
    ['not JSON', '{'],
    ['no version', '{}'],
  ])('is refused for good when it has %s: no version of the bridge writes that', (_what, body) => {
    expect(readVerdictMessage(body)).toMatchObject({ ok: false, mayBecomeReadable: false });
  });

  it.each([
    ['a later version', JSON.stringify({ ...postMessage(), v: 2 })],
    ['another kind', JSON.stringify({ ...postMessage(), kind: 'steal' })],
    ['another outcome', JSON.stringify(decideMessage({ outcome: 'MAYBE' as 'SAFE' }))],
    ['too many words', JSON.stringify(decideMessage({ comment: 'x'.repeat(2_001) }))],
    ['no one', JSON.stringify({ ...clickMessage('undo'), by: null })],
  ])('may be readable to another version when it has %s', (_what, body) => {
    expect(readVerdictMessage(body)).toMatchObject({ ok: false, mayBecomeReadable: true });
  });

  it('never makes the reader throw, and is never quoted by it', () => {
    fc.assert(fc.property(fc.json(), (body) => readVerdictMessage(body).ok === false));
    const secret = { ...decideMessage(), request: { secret: 'hunter2' } };
    expect(JSON.stringify(readVerdictMessage(JSON.stringify(secret)))).not.toContain('hunter2');
  });
});
