import type { SealOf } from '../../base/seal.ts';
import type { Notice, ShownProposal } from '../../case/message-content.ts';
import { APPROVE_WITHIN } from '../../config/approval-deadline.ts';
import { readMoment } from '../../posture/schemas/timestamp.ts';
import { type Button, type Document, type Group, group } from './document.ts';
import { ROOM } from './message-limits.ts';
import { noticeSign } from './message-sign.ts';
import { PROPOSAL_CHOICES, PROPOSAL_VERB, writeProposalPress } from './proposal-press.ts';
import { named } from './push-text.ts';
import { noticeFooter } from './texts.ts';

/** A notice with what its buttons carry. */
export interface NoticeStory extends Notice {
  readonly domain?: string | undefined;
  readonly destination?: string | undefined;
  readonly sealOf?: SealOf | undefined;
}

export const noticeDocument = (notice: NoticeStory): Document => ({
  summary: [named(notice.title, 'Notice'), named(notice.text)],
  groups: [
    group(
      {
        is: 'head',
        sign: noticeSign(notice.code),
        title: [{ said: notice.title, room: ROOM.headline, or: 'Notice' }],
      },
      { is: 'line', parts: [[{ said: notice.text, room: ROOM.notice }]], gap: 'small' },
    ),
    ...(notice.proposals ?? []).map((one) => proposalGroup(one, notice)),
  ],
  atMs: readMoment(notice.at),
  footer: noticeFooter(notice.code),
});

const UNAPPROVED = {
  is: 'remark',
  words: `It hides nothing until somebody else approves it, and lapses after ${APPROVE_WITHIN}.`,
  gap: 'none',
} as const;

/** A proposal, with its buttons until somebody has answered it. */
function proposalGroup(
  { id, words, became, asks }: ShownProposal,
  { domain = '', destination = '', sealOf }: NoticeStory,
): Group {
  const buttons = PROPOSAL_CHOICES.flatMap(({ choice, label, approval }): readonly Button[] => {
    const value =
      sealOf && became === null ? writeProposalPress({ domain, id, choice, destination }, sealOf) : null;
    return value === null
      ? []
      : [{ label: asks === 'approval' ? approval : label, verb: `${PROPOSAL_VERB}:${choice}:${id}`, value }];
  });
  return group(
    { is: 'line', parts: [[{ said: words, room: ROOM.reason }]], gap: 'medium' },
    ...(asks === 'approval' && became === null ? [UNAPPROVED] : []),
    { is: 'line', parts: [[{ said: became, room: ROOM.reason, style: 'bold' }]], gap: 'none' },
    { is: 'buttons', buttons, inPlace: true },
  );
}
