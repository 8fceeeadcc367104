import type { PlantedBug } from '../planted-bugs.ts';

/** Mistakes that someone could make between a new case and its recorded verdict. */
export const PLANTED_VERDICT_BUGS: readonly PlantedBug[] = [
  {
    name: 'nothing is written down before a message is posted',
    file: 'lib/delivery/bring-up-to-date.ts',
    right: "if (!(await save({ ...delivery, begun }))) return 'retry';",
    wrong: '',
  },
  {
    name: 'a post without an answer is taken for one that failed',
    file: 'lib/delivery/bring-up-to-date.ts',
    right: "if (answer.is === 'unknown') return { retryAfterMs: Math.max(SETTLE_MS, backoffFor(meta)) };",
    wrong:
      "if (answer.is === 'unknown') { await save(certainly); return { retryAfterMs: backoffFor(meta) }; }",
  },
  {
    name: 'a post that was begun is made again without looking',
    file: 'lib/delivery/delivery.ts',
    right: "if (begun) return { do: 'look', begun };",
    wrong: '',
  },
  {
    name: 'rows are written over whatever they say',
    file: 'lib/ledger/dynamo-versioned-rows.ts',
    right: 'const condition = write.version === 0 ? hasNoRow : isAsKnown;',
    wrong: "const condition = 'attribute_not_exists(#nothing)';",
  },
  {
    name: 'an item of a storm is counted each time it comes',
    file: 'lib/delivery/storm.ts',
    right: 'if (storm.lastDeliveryId === arrival.deliveryId) return storm;',
    wrong: '',
  },
  {
    name: 'a digest is posted again without looking',
    seed: 4,
    file: 'lib/delivery/digests.ts',
    right: 'if (digest.begunMs !== null) {',
    wrong: 'if (digest.begunMs === 0) {',
  },
  {
    name: 'a turn that another took is taken all the same',
    file: 'lib/delivery/pace.ts',
    right: 'return written !== null;',
    wrong: 'return true;',
  },
  {
    name: 'what was deleted is posted anew without its thread',
    file: 'lib/delivery/bring-up-to-date.ts',
    right: 'notes: {}, memory: null, thread }',
    wrong: 'notes: {}, thread }',
  },
  {
    name: 'what was parked stays in its queue',
    file: 'lib/queues/sqs-batch.ts',
    right: "meta });\n        return 'done';",
    wrong: 'meta });\n        return { restMs: 0 };',
  },
  {
    name: 'what cannot be shown is dropped',
    file: 'lib/queues/sqs-batch.ts',
    right: 'await park({ body: record.body, reason: handled.parkedBecause, meta });',
    wrong: '',
  },
  {
    name: 'a message overtakes one of its group that failed',
    seed: 7,
    file: 'lib/queues/sqs-batch.ts',
    right: "if (outcome !== 'done') return void (await rest(metas.slice(index), outcome.restMs));",
    wrong: "if (outcome !== 'done') { await rest(metas.slice(index, index + 1), outcome.restMs); continue; }",
  },
  {
    name: 'the operators are not told of what is parked',
    file: 'lib/delivery/deliver.ts',
    right: 'await parts.tellOps({ key, reason: handled.parkedBecause });',
    wrong: '',
  },
  {
    name: 'a refresh is on its way when the click is acknowledged',
    file: 'lib/delivery/verdict-surfaces.ts',
    right: 'const [unsent] = await outbox.send(queueUrl, [message]);',
    wrong: 'const [unsent]: { reason: string }[] = []; void outbox.send(queueUrl, [message]);',
  },
  {
    name: 'all refreshes of a case have one name',
    file: 'lib/delivery/verdict-surfaces.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is text of the source
    right: 'id: `${caseId}@${time}`',
    wrong: 'id: caseId',
  },
  {
    name: 'what was shown at once is believed to stand there',
    file: 'lib/delivery/verdict-surfaces.ts',
    right: 'const main = { ...saved.value.main, hash: UNKNOWN };',
    wrong: 'const main = saved.value.main;',
  },
  {
    name: 'a refresh shows the verdict only where a case is new',
    file: 'lib/delivery/delivery.ts',
    right: "if (main.hash !== hash) return { do: 'update', shown: main, message, hash };",
    wrong: '',
  },
  {
    name: 'a verdict is sent before the row says so',
    file: 'lib/verdict/desk.ts',
    right: 'const moved = await move(message);\n    if',
    wrong:
      "const early = await ledger.load(message.domain, message.caseId); const due = early?.decision.state; if (due?.is === 'undoable' && due.untilMs <= clock.now()) await platform.submitVerdict(message.caseId, { outcome: 'SAFE' }, {});\n    const moved = await move(message);\n    if",
  },
  {
    name: 'a verdict is sent again when it is found being sent',
    file: 'lib/verdict/post.ts',
    right: "return { is: 'repeat', current, todo: [{ do: 'look', looks: doubt?.looks ?? 0 }] };",
    wrong: "return { is: 'repeat', current, todo: [{ do: 'submit', sinceMs }] };",
  },
  {
    name: 'an undo is written over by the post that came at the same time',
    file: 'lib/ledger/verdict-row.ts',
    right: 'const condition = next.version === 1 ? hasNoRow : isAsKnown;',
    wrong: "const condition = 'attribute_not_exists(#nothing)';",
  },
  {
    name: 'a decision can be undone while it is being sent',
    file: 'lib/verdict/second-thoughts.ts',
    right: "['awaiting-approval', 'undoable', 'waiting']",
    wrong: "['awaiting-approval', 'undoable', 'waiting', 'posting']",
  },
  {
    name: 'the later decision wins',
    file: 'lib/verdict/begin.ts',
    right: "['undone', 'declined', 'failed']",
    wrong: "['undone', 'declined', 'failed', 'undoable', 'waiting']",
  },
  {
    name: 'a repeated click does nothing, also when the first died half way',
    file: 'lib/verdict/desk.ts',
    right: "if (moved === 'busy') return 'retry';",
    wrong: "if (moved === 'busy') return 'retry'; if (moved.is === 'repeat') return 'done';",
  },
  {
    name: 'only the last step is copied to the audit trail',
    file: 'lib/verdict/desk.ts',
    right: 'const trail = auditOf(verdict);',
    wrong: 'const trail = auditOf(verdict).slice(-1);',
  },
  {
    name: 'who clicked in vain is not told',
    file: 'lib/verdict/desk.ts',
    right: 'async () => reply && (await surfaces.tell(reply, told)),',
    wrong: 'async () => undefined,',
  },
];
