import type { Slack } from '../slack/server.ts';
import type { Teams } from '../teams/server.ts';

/** The systems on the other side that are played here. What is real is not in it. */
export interface Played {
  readonly slack?: Slack;
  readonly teams?: Teams;
  readonly postureApi?: PlayedApi;
}

export interface PlayedApi {
  readonly controlUrl: string;
  readonly docsUrl: string;
  /** The domains that it plays. */
  readonly domains: readonly string[];
}
