import { inParallel } from '../../base/in-parallel.ts';
import { counted } from '../../base/text/format.ts';
import type { ListedItem } from '../../case/answer-part.ts';
import { type ListedCase, MOST_CASES_IN_BULK } from '../../chats/document/bulk-list.ts';
import { controlsOf } from '../../chats/document/case-buttons.ts';
import { createCaseStory } from '../../chats/document/create-case-story.ts';
import { type Case, closedAtMsOf } from '../../posture/schemas/case.ts';
import { lines } from '../entry-points/command/answer-words.ts';
import { type CommandContext, type DomainAnswer, nothing } from '../entry-points/command/command-context.ts';
import { PAGE_SIZE } from '../entry-points/command/list-page.ts';
import { NO_PEOPLE } from '../entry-points/command/redacted.ts';
import { caseLine } from './answer-lists.ts';
import type { DecideTakes } from './words.ts';

const MOST_PAGES = 3;
const AT_ONCE = 5;

/** The cases of a person that can be decided, with a way to decide several of them at once. */
export async function answerDecide(context: CommandContext, { email }: DecideTakes): Promise<DomainAnswer> {
  if (context.show !== 'full') return nothing(NO_PEOPLE);
  const { items, isWhole } = await openCasesOf(context, email);
  const found = await inParallel(items, AT_ONCE, (item) => placesOf(context, item));
  const undecided = items.flatMap((item, at) => (found[at] ? [{ item, at: found[at] }] : []));
  if (undecided.length === 0) return nothing('This person has no open, undecided cases.');
  const here = undecided.filter(({ at }) => at.length > 0).slice(0, MOST_CASES_IN_BULK);
  const shown: readonly ListedItem[] = undecided
    .slice(0, PAGE_SIZE)
    .map(({ item }) => caseLine(context, item));
  const left = undecided.length - shown.length;
  const elsewhere = undecided.filter(({ at }) => at.length === 0).length;
  return {
    found: true,
    parts: [
      { is: 'list', items: shown },
      ...lines(
        left > 0 ? [`… and ${counted(left, 'more case')}.`] : [],
        isWhole ? [] : ['The platform has more cases of this person.'],
        elsewhere > 0 ? [`${elsewhere} never came to this chat: decide in the platform.`] : [],
      ),
    ],
    bulk: here.flatMap(({ at }) => at),
  };
}

async function openCasesOf({ client, call }: CommandContext, email: string) {
  // Pages may overlap.
  const known = new Map<string, Case>();
  const open = () => [...known.values()].filter((item) => closedAtMsOf(item) === null);
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const query = { filter: { email }, ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<typeof client.cases.page>> = await client.cases.page(query, call);
    for (const item of page.items) known.set(item.case_id, item);
    if (page.nextCursor === null) return { items: open(), isWhole: true };
    cursor = page.nextCursor;
  }
  return { items: open(), isWhole: false };
}

/** Where it was sent to in this chat; null for a case that cannot be decided any more. */
async function placesOf(context: CommandContext, item: Case): Promise<readonly ListedCase[] | null> {
  const { name: domain, ledger, rules, by } = context;
  const { answer, record, places } = await ledger.caseOf(domain, item.case_id);
  const story = createCaseStory({ item, domain, destination: '', config: rules, answer, record });
  if (!controlsOf(story.standing, by.surface).includes('choices')) return null;
  return places
    .filter((destination) => context.isIn(destination, by.surface))
    .map((destination) => ({ domain, caseId: item.case_id, destination }));
}
