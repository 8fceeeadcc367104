import type { Slack } from '../../local/slack/server.ts';
import type { Teams } from '../../local/teams/server.ts';

/** The stand-ins that run here for other systems. Real systems are not included. */
export interface StandIns {
  readonly slack?: Slack;
  readonly teams?: Teams;
  readonly postureApi?: ReferenceApi;
}

export interface ReferenceApi {
  readonly controlUrl: string;
  readonly docsUrl: string;
  /** The domains whose API it replaces. */
  readonly domains: readonly string[];
}
