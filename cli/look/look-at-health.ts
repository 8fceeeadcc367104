import type { Line } from '../../lib/base/terminal.ts';
import { createDynamoVersionedRows } from '../../lib/dynamo/dynamo-versioned-rows.ts';
import { readOpenProblems } from '../../lib/features/health/open-problems.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { addressOf } from '../frame/docs-page.ts';
import { agoWords, isoOf } from '../frame/time-words.ts';

/** A problem under a heading of the runbook, as the reconciler last saw it. */
export interface ProblemView {
  readonly problem: string;
  readonly of: string;
  readonly since: string | null;
  /** Not seen since then, but it may come back. */
  readonly goneSince: string | null;
}

export async function lookAtHealth({ ledger }: OpenBridge): Promise<ProblemView[]> {
  const open = await readOpenProblems(createDynamoVersionedRows(ledger));
  return open.map(({ heading, subject, openMs, goneMs }) => ({
    problem: heading,
    of: subject,
    since: isoOf(openMs),
    goneSince: isoOf(goneMs),
  }));
}

/** `docs/runbook.md#feed-is-behind`. */
export const runbookOf = (heading: string): string =>
  addressOf(`runbook.md#${heading.toLowerCase().replaceAll(' ', '-')}`);

export const tellProblems = (problems: readonly ProblemView[], nowMs: number): Line[] =>
  problems.map(({ problem, of, since, goneSince }) => [
    { text: '✗ ', as: 'bad' },
    `${problem} (${of}), ${since ? agoWords(Date.parse(since), nowMs) : 'just now'}`,
    goneSince ? ', seems to be over' : '',
    { text: `  ${runbookOf(problem)}`, as: 'faint' },
  ]);
