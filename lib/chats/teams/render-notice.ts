import type { ShownProposal } from '../../case/content.ts';
import { readMoment } from '../../posture/schemas/timestamp.ts';
import { ROOM } from '../shared/message-limits.ts';
import { type NoticeMark, noticeMarkOf } from '../shared/notice-mark.ts';
import { PROPOSAL_CHOICES, PROPOSAL_VERB, writeProposalPress } from '../shared/proposal-press.ts';
import type { NoticeStory } from '../shared/renderer.ts';
import { noticeSummary } from '../shared/summary.ts';
import { noticeFooter } from '../shared/texts.ts';
import { BOLD, footer, note, rich, said, when } from './blocks.ts';
import { type CardNode, createCard, type TeamsMessage } from './message.ts';
import { execute } from './render-actions.ts';
import { heading } from './render-case.ts';
import { plainSaid, summaryOf } from './summary.ts';

const SIGNS: Readonly<Record<NoticeMark, string>> = { broken: '⚠️', well: '✅', plain: '📡' };

export const renderNotice = (notice: NoticeStory): TeamsMessage => ({
  summary: summaryOf(noticeSummary(notice, plainSaid)),
  card: createCard([
    ...heading(SIGNS[noticeMarkOf(notice.code)], notice.title, 'Notice'),
    ...rich([said(notice.text, ROOM.notice)], { spacing: 'small' }),
    ...(notice.proposals ?? []).flatMap((one) => renderProposal(one, notice)),
    ...note(when(readMoment(notice.at))),
    ...footer(noticeFooter(notice.code)),
  ]),
});

/** What is proposed, and what can be pressed about it until somebody did. */
function renderProposal(
  { id, words, became }: ShownProposal,
  { domain = '', destination = '', sealOf }: NoticeStory,
): readonly CardNode[] {
  const actions = PROPOSAL_CHOICES.flatMap(({ choice, label }) => {
    const target =
      sealOf && became === null ? writeProposalPress({ domain, id, choice, destination }, sealOf) : null;
    return target ? [execute(label, `${PROPOSAL_VERB}:${choice}:${id}`, target)] : [];
  });
  return [
    ...rich([said(words, ROOM.reason)], { spacing: 'medium' }),
    ...(became === null ? [] : rich([said(became, ROOM.reason, BOLD)], { spacing: 'none' })),
    ...(actions.length === 0 ? [] : [{ type: 'ActionSet', actions }]),
  ];
}
