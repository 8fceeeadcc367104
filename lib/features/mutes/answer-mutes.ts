import { createHash } from 'node:crypto';
import { counted } from '../../base/text/format.ts';
import type { WithheldItem } from '../../case/item-in-short.ts';
import { typedIn } from '../../config/chats.ts';
import { lines, said } from '../entry-points/command/answer-words.ts';
import { type CommandContext, type DomainAnswer, nothing } from '../entry-points/command/command-context.ts';
import { NO_PEOPLE } from '../entry-points/command/redacted.ts';
import { isActive, isWaiting, type Mute, muteProblem } from './mute.ts';
import type { MuteActions } from './mute-actions.ts';
import {
  hiddenLine,
  mutedLines,
  muteLine,
  type PreviewWords,
  secondWords,
  waitingLines,
  whatIn,
} from './mute-answer-words.ts';
import { type PastItems, previewWords, readPast } from './mute-preview.ts';
import type { MutesTakes, MuteTakes, NamedMute } from './words.ts';

const MOST_LISTED = 30;

export type MuteContext = CommandContext & { readonly mutes: MuteActions };

interface Preview extends PreviewWords {
  readonly past: PastItems | null;
}

export async function previewIn(context: MuteContext): Promise<Preview> {
  try {
    const past = await readPast(context);
    return {
      past,
      words: (mute) => previewWords(past, (routed) => context.mutes.wouldHide(mute, routed)),
    };
  } catch (error) {
    const problem = context.explain(error);
    return { past: null, words: () => problem };
  }
}

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
  const preview = await previewIn(context);
  if (reason === null) {
    const problem = muteProblem({ ...mute, reason: '-' }, { routes: context.routes, before: NONE_BEFORE });
    if (problem !== null) return nothing(problem);
    const { mutes } = await context.mutes.load(context.name);
    const needs = context.mutes.needs(mute, mutes, preview.past);
    const hint = [
      'Nothing is muted yet. To mute it, add why: ',
      ...said(typedIn(context.by.surface, `${context.text} because ...`)),
    ];
    return { found: true, parts: lines(preview.words(mute), secondWords(needs), hint) };
  }
  const result = await context.mutes.begin(context.name, mute, preview.past);
  if ('problem' in result) return nothing(result.problem);
  if ('waits' in result) return { found: true, parts: waitingLines(context, result.waits, preview) };
  return { found: true, parts: mutedLines(context, result.ok, preview.words(result.ok)) };
}

const NONE_BEFORE = { all: 0, ofPerson: 0 };

export async function answerMutes(context: MuteContext, { id, choice }: MutesTakes): Promise<DomainAnswer> {
  if (id !== null && choice === 'approve') return answerApprove(context, id);
  if (id !== null && choice === 'decline') return answerDecline(context, id);
  const { mutes, waiting } = await context.mutes.load(context.name);
  const wanted = mutes.filter((mute) => (id === null ? isActive(mute, context.nowMs) : mute.id === id));
  const asked = waiting.filter((one) => (id === null ? isWaiting(one, context.nowMs) : one.id === id));
  if (wanted.length + asked.length === 0) return nothing(id === null ? 'Nothing is muted.' : 'No such mute.');
  const [mute] = wanted;
  if (id === null || !mute) {
    const items = [...wanted, ...asked].map((one) => muteLine(context, one));
    return { found: true, parts: [{ is: 'list', items }] };
  }
  const { count, last } = await hiddenIn(context, mute.id);
  const left = count - last.length;
  return {
    found: true,
    parts: [
      { is: 'list', items: [muteLine(context, mute)] },
      ...lines([count === 0 ? 'It hid nothing.' : `It hid ${counted(count, 'item')}.`]),
      ...(count > 0 ? [{ is: 'list', items: last.map(hiddenLine) } as const] : []),
      ...lines(left > 0 ? [`… and ${counted(left, 'earlier item')}`] : []),
    ],
  };
}

/** A second person approves what another asked for. */
export async function answerApprove(context: MuteContext, id: string): Promise<DomainAnswer> {
  const result = await context.mutes.approve(context.name, id, context.by);
  if ('problem' in result) return nothing(result.problem);
  return 'ok' in result
    ? { found: true, parts: mutedLines(context, result.ok, []) }
    : nothing('No such mute.');
}

export async function answerDecline(context: MuteContext, id: string): Promise<DomainAnswer> {
  const { waiting } = await context.mutes.load(context.name);
  return waiting.some((one) => one.id === id)
    ? answerUnmute(context, { id })
    : nothing('No such mute needs a second approver.');
}

export async function answerUnmute(context: MuteContext, { id }: NamedMute): Promise<DomainAnswer> {
  const result = await context.mutes.end(context.name, id, context.by);
  if ('problem' in result) return nothing(result.problem);
  if ('unapproved' in result)
    return {
      found: true,
      parts: lines(['Not approved: ', ...whatIn(context, result.unapproved), '. It hid nothing.']),
    };
  const { count } = await hiddenIn(context, id);
  return {
    found: true,
    parts: lines(
      ['Ended: ', ...whatIn(context, result.ok), '.'],
      [
        count === 0
          ? 'It hid nothing.'
          : `It hid ${counted(count, 'item')}. To see ${count === 1 ? 'it' : 'them'}: ${typedIn(context.by.surface, `mutes ${result.ok.id}`)}`,
      ],
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
