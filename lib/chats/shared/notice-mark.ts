/** The sign before a notice: what broke, and what works again, are told apart at a glance. */
export type NoticeMark = 'broken' | 'well' | 'plain';

const BROKEN = new Set(['destination_closed', 'feed_unauthorized']);
const WELL = new Set(['destination_open', 'destination_was_closed', 'feed_authorized', 'canary_back']);

export const noticeMarkOf = (code: string): NoticeMark =>
  BROKEN.has(code) ? 'broken' : WELL.has(code) ? 'well' : 'plain';
