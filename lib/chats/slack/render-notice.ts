import { readMoment } from '../../posture/schemas/timestamp.ts';
import { ROOM } from '../shared/message-limits.ts';
import { type NoticeMark, noticeMarkOf } from '../shared/notice-mark.ts';
import type { Notice } from '../shared/renderer.ts';
import { noticeSummary } from '../shared/summary.ts';
import { noticeFooter } from '../shared/texts.ts';
import type { SlackMessage } from './message.ts';
import { context, emoji, ours, richText, said, section, when } from './render-blocks.ts';
import { fallback, fallbackSaid } from './sentences.ts';

const EMOJI: Readonly<Record<NoticeMark, string>> = {
  broken: 'warning',
  well: 'white_check_mark',
  plain: 'satellite_antenna',
};

export const renderNotice = (notice: Notice): SlackMessage => ({
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
    context(noticeFooter(notice.code)),
  ],
});
