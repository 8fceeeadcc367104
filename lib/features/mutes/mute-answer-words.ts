import type { ListedItem } from '../../case/answer-part.ts';
import type { WithheldItem } from '../../case/item-in-short.ts';
import type { Sentence } from '../../case/sentence.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import { APPROVE_WITHIN } from '../../config/approval-deadline.ts';
import { typedIn } from '../../config/chats.ts';
import { dotted, lines, said } from '../entry-points/command/answer-words.ts';
import type { CommandContext } from '../entry-points/command/command-context.ts';
import type { Mute, WaitingMute } from './mute.ts';
import { mutedWhat } from './mute-notices.ts';

/** What a mute would have hidden, or why that is not known. */
export interface PreviewWords {
  readonly words: (mute: Mute) => Sentence;
}

export const secondWords = (needs: string | null): Sentence =>
  needs === null ? [] : ['Needs a second approver: ', ...said(needs), '.'];

export function mutedLines(context: CommandContext, mute: Mute, preview: Sentence) {
  const critical = mute.critical ? 'Critical cases are hidden too.' : 'Critical cases are still shown.';
  return lines(
    ['Muted: ', ...whatIn(context, mute), ', until ', { atMs: mute.untilMs }, '.'],
    [
      `${critical} Webhooks, queues and buses still get everything. When the mute ends, operators are told what it hid.`,
    ],
    preview,
    [howToEnd(context, mute)],
  );
}

export const howToEnd = ({ by }: CommandContext, { id }: Mute): string =>
  `What it hides: ${typedIn(by.surface, `mutes ${id}`)}. To end it: ${typedIn(by.surface, `unmute ${id}`)}`;

export const waitingLines = (context: CommandContext, mute: WaitingMute, preview: PreviewWords) =>
  lines(['Not muted yet: ', ...whatIn(context, mute), '.'], secondWords(mute.needs), preview.words(mute), [
    `It hides nothing until somebody else who can mute here approves it within ${APPROVE_WITHIN}: ${typedIn(context.by.surface, `mutes ${mute.id} approve`)}. To withdraw it: ${typedIn(context.by.surface, `unmute ${mute.id}`)}`,
  ]);

/** Who is muted is shown only where people are. */
export const whatIn = ({ show }: CommandContext, mute: Mute): Sentence =>
  mute.field === 'user' && show === 'full' ? said(mute.value) : said(mutedWhat(mute));

export const muteLine = (context: CommandContext, mute: Mute | WaitingMute): ListedItem => ({
  words: dotted(
    whatIn(context, mute),
    'needs' in mute ? ['needs a second person'] : ['until ', { atMs: mute.ended?.atMs ?? mute.untilMs }],
    mute.critical ? ['including critical cases'] : [],
    ['by ', ...said(mute.by.name, ROOM.name), ...andBy(mute), ': ', ...said(mute.reason)],
    [`id ${mute.id}`],
  ),
});

export const hiddenLine = ({ feed, id, what, severity, createdAtMs }: WithheldItem): ListedItem => ({
  words: dotted(
    said(what),
    said(severity),
    [{ atMs: createdAtMs }],
    [feed === 'cases' ? 'case ' : 'threat ', ...said(id, ROOM.id)],
  ),
});

const andBy = ({ approvedBy }: Mute): Sentence =>
  approvedBy ? [' and ', ...said(approvedBy.name, ROOM.name)] : [];
