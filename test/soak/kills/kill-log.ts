import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Evidence } from '../../evidence/page.ts';
import type { KillHistory } from './play-kills.ts';

export type Logged = KillHistory & { readonly commit: string };

/** The histories that were played, a line each: so it goes on where it was stopped. */
export function openKillLog(file: string) {
  const whole = (line: string): Logged[] => {
    try {
      return [JSON.parse(line) as Logged];
    } catch {
      // Cut off when it was stopped.
      return [];
    }
  };
  const all = existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(whole) : [];
  mkdirSync(dirname(file), { recursive: true });
  return {
    all: all as readonly Logged[],
    add(one: Logged): void {
      appendFileSync(file, `\n${JSON.stringify(one)}`);
      all.push(one);
    },
  };
}

const sumOf = (all: readonly Logged[], count: (one: Logged) => number): number =>
  all.reduce((sum, one) => sum + count(one), 0);

const isWrong = ({ lost, twice, verdictsTwice, withoutEnd, deadLetters }: KillHistory): boolean =>
  lost.length + twice.length + verdictsTwice.length + withoutEnd.length + deadLetters > 0;

/** Where nobody has died yet, though somebody could have. */
export function stillAlive(all: readonly Logged[]): string[] {
  const died = new Set(all.flatMap(({ diedAt }) => Object.keys(diedAt)));
  return [...new Set(all.flatMap(({ seen }) => seen))].filter((kind) => !died.has(kind)).sort();
}

export function evidenceOf(all: readonly Logged[], command: string): Omit<Evidence, 'commit' | 'day'> {
  return {
    figures: {
      kills: sumOf(all, (one) => one.kills),
      'kinds of moments': new Set(all.flatMap(({ diedAt }) => Object.keys(diedAt))).size,
      seeds: all.length,
      cases: sumOf(all, (one) => one.cases),
      verdicts: sumOf(all, (one) => one.verdicts),
    },
    wrong: {
      lost: sumOf(all, ({ lost }) => lost.length),
      twice: sumOf(all, ({ twice }) => twice.length),
      'verdicts twice': sumOf(all, ({ verdictsTwice }) => verdictsTwice.length),
      'without an end': sumOf(all, ({ withoutEnd, deadLetters }) => withoutEnd.length + deadLetters),
    },
    command,
    failing: all
      .filter(isWrong)
      .map(
        ({ seed, minutes, wanted }) =>
          `node --import tsx test/soak/kills/one-history.ts ${seed} ${minutes} '${JSON.stringify(wanted)}'`,
      ),
  };
}

/** Of which commits the histories are, the first and the last. */
export const commitsOf = (all: readonly Logged[]): string =>
  [...new Set([all.at(0)?.commit ?? '', all.at(-1)?.commit ?? ''])].join(' to ');
