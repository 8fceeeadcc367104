export const OPS_CHANNEL = 'C0OPS0OPS0';
export const TEAM = '19:security@thread.tacv2';
export const TEAMS_OPS = '19:ops@thread.tacv2';

/** The channel of a lane. */
export const channelOf = (lane: string): string => `C0LANE0${lane.toUpperCase()}`;

/** The channel of a lane in Teams. */
export const teamsChannelOf = (lane: string): string => `19:lane-${lane}@thread.tacv2`;

/** A team of its own with one channel besides its General one. The bot is not in it. */
export const teamOf = (name: string): string => `19:team-${name}@thread.tacv2`;

/** The person whose cases go into a lane. */
export const personOf = (lane: string): string => `${lane}@acme.example`;
