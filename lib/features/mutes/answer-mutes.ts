import { createHash } from 'node:crypto';
import { counted } from '../../base/text/format.ts';
import { WEEK_MS } from '../../base/time.ts';
import type { ListedItem } from '../../case/answer-part.ts';
import type { WithheldItem } from '../../case/item-in-short.ts';
import type { Sentence } from '../../case/sentence.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import type { List } from '../../posture/list.ts';
import { readTimestamp } from '../../posture/schemas/timestamp.ts';
import { dotted, lines, said } from '../entry-points/command/answer-words.ts';
import { type CommandContext, type DomainAnswer, nothing } from '../entry-points/command/command-context.ts';
import { NO_PEOPLE } from '../entry-points/command/redacted.ts';
import { isActive, type Mute, muteProblem } from './mute.ts';
import type { MuteActions } from './mute-actions.ts';
import { mutedWhat } from './muted-words.ts';
import type { MuteTakes, NamedMute } from './words.ts';

const MOST_PAGES = 5;
const MOST_LISTED = 30;

export type MuteContext = CommandContext & { readonly mutes: MuteActions };

/** Mutes; or without a reason only says what that would have hidden. */
export async function answerMute(
  context: MuteContext & { readonly routes: readonly string[] },
  command: MuteTakes,
): Promise<DomainAnswer> {
  const { field, value, forMs, reason } = command;
  if (field === 'user' && context.show !== 'full') return nothing(NO_PEOPLE);
  const mute: Mute = {
    id: createHash('sha256').update(`${context.name} ${context.askId}`).digest('hex').slice(0, 8),
    ...{ field, value, critical: command.critical, reason: reason ?? '' },
    by: context.by,
    atMs: context.nowMs,
    untilMs: context.nowMs + forMs,
  };
  const preview = previewOf(context, mute).catch((error: unknown): Sentence => context.explain(error));
  if (reason === null) {
    const problem = muteProblem({ ...mute, reason: '-' }, { routes: context.routes, active: 0 });
    if (problem !== null) return nothing(problem);
    const hint = ['Nothing is muted yet. To mute it, add why: ', ...said(`${context.text} because ...`)];
    return { found: true, parts: lines(await preview, hint) };
  }
  const result = await context.mutes.begin(context.name, mute);
  if ('problem' in result) return nothing(result.problem);
  const { ok } = result;
  const critical = ok.critical ? 'Critical cases are hidden too.' : 'Critical cases are still shown.';
  return {
    found: true,
    parts: lines(
      ['Muted: ', ...whatIn(context, ok), ', until ', { atMs: ok.untilMs }, '.'],
      [
        `${critical} Systems that are no chat get everything. When it is over, the operators are told what it hid.`,
      ],
      await preview,
      [`What it hides: mutes ${ok.id}. To end it: unmute ${ok.id}`],
    ),
  };
}

export async function answerMutes(
  context: MuteContext,
  { id }: { readonly id: string | null },
): Promise<DomainAnswer> {
  const mutes = await context.mutes.list(context.name);
  const wanted = mutes.filter((mute) => (id === null ? isActive(mute, context.nowMs) : mute.id === id));
  if (wanted.length === 0) return nothing(id === null ? 'Nothing is muted.' : 'There is no such mute.');
  if (id === null)
    return { found: true, parts: [{ is: 'list', items: wanted.map((one) => muteLine(context, one)) }] };
  const [mute] = wanted as [Mute];
  const { count, last } = await hiddenIn(context, mute.id);
  const left = count - last.length;
  return {
    found: true,
    parts: [
      { is: 'list', items: [muteLine(context, mute)] },
      ...lines([count === 0 ? 'It hid nothing.' : `It hid ${counted(count, 'item')}.`]),
      ...(count > 0 ? [{ is: 'list', items: last.map(hiddenLine) } as const] : []),
      ...lines(left > 0 ? [`And ${left} before these.`] : []),
    ],
  };
}

export async function answerUnmute(context: MuteContext, { id }: NamedMute): Promise<DomainAnswer> {
  const result = await context.mutes.end(context.name, id, context.by);
  if ('problem' in result) return nothing(result.problem);
  const { count } = await hiddenIn(context, id);
  return {
    found: true,
    parts: lines(
      ['Over: ', ...whatIn(context, result.ok), '.'],
      [`It hid ${counted(count, 'item')}. To see them: mutes ${result.ok.id}`],
    ),
  };
}

/** What a mute hid: how many, and the last of them. A page at a time, however many there are. */
async function hiddenIn({ mutes, name }: MuteContext, muteId: string) {
  let count = 0;
  let last: readonly WithheldItem[] = [];
  for await (const { items } of mutes.hiddenBy(name, muteId)) {
    count += items.length;
    last = [...last, ...items].slice(-MOST_LISTED);
  }
  return { count, last };
}

/** Who is muted is shown only where people are. */
const whatIn = ({ show }: CommandContext, mute: Mute): Sentence =>
  mute.field === 'user' && show === 'full' ? said(mute.value) : said(mutedWhat(mute));

const muteLine = (context: CommandContext, mute: Mute): ListedItem => ({
  words: dotted(
    whatIn(context, mute),
    ['until ', { atMs: mute.ended?.atMs ?? mute.untilMs }],
    mute.critical ? ['critical ones too'] : [],
    ['by ', ...said(mute.by.name, ROOM.name), ': ', ...said(mute.reason)],
    [`id ${mute.id}`],
  ),
});

const hiddenLine = ({ feed, id, what, severity, createdAtMs }: WithheldItem): ListedItem => ({
  words: dotted(
    said(what),
    said(severity),
    [{ atMs: createdAtMs }],
    [feed === 'cases' ? 'case ' : 'threat ', ...said(id, ROOM.id)],
  ),
});

/** What it would have hidden in the last 7 days, as the platform lists it. */
export async function previewOf(context: MuteContext, mute: Mute): Promise<Sentence> {
  const sinceMs = context.nowMs - WEEK_MS;
  const count = async <T extends { created_at: string }, F>(
    list: Pick<List<T, F>, 'page'>,
    feed: 'cases' | 'threats',
    filter: F,
  ) => {
    let [found, looked, cursor, isWhole] = [0, 0, null as string | null, false];
    for (let pages = 0; pages < MOST_PAGES && !isWhole; pages++) {
      const page: Awaited<ReturnType<typeof list.page>> = await list.page(
        { filter, ...(cursor !== null && { cursor }) },
        context.call,
      );
      const young = page.items.filter(({ created_at }) => (readTimestamp(created_at) ?? 0) >= sinceMs);
      found += young.filter((item) =>
        context.mutes.wouldHide(mute, { domain: context.name, feed, item } as never),
      ).length;
      looked += page.items.length;
      cursor = page.nextCursor;
      isWhole = cursor === null;
    }
    return { found, isWhole, looked };
  };
  const [cases, threats] = await Promise.all([
    count(context.client.cases, 'cases', { createdAfter: new Date(sinceMs) }),
    count(context.client.threats, 'threats', {}),
  ]);
  return [
    `In the last 7 days it would have hidden ${countWords(cases, 'case')} and ${countWords(threats, 'threat')}.`,
  ];
}

/** Of a list that is too long to read, only what was looked at is known. */
function countWords(
  { found, isWhole, looked }: { readonly found: number; readonly isWhole: boolean; readonly looked: number },
  noun: string,
): string {
  if (isWhole) return counted(found, noun);
  return found === 0
    ? `none of the ${counted(looked, noun)} that were looked at`
    : `at least ${counted(found, noun)}`;
}
