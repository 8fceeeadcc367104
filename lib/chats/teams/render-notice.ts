import { ROOM } from '../shared/message-limits.ts';
import { readMoment } from '../shared/read-date.ts';
import type { Notice } from '../shared/renderer.ts';
import { noticeFooter } from '../shared/texts.ts';
import { footer, note, rich, said, when } from './blocks.ts';
import { createCard, type TeamsMessage } from './message.ts';
import { heading } from './render-case.ts';
import { plainSaid, summaryOf } from './summary.ts';

export const renderNotice = ({ code, title, text, at }: Notice): TeamsMessage => ({
  summary: summaryOf([plainSaid(title) || 'Notice', plainSaid(text)]),
  card: createCard([
    ...heading('📡', title, 'Notice'),
    ...rich([said(text, ROOM.notice)], { spacing: 'small' }),
    ...note(when(readMoment(at))),
    ...footer(noticeFooter(code)),
  ]),
});
