import type { PlantedBug } from '../../simulation/planted-bugs.ts';

export const VERDICT_BUGS: readonly PlantedBug[] = [
  {
    name: 'it is sent before the row says so',
    file: 'lib/verdict/verdict-handler.ts',
    right: 'const moved = await move(message);\n    if',
    wrong:
      "const early = await ledger.load(message.domain, message.caseId); const due = early?.decision.state; if (early && due && (due.is === 'undoable' || due.is === 'waiting') && due.untilMs <= clock.now()) { await platform.submitVerdict(message.caseId, { outcome: 'SAFE' }, {}); }\n    const moved = await move(message);\n    if",
  },
  {
    name: 'it is sent again when it is found being sent',
    file: 'lib/verdict/record-decision.ts',
    right: "return { is: 'repeat', current, todo: [{ do: 'look', looks: doubt?.looks ?? 0 }] };",
    wrong: "return { is: 'repeat', current, todo: [{ do: 'submit', sinceMs }] };",
  },
  {
    name: 'an unclear answer is taken for a no',
    file: 'lib/verdict/platform-answer.ts',
    right: "case 'unknown':\n      return null;",
    wrong:
      "case 'unknown':\n      return { state: { is: 'waiting', because: 'unreachable', sinceMs: waitingSinceMs, untilMs: atMs + 5_000 }, words: '' };",
  },
  {
    name: 'the row is written at any version',
    file: 'test/support/memory/memory-verdict-ledger.ts',
    right: "!== next.version - 1) return 'moved on';",
    wrong: "< 0) return 'moved on';",
  },
  {
    name: 'the message is acknowledged before the post is queued',
    file: 'lib/verdict/verdict-handler.ts',
    right: '...moved.todo.map((next) => () => queueNext(verdict, next, reply)),',
    wrong: '...moved.todo.map((next) => async () => { queueNext(verdict, next, reply).catch(() => {}); }),',
  },
  {
    name: 'a repeat does nothing',
    file: 'lib/verdict/verdict-handler.ts',
    right: "if (moved === 'busy') return 'retry';",
    wrong: "if (moved === 'busy') return 'retry'; if (moved.is === 'repeat') return 'done';",
  },
  {
    name: 'only new steps are copied to the audit trail',
    file: 'lib/verdict/verdict-handler.ts',
    right: 'const trail = auditOf(verdict);',
    wrong: "const trail = moved.is === 'changed' ? auditOf(verdict).slice(-1) : [];",
  },
  {
    name: 'it can be undone while it is being sent',
    file: 'lib/verdict/approve-decline-undo.ts',
    right: "['awaiting-approval', 'undoable', 'waiting']",
    wrong: "['awaiting-approval', 'undoable', 'waiting', 'posting']",
    seed: 25,
  },
  {
    name: 'a no is not remembered',
    file: 'lib/verdict/decide.ts',
    right: "if (decided.is !== 'refused' || !current) return decided;",
    wrong: "if (decided.is !== 'refused' || current) return decided;",
    seed: 640,
  },
  {
    name: 'repeats of an old click are not known',
    file: 'lib/verdict/start-decision.ts',
    right: 'decision.id === id || trail.some(({ decisionId }) => decisionId === id)',
    wrong: 'decision.id === id',
  },
  {
    name: 'the later decision wins',
    file: 'lib/verdict/start-decision.ts',
    right: "['undone', 'declined', 'failed']",
    wrong: "['undone', 'declined', 'failed', 'undoable', 'waiting']",
  },
  {
    name: 'nobody looks after a sender that died',
    file: 'lib/verdict/record-decision.ts',
    right: 'if (context.nowMs < lookAtMs) return repeat(current, context);',
    wrong: "if (!doubt || context.nowMs < lookAtMs) return { is: 'repeat', current, todo: [] };",
  },
  {
    name: 'what failed after the row was written is forgotten',
    file: 'lib/verdict/verdict-handler.ts',
    right: 'if (failures.length > 0) throw failures[0];',
    wrong: '',
  },
];
