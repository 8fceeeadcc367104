import type { BridgeConfig } from './define-bridge.ts';

/** The surfaces that are chats. */
export const CHATS = ['slack', 'teams'] as const;
export type ChatName = (typeof CHATS)[number];

type Said = Pick<BridgeConfig, 'destinations' | 'teams'>;

/**
 * The chats that something is posted to. A bot of Teams says in its first post what the configuration needs to know of a
 * channel, so it can post before there is a destination.
 */
export const postedTo = ({ destinations, teams }: Said): readonly ChatName[] =>
  CHATS.filter(
    (chat) =>
      (chat === 'teams' && teams !== undefined) ||
      Object.values(destinations).some(({ type }) => type === chat),
  );

/** The chats in which people can press something. */
export const clickedIn = (config: Said): readonly ChatName[] =>
  postedTo(config).filter((chat) => chat !== 'teams' || config.teams !== undefined);
