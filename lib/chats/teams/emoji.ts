import type { Sign } from '../document/message-sign.ts';

/** The emoji that stands for each sign at the left edge of a message in Teams. */
export const EMOJI: Readonly<Record<Sign, string>> = {
  critical: '🔴',
  high: '🟠',
  medium: '🟡',
  low: '🔵',
  unrated: '⚪',
  underway: '⏳',
  attention: '⚠️',
  done: '✅',
  closed: '🔒',
  threat: '🔍',
  storm: '🌪️',
  broken: '⚠️',
  well: '✅',
  notice: '📡',
  hello: '👋',
  bulk: '🗂️',
};
