import { counted } from '../../base/text/format.ts';
import { DAY_MS } from '../../base/time.ts';
import type { ListedItem } from '../../case/answer-part.ts';
import { lines, said } from '../entry-points/command/answer-words.ts';
import type { CommandContext, DomainAnswer } from '../entry-points/command/command-context.ts';
import { PAGE_SIZE } from '../entry-points/command/list-page.ts';

const DAYS = 7;

/** The cases that begin so and about which somebody did something lately: the platform may not list them any more. */
export async function casesInTrail(
  { ledger, name, nowMs }: Pick<CommandContext, 'ledger' | 'name' | 'nowMs'>,
  part: string,
): Promise<readonly string[]> {
  const ids = new Set<string>();
  const days = Array.from({ length: DAYS }, (_, ago) => new Date(nowMs - ago * DAY_MS));
  for (const day of days) {
    for await (const entries of ledger.trailOf(name, day)) {
      for (const { caseId } of entries)
        if (caseId.toLowerCase().startsWith(part.toLowerCase())) ids.add(caseId);
    }
  }
  return [...ids];
}

/** Nobody can tell which one is meant. */
export const severalBeginSo = (what: string, part: string, items: readonly ListedItem[]): DomainAnswer => ({
  found: true,
  parts: [
    ...lines([
      `${counted(items.length, what)} begin with `,
      ...said(part),
      '. Ask again with more of the id:',
    ]),
    { is: 'list', items: items.slice(0, PAGE_SIZE) },
    ...lines(items.length > PAGE_SIZE ? [`… and ${counted(items.length - PAGE_SIZE, 'other')}`] : []),
  ],
});
