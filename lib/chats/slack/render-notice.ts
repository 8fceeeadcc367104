import { ROOM } from '../shared/message-limits.ts';
import { readMoment } from '../shared/read-date.ts';
import type { Notice } from '../shared/renderer.ts';
import { noticeSummary } from '../shared/summary.ts';
import { noticeFooter } from '../shared/texts.ts';
import type { SlackMessage } from './message.ts';
import { context, emoji, ours, richText, said, section, when } from './render-blocks.ts';
import { fallback, fallbackSaid } from './sentences.ts';

export const renderNotice = (notice: Notice): SlackMessage => ({
  text: fallback(noticeSummary(notice, fallbackSaid)),
  blocks: [
    ...richText([
      section([
        [
          emoji('satellite_antenna'),
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
