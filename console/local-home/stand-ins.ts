import type { Slack } from '../../local/slack/server.ts';
import type { Teams } from '../../local/teams/server.ts';

/** The systems on the other side that run here as stand-ins. Real ones are not in it. */
export interface StandIns {
  readonly slack?: Slack;
  readonly teams?: Teams;
  readonly postureApi?: ReferenceApi;
}

export interface ReferenceApi {
  readonly controlUrl: string;
  readonly docsUrl: string;
  /** The domains whose API it stands in for. */
  readonly domains: readonly string[];
}
