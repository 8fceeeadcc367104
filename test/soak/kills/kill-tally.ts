import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Evidence } from '../../evidence/page.ts';
import type { KillHistory } from './play-kills.ts';

/** What came of all histories that were played, in one small file: so it goes on where it was stopped. */
export interface Tally {
  readonly firstSeed: number;
  readonly nextSeed: number;
  /** Of which the histories are, in order. */
  readonly commits: readonly string[];
  readonly counted: Readonly<Record<(typeof COUNTED)[number], number>>;
  readonly wrong: Readonly<Record<string, number>>;
  /** Commands that repeat what went wrong. */
  readonly failing: readonly string[];
  /** Where somebody could have died, and how often somebody did. */
  readonly diedAt: Readonly<Record<string, number>>;
}

const COUNTED = ['histories', 'kills', 'whole', 'cases', 'clicks', 'verdicts'] as const;

export const noKills = (seed: number): Tally => ({
  ...{ firstSeed: seed, nextSeed: seed, commits: [], failing: [], diedAt: {} },
  counted: { histories: 0, kills: 0, whole: 0, cases: 0, clicks: 0, verdicts: 0 },
  wrong: { lost: 0, twice: 0, 'verdicts twice': 0, 'without an end': 0, 'without a result': 0 },
});

const wrongIn = ({ lost, twice, verdictsTwice, withoutEnd, deadLetters }: KillHistory) => ({
  ...{ lost: lost.length, twice: twice.length, 'verdicts twice': verdictsTwice.length },
  'without an end': withoutEnd.length + deadLetters,
});

const sum = <Name extends string>(
  one: Readonly<Record<Name, number>>,
  other: Readonly<Record<string, number>>,
) =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      (one[name as Name] ?? 0) + (other[name] ?? 0),
    ]),
  ) as Record<Name, number>;

export function withHistory(tally: Tally, played: KillHistory, commit: string): Tally {
  const wrong = wrongIn(played);
  const { kills, cases, clicks, verdicts, isWhole } = played;
  return {
    firstSeed: tally.firstSeed,
    nextSeed: Math.max(tally.nextSeed, played.seed + 1),
    commits: [...new Set([...tally.commits, commit])],
    counted: sum(tally.counted, { histories: 1, kills, whole: isWhole ? kills : 0, cases, clicks, verdicts }),
    wrong: sum(tally.wrong, wrong),
    failing: [...tally.failing, ...(Object.values(wrong).some((count) => count > 0) ? [again(played)] : [])],
    diedAt: sum(sum(Object.fromEntries(played.seen.map((kind) => [kind, 0])), tally.diedAt), played.diedAt),
  };
}

/** It crashed, or never ended. */
export const withoutResult = (tally: Tally, played: Plan): Tally => ({
  ...tally,
  nextSeed: Math.max(tally.nextSeed, played.seed + 1),
  wrong: sum(tally.wrong, { 'without a result': 1 }),
  failing: [...tally.failing, again(played)],
});

type Plan = Pick<KillHistory, 'seed' | 'minutes' | 'wanted' | 'isWhole'>;

const again = ({ seed, minutes, wanted, isWhole }: Plan): string =>
  `node --import tsx test/soak/kills/one-history.ts ${seed} ${minutes} '${JSON.stringify(wanted)}' ${isWhole ? 'whole' : 'in-place'}`;

export const readTally = (file: string, seed: number): Tally =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Tally) : noKills(seed);

/** Whole or not at all: it may be stopped at any moment. */
export function writeTally(file: string, tally: Tally): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(tally)}\n`);
  renameSync(`${file}.new`, file);
}

/** Where nobody has died yet, though somebody could have. */
export const stillAlive = ({ diedAt }: Tally): string[] =>
  Object.keys(diedAt)
    .filter((kind) => diedAt[kind] === 0)
    .sort();

/** Of each function, the kinds of moments at which the fewest died. */
const RAREST = 6;

export function rarest({ diedAt }: Tally): string[] {
  const kinds = Object.keys(diedAt).toSorted((a, b) => (diedAt[a] ?? 0) - (diedAt[b] ?? 0));
  const functions = new Set(kinds.map((kind) => kind.split(':')[0]));
  return [...functions].flatMap((who) => kinds.filter((kind) => kind.startsWith(`${who}:`)).slice(0, RAREST));
}

export function evidenceOf(tally: Tally): Omit<Evidence, 'commit' | 'day'> {
  const { counted, wrong, failing, diedAt, firstSeed } = tally;
  const { kills, whole, histories, cases, clicks, verdicts } = counted;
  return {
    figures: {
      kills,
      'of whole processes': whole,
      'kinds of moments': Object.values(diedAt).filter((count) => count > 0).length,
      ...{ histories, cases, clicks, verdicts },
    },
    wrong,
    command: `npm run soak -- --kills ${kills} --restart --seed ${firstSeed}`,
    failing,
  };
}

/** Of which commits the histories are, the first and the last. */
export const commitsOf = ({ commits }: Tally): string =>
  [...new Set([commits.at(0) ?? '', commits.at(-1) ?? ''])].join(' to ');
