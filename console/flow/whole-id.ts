import { isShortId } from '../../lib/base/text/format.ts';
import { DAY_MS } from '../../lib/base/time.ts';
import type { Source } from '../source.ts';
import type { ItemKey } from '../wire.ts';

/** Open cases that are looked through, and days of the trail. */
const MOST_CASES = 1_000;
const DAYS = 7;

/** The cases that begin so: open ones, and those about which somebody did something lately. */
export async function casesBeginning(
  { ledger, now }: Pick<Source, 'ledger' | 'now'>,
  { domain, feed, id }: ItemKey,
): Promise<readonly string[]> {
  if (feed !== 'cases' || !isShortId(id)) return [];
  const found = new Set<string>();
  const note = (one: string | undefined) => {
    if (one?.toLowerCase().startsWith(id.toLowerCase())) found.add(one);
  };
  for (const { todo } of await ledger.cases.fresh(domain, 0, MOST_CASES)) note(ledger.itemOf(todo.key)?.id);
  for (let ago = 0; ago < DAYS; ago++) {
    for await (const entries of ledger.answers.readTrail(domain, new Date(now() - ago * DAY_MS)))
      for (const { caseId } of entries) note(caseId);
  }
  return [...found];
}
