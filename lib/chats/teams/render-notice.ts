import { readMoment } from '../../posture/schemas/timestamp.ts';
import { ROOM } from '../shared/message-limits.ts';
import { type NoticeMark, noticeMarkOf } from '../shared/notice-mark.ts';
import type { Notice } from '../shared/renderer.ts';
import { noticeSummary } from '../shared/summary.ts';
import { noticeFooter } from '../shared/texts.ts';
import { footer, note, rich, said, when } from './blocks.ts';
import { createCard, type TeamsMessage } from './message.ts';
import { heading } from './render-case.ts';
import { plainSaid, summaryOf } from './summary.ts';

const SIGNS: Readonly<Record<NoticeMark, string>> = { broken: '⚠️', well: '✅', plain: '📡' };

export const renderNotice = (notice: Notice): TeamsMessage => ({
  summary: summaryOf(noticeSummary(notice, plainSaid)),
  card: createCard([
    ...heading(SIGNS[noticeMarkOf(notice.code)], notice.title, 'Notice'),
    ...rich([said(notice.text, ROOM.notice)], { spacing: 'small' }),
    ...note(when(readMoment(notice.at))),
    ...footer(noticeFooter(notice.code)),
  ]),
});
