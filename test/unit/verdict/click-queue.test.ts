import { expect, it } from 'vitest';
import { createClickQueue } from '../../../lib/verdict/click-queue.ts';
import type { VerdictMessage } from '../../../lib/verdict/verdict-message.ts';

const undo = { kind: 'undo', domain: 'acme', caseId: 'c1', clickId: 'k1' } as VerdictMessage;
const denied = { kind: 'denied', domain: 'acme', caseId: 'c1', clickId: 'k2' } as VerdictMessage;

function setUp(fails: { keep?: Error; send?: Error } = {}) {
  const done: unknown[] = [];
  const queue = createClickQueue({
    async keep({ id, queue: name, body }) {
      if (fails.keep) throw fails.keep;
      done.push(['kept', name, id, body]);
    },
    async send(body, { domain, quarantineId }) {
      if (fails.send) throw fails.send;
      done.push(['sent', body, domain, quarantineId]);
    },
    log: (event) => void done.push(event),
  });
  return { queue, done };
}

it('a click goes into the ledger and into the queue, which knows where it is quarantined', async () => {
  const { queue, done } = setUp();
  await queue(undo, 'body');
  expect(done).toEqual([
    ['kept', 'verdict', 'acme k1', 'body'],
    ['sent', 'body', 'acme', 'acme k1'],
  ]);
});

it('one of them is enough', async () => {
  const withoutTable = setUp({ keep: new Error('no table') });
  await withoutTable.queue(undo, 'body');
  expect(withoutTable.done).toContainEqual(['sent', 'body', 'acme', 'acme k1']);
  const withoutQueue = setUp({ send: new Error('no queue') });
  await withoutQueue.queue(undo, 'body');
  expect(withoutQueue.done).toContainEqual(['kept', 'verdict', 'acme k1', 'body']);
});

it('without both it was not accepted', async () => {
  const { queue } = setUp({ keep: new Error('no table'), send: new Error('no queue') });
  await expect(queue(undo, 'body')).rejects.toThrow('no queue');
});

it('what was denied leaves no row', async () => {
  const { queue, done } = setUp();
  await queue(denied, 'body');
  expect(done).toEqual([['sent', 'body', 'acme', undefined]]);
});

it('a command is kept too: a purged queue must not leave a person without an answer', async () => {
  const { queue, done } = setUp();
  await queue({ kind: 'ask', askId: 'a1' }, 'body');
  expect(done).toEqual([
    ['kept', 'verdict', 'ask a1', 'body'],
    ['sent', 'body', undefined, 'ask a1'],
  ]);
});
