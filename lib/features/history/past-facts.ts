import type { Clock } from '../../base/clock.ts';
import { pastCaseOf } from '../../case/past-entry.ts';
import { writePast } from '../../case/past-fact.ts';
import type { FactFinder, MetCase } from '../../feed/fact-finder.ts';
import type { Case } from '../../posture/schemas/case.ts';
import type { Past, PastFacts } from './earlier-cases.ts';

/** The destinations that routes send a case to, each with the hash of its place. */
export type SentTo = (item: unknown) => ReadonlyMap<string, string>;

export interface PastFactsParts {
  readonly past: Past;
  readonly sentTo: SentTo;
  readonly clock: Pick<Clock, 'now'>;
}

/** The next sweep meets what a crash left out of the count. */
const SWEPT_MS = 26 * 3_600_000;

/** Tells each destination about earlier cases, and only about those that were sent there too. */
export function createPastFacts({ past, sentTo, clock }: PastFactsParts): Required<FactFinder> {
  const counted = ({ item, createdAtMs }: MetCase) =>
    pastCaseOf(item as Case, createdAtMs, [...sentTo(item).values()]);
  const isYoung = ({ createdAtMs }: MetCase) => createdAtMs > clock.now() - SWEPT_MS;
  return {
    open: past.open,
    tail: past.tail,
    async beside(news, known) {
      const cases = news.map(counted);
      past.note([...cases, ...known.filter(isYoung).map(counted)]);
      if (news.length === 0) return new Map();
      const before = await past.before(cases);
      return new Map(
        news.flatMap(({ id, item }, at) => {
          const facts = factsAt(sentTo(item), before.get(cases[at]?.id ?? ''));
          return facts.size > 0 ? [[id, facts] as const] : [];
        }),
      );
    },
  };
}

const factsAt = (destinations: ReturnType<SentTo>, before: PastFacts | undefined) =>
  new Map(
    [...destinations].flatMap(([destination, place]) => {
      const fact = before?.get(place);
      return fact ? [[destination, { past: writePast(fact) }] as const] : [];
    }),
  );
