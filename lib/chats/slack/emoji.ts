import type { Sign } from '../document/message-sign.ts';

/** The emoji that stands for each sign at the left edge of a message in Slack, by its name. */
export const EMOJI: Readonly<Record<Sign, string>> = {
  critical: 'red_circle',
  high: 'large_orange_circle',
  medium: 'large_yellow_circle',
  low: 'large_blue_circle',
  unrated: 'white_circle',
  underway: 'hourglass_flowing_sand',
  attention: 'warning',
  done: 'white_check_mark',
  closed: 'lock',
  threat: 'mag',
  storm: 'tornado',
  broken: 'warning',
  well: 'white_check_mark',
  notice: 'satellite_antenna',
  hello: 'wave',
  bulk: 'card_index_dividers',
};
