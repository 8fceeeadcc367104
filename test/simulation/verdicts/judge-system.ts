import type { AuditEntry } from '../../../lib/verdict/answer-ledger.ts';
import { readVerdictMessage } from '../../../lib/verdict/verdict-message.ts';
import type { SaveJudge } from './judge-saves.ts';
import type { Submission } from './model-platform.ts';
import type { System } from './system.ts';

export interface SystemPlayed {
  readonly system: System;
  readonly saves: SaveJudge;
  readonly audit: readonly AuditEntry[];
  readonly messages: Iterable<string>;
  readonly submissions: readonly Submission[];
  readonly wrong: string[];
  readonly count: (what: string) => void;
}

/** What was taken from a system is one decision or a no, never lost, never two; and what it is told of it is true. */
export async function judgeSystem(played: SystemPlayed): Promise<void> {
  const { system, saves, audit, submissions, wrong, count } = played;
  const chosen = outcomesById(played.messages);
  for (const one of system.sent) {
    const { key, decisionId, outcome, status } = one;
    if (status === null) wrong.push(`${key} was never answered`);
    if (status !== 202) {
      if (status === 409) count('sendings that were refused');
      else wrong.push(`${key} was answered ${status}`);
      continue;
    }
    count('sendings that were taken');
    const outcomes = chosen.get(decisionId) ?? new Set();
    if (outcomes.size !== 1 || !outcomes.has(outcome))
      wrong.push(`${key} was taken with ${outcome}, and queued as ${[...outcomes].join(' and ')}`);
    const isDone = saves.wasRequested(decisionId);
    const isRefused = audit.some(
      ({ id, what }) => id === decisionId && (what === 'refused' || what === 'denied'),
    );
    if (isDone === isRefused) wrong.push(`${key} was taken, and came to ${isDone ? 'both' : 'nothing'}`);
    const { state, because } = await system.ask(one);
    count(`a system is told ${state}`);
    const posts = submissions.filter((post) => post.decisionId === decisionId && post.taken);
    if (state === 'recorded' && posts.length !== 1) wrong.push(`${key} is told to be recorded, and is not`);
    if (state === 'refused' && (isDone || because === undefined))
      wrong.push(`${key} is told a no that is none`);
    if (state === 'accepted' || state === 'unknown') wrong.push(`nobody can say what became of ${key}`);
    if (posts.length === 1 && !['recorded', 'overridden', 'failed'].includes(String(state)))
      wrong.push(`${key} is recorded, and told ${state}`);
  }
}

function outcomesById(messages: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const body of messages) {
    const read = readVerdictMessage(body);
    if (!read.ok || read.message.kind !== 'decide') continue;
    const { id, outcome } = read.message.request;
    found.set(id, (found.get(id) ?? new Set()).add(outcome));
  }
  return found;
}
