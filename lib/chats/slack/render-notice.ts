import { ROOM } from '../shared/message-limits.ts';
import { readMoment } from '../shared/read-date.ts';
import type { Notice } from '../shared/renderer.ts';
import { noticeFooter } from '../shared/texts.ts';
import type { SlackMessage } from './message.ts';
import { context, emoji, ours, richText, said, section, when } from './render-blocks.ts';
import { fallback, fallbackSaid } from './sentences.ts';

export const renderNotice = ({ code, title, text, at }: Notice): SlackMessage => ({
  text: fallback([fallbackSaid(title) || 'Notice', fallbackSaid(text)]),
  blocks: [
    ...richText([
      section([
        [emoji('satellite_antenna'), ours(' '), said(title, ROOM.headline, { bold: true }) ?? ours('Notice')],
        [said(text, ROOM.notice)],
        [when(readMoment(at))],
      ]),
    ]),
    context(noticeFooter(code)),
  ],
});
