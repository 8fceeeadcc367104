import type { PortCheck } from '../stand-in-kit/port-guard.ts';
import type { DrivenTime } from './function-process.ts';
import type { MeteredCall } from './meter/call-meter.ts';
import type { SignatureCheck } from './signature.ts';

export interface LocalCloudOptions {
  /** What `cdk synth` wrote. */
  readonly assemblyDir: string;
  /** Where tables and queues are kept, for one local cloud at a time; in memory without it. */
  readonly dataDir?: string;
  /** How many times faster than the clock schedules run, and Lambda's waits between retries. */
  readonly speed?: number;
  /** Time that its owner drives: schedules and event sources run by hand only, and functions wait for nothing. */
  readonly time?: DrivenTime;
  /** Parameters of SSM by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** What happens when a parameter is read that was not handed in. */
  readonly missingSecrets?: 'generate' | 'refuse';
  /** ARNs of queues that are not of the stack: a user's own. */
  readonly outsideQueues?: readonly string[];
  /** The keys that encrypt them, by their ARNs. */
  readonly outsideKeys?: Readonly<Record<string, string>> | undefined;
  /** ARNs of event buses, which a stack never has: they are a user's own. */
  readonly outsideBuses?: readonly string[];
  readonly region?: string;
  /** Of the front door, and of the HTTP APIs. Any free port without them. */
  readonly port?: number;
  readonly apiPort?: number;
  /** Whether a tunnel may stand in front of the HTTP APIs, so that they are called under other names. */
  readonly publicApis?: boolean;
  /** What is left unchecked, for tests of what each check keeps out. */
  readonly unchecked?: {
    readonly port?: readonly PortCheck[];
    readonly signature?: readonly SignatureCheck[];
  };
  /** Told every call to AWS that was answered, and what it would cost there. The cloud is slower for it. */
  readonly onCall?: (call: MeteredCall) => void;
  /** Told every line, and who says it: a function by its name, or the local cloud. */
  readonly log?: (from: string, line: string) => void;
}

/** The account of everything on this machine. */
export const ACCOUNT = '000000000000';
export const CLOUD = 'local cloud';
