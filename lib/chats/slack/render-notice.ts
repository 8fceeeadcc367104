import type { ShownProposal } from '../../case/content.ts';
import { readMoment } from '../../posture/schemas/timestamp.ts';
import { ROOM } from '../shared/message-limits.ts';
import { type NoticeMark, noticeMarkOf } from '../shared/notice-mark.ts';
import { PROPOSAL_CHOICES, PROPOSAL_VERB, writeProposalPress } from '../shared/proposal-press.ts';
import type { NoticeStory } from '../shared/renderer.ts';
import { noticeSummary } from '../shared/summary.ts';
import { noticeFooter } from '../shared/texts.ts';
import { LIMITS } from './limits.ts';
import type { SlackBlock, SlackMessage } from './message.ts';
import { context, emoji, ours, plain, richText, said, section, when } from './render-blocks.ts';
import { fallback, fallbackSaid } from './sentences.ts';

const EMOJI: Readonly<Record<NoticeMark, string>> = {
  broken: 'warning',
  well: 'white_check_mark',
  plain: 'satellite_antenna',
};

export const renderNotice = (notice: NoticeStory): SlackMessage => ({
  text: fallback(noticeSummary(notice, fallbackSaid)),
  blocks: [
    ...richText([
      section([
        [
          emoji(EMOJI[noticeMarkOf(notice.code)]),
          ours(' '),
          said(notice.title, ROOM.headline, { bold: true }) ?? ours('Notice'),
        ],
        [said(notice.text, ROOM.notice)],
        [when(readMoment(notice.at))],
      ]),
    ]),
    ...(notice.proposals ?? []).flatMap((one) => renderProposal(one, notice)),
    context(noticeFooter(notice.code)),
  ],
});

/** What is proposed, and what can be pressed about it until somebody did. */
function renderProposal(
  { id, words, became }: ShownProposal,
  { domain = '', destination = '', sealOf }: NoticeStory,
): readonly SlackBlock[] {
  const told = richText([
    section([[said(words, ROOM.reason)], became === null ? [] : [said(became, ROOM.reason, { bold: true })]]),
  ]);
  const elements = PROPOSAL_CHOICES.flatMap(({ choice, label }) => {
    const value =
      sealOf && became === null ? writeProposalPress({ domain, id, choice, destination }, sealOf) : null;
    const action_id = `${PROPOSAL_VERB}:${choice}:${id}`;
    return value ? [{ type: 'button', text: plain(label, LIMITS.buttonText), action_id, value }] : [];
  });
  return elements.length === 0 ? told : [...told, { type: 'actions', elements }];
}
