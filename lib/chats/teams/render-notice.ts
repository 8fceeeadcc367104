import { readMoment } from '../shared/read-date.ts';
import { ROOM } from '../shared/text-limits.ts';
import { footer, note, rich, said, when } from './blocks.ts';
import { createCard, type TeamsMessage } from './message.ts';
import { heading } from './render-case.ts';
import { plainSaid, summaryOf } from './summary.ts';

/** Something that the bridge itself has to say, to the people who run it. */
export interface NoticeToTell {
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly at: string;
}

export const renderNotice = ({ code, title, text, at }: NoticeToTell): TeamsMessage => ({
  summary: summaryOf([plainSaid(title) || 'Notice', plainSaid(text)]),
  card: createCard([
    ...heading('📡', title, 'Notice'),
    ...rich([said(text, ROOM.notice)], { spacing: 'small' }),
    ...note(when(readMoment(at))),
    ...footer(`posture-bridge  ·  ${code.replace(/[^\w.-]/g, '').slice(0, 60) || 'notice'}`),
  ]),
});
