import type { Judgement } from './judge.ts';
import type { Growth } from './memory.ts';

export interface Run {
  readonly seed: number;
  readonly minutes: number;
  readonly settledSeconds: number;
  readonly cases: number;
  readonly presses: number;
  readonly faults: Readonly<Record<string, number>>;
  readonly judged: Judgement;
  /** Under load processes are replaced all the time, and what they read grows. Afterwards they live on, and nothing comes. */
  readonly memory: { readonly underLoad: readonly Growth[]; readonly afterwards: readonly Growth[] };
}

const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);

/** What must not be, by the name of the row, with the first of what it is about. */
export const wrongIn = ({ judged }: Run): readonly (readonly [string, number, readonly string[]])[] => [
  ['lost', judged.lost.length, judged.lost],
  ['repeated', judged.repeated.length, judged.repeated],
  ['verdicts recorded twice', judged.recordedTwice.length, judged.recordedTwice],
  ['clicks without an end', judged.clicks.withoutEnd.length, judged.clicks.withoutEnd],
  [
    'dead letters left to a person',
    sum(judged.deadLetters),
    Object.entries(judged.deadLetters).map(([queue, count]) => `${count} in ${queue}`),
  ],
];

export const isAllWell = (run: Run): boolean => wrongIn(run).every(([, count]) => count === 0);

const NAMED = 6;

const inWords = ({ firstMb, lastMb, flat }: Growth): string =>
  `${firstMb.toFixed(0)} MB, then ${lastMb.toFixed(0)} MB: ${flat === null ? 'too short to say' : flat ? 'flat' : 'grows'}`;

export function report(run: Run): string {
  const { judged, faults, memory } = run;
  const { clicks } = judged;
  const rows: (readonly [string, string])[] = [
    ['seed', String(run.seed)],
    [
      'faults',
      Object.entries(faults)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', ') || 'none',
    ],
    ['cases opened', String(run.cases)],
    ['shown in Slack, in Teams', `${judged.shown.slack}, ${judged.shown.teams}`],
    ['clicks, of these taken', `${run.presses}, ${clicks.taken}`],
    ['cases decided: recorded, failed', `${clicks.recorded}, ${clicks.failed}`],
    ['settled after', `${run.settledSeconds.toFixed(0)} s`],
    ['posted again in Teams, which cannot be asked', String(judged.postedAgain.length)],
    ...wrongIn(run).map(([name, count, which]) => {
      const more = which.length > NAMED ? ', ...' : '';
      return [name, count === 0 ? '0' : `${count}: ${which.slice(0, NAMED).join(', ')}${more}`] as const;
    }),
    ...memory.underLoad.map((growth) => [`memory of ${growth.name}`, inWords(growth)] as const),
    ...memory.afterwards.map((growth) => [`afterwards, of ${growth.name}`, inWords(growth)] as const),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n');
}
