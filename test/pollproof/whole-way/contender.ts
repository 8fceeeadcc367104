import type { Slack } from '../../../local/slack/server.ts';
import type { ReferenceServer } from '../../support/posture-api.ts';

/** What brings cases from the API to a channel of Slack, and a verdict back. */
export interface Contender {
  readonly name: string;
  /** How many lines somebody has to own, and of what. */
  readonly owned: string;
  start(): Promise<Standing>;
}

/** One of them at work, between the reference server and the Slack stand-in. */
export interface Standing {
  readonly api: ReferenceServer;
  readonly slack: Slack;
  readonly channel: string;
  /** Ends all of its processes in the middle of what they do; they come back at once. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export const EVERY_S = 5;
export const CHANNEL = 'C0LANE0SOC';
/** The two who may decide. */
export { ANNA, BEN } from '../../support/bridge/people.ts';
