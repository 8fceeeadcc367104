import { readMoment } from '../shared/read-date.ts';
import { ROOM } from '../shared/text-limits.ts';
import type { SlackMessage } from './message.ts';
import { context, emoji, ours, richText, said, section, when } from './render-blocks.ts';
import { fallback, fallbackSaid } from './sentences.ts';

/** Something that the bridge itself has to say, to the people who run it. */
export interface NoticeToTell {
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly at: string;
}

export const renderNotice = ({ code, title, text, at }: NoticeToTell): SlackMessage => ({
  text: fallback([fallbackSaid(title) || 'Notice', fallbackSaid(text)]),
  blocks: [
    ...richText([
      section([
        [emoji('satellite_antenna'), ours(' '), said(title, ROOM.headline, { bold: true }) ?? ours('Notice')],
        [said(text, ROOM.notice)],
        [when(readMoment(at))],
      ]),
    ]),
    context(`posture-bridge  ·  ${code.replace(/[^\w.-]/g, '').slice(0, 60) || 'notice'}`),
  ],
});
