import type { PastCase, PastOutcome } from '../../case/past-entry.ts';
import type { Tally } from '../../case/past-fact.ts';
import type { Outcome } from '../../posture/schemas/verdict-schema.ts';

/** The cases of a domain that are remembered, each once however often it is added. */
export interface CaseHistory {
  has(id: string): boolean;
  /** Keeps only what both say of a case that is known: routes changed meanwhile, or its person was forgotten. */
  add(one: PastCase): void;
  /** If a case has several outcomes, the latest counts. */
  decide(one: PastOutcome): void;
  /** Counts the cases before this one that were sent to a place since then: of its person, and of its type. Null if none. */
  before(
    one: PastCase,
    place: string,
    fromSeconds: number,
  ): { readonly person: Tally | null; readonly type: Tally | null };
  /** Drops what is older, and the oldest beyond `most`. Returns from when on the history is complete. */
  prune(fromSeconds: number, most: number): number;
  readonly size: number;
}

export function createCaseHistory(): CaseHistory {
  const cases = new Map<string, PastCase>();
  const byPerson = new Map<string, Set<PastCase>>();
  const byType = new Map<string, Set<PastCase>>();
  const outcomes = new Map<string, PastOutcome>();

  function put(one: PastCase): void {
    cases.set(one.id, one);
    if (one.type !== null) addTo(byType, one.type, one);
    if (one.person !== null) addTo(byPerson, one.person, one);
  }

  function take(one: PastCase): void {
    cases.delete(one.id);
    if (one.type !== null) takeFrom(byType, one.type, one);
    if (one.person !== null) takeFrom(byPerson, one.person, one);
  }

  function remove(one: PastCase): void {
    take(one);
    outcomes.delete(one.id);
  }

  function tallyOf(
    others: ReadonlySet<PastCase> | undefined,
    one: PastCase,
    place: string,
    fromSeconds: number,
  ) {
    const decided: Partial<Record<Outcome, number>> = {};
    let count = 0;
    for (const other of others ?? []) {
      if (other.atSeconds < fromSeconds || !isBefore(other, one) || !other.places.includes(place)) continue;
      count++;
      const outcome = outcomes.get(other.id)?.outcome;
      if (outcome) decided[outcome] = (decided[outcome] ?? 0) + 1;
    }
    return count === 0 ? null : { cases: count, decided };
  }

  return {
    has: (id) => cases.has(id),
    get size() {
      return cases.size;
    },
    add(one) {
      const known = cases.get(one.id);
      if (!known) return put(one);
      const agreed = whatBothSay(known, one);
      if (agreed === known) return;
      take(known);
      put(agreed);
    },
    decide(one) {
      const known = outcomes.get(one.id);
      if (!known || known.atSeconds <= one.atSeconds) outcomes.set(one.id, one);
    },
    before: (one, place, fromSeconds) => ({
      person: one.person === null ? null : tallyOf(byPerson.get(one.person), one, place, fromSeconds),
      type: one.type === null ? null : tallyOf(byType.get(one.type), one, place, fromSeconds),
    }),
    prune(fromSeconds, most) {
      for (const one of [...cases.values()].filter(({ atSeconds }) => atSeconds < fromSeconds)) remove(one);
      for (const [id, { atSeconds }] of outcomes)
        if (!cases.has(id) && atSeconds < fromSeconds) outcomes.delete(id);
      if (cases.size <= most) return fromSeconds;
      // More than needed, so that it is not repeated for each new case.
      const tooMany = cases.size - Math.floor(most * 0.9);
      const oldest = [...cases.values()].toSorted((a, b) => a.atSeconds - b.atSeconds).slice(0, tooMany);
      for (const one of oldest) remove(one);
      return (oldest.at(-1)?.atSeconds ?? 0) + 1;
    },
  };
}

/** Returns `known` itself if the other says the same. */
function whatBothSay(known: PastCase, other: PastCase): PastCase {
  const isSame = known.person === other.person && known.type === other.type;
  const places = known.places.filter((place) => other.places.includes(place));
  if (isSame && places.length === known.places.length) return known;
  return {
    ...known,
    person: known.person === other.person ? known.person : null,
    type: known.type === other.type ? known.type : null,
    places,
  };
}

/** Two cases of the same second have an order too, the same for every process. */
const isBefore = (other: PastCase, one: PastCase): boolean =>
  other.atSeconds < one.atSeconds || (other.atSeconds === one.atSeconds && other.id < one.id);

function addTo(map: Map<string, Set<PastCase>>, key: string, one: PastCase): void {
  const mine = map.get(key) ?? new Set();
  map.set(key, mine.add(one));
}

function takeFrom(map: Map<string, Set<PastCase>>, key: string, one: PastCase): void {
  const mine = map.get(key);
  mine?.delete(one);
  if (mine?.size === 0) map.delete(key);
}
