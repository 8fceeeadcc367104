import type { PortCheck } from '../stand-in-kit/port-guard.ts';
import type { DrivenTime } from './function-process.ts';
import type { MeteredCall } from './meter/call-meter.ts';
import type { SignatureCheck } from './signature.ts';

export interface LocalCloudOptions {
  /** The output of `cdk synth`. */
  readonly assemblyDir: string;
  /** Where tables and queues are stored, for one local cloud at a time; in memory without it. */
  readonly dataDir?: string;
  /** How many times faster than real time schedules run, and Lambda's waits between retries. */
  readonly speed?: number;
  /** Time that its owner drives: schedules and event sources run only by hand, and functions wait for nothing. */
  readonly time?: DrivenTime;
  /** Parameters of SSM by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** What happens if a parameter is read that was not given. */
  readonly missingSecrets?: 'generate' | 'refuse';
  /** ARNs of queues outside the stack: the user's own. */
  readonly outsideQueues?: readonly string[];
  /** The keys that encrypt them, by their ARNs. */
  readonly outsideKeys?: Readonly<Record<string, string>> | undefined;
  /** ARNs of event buses, which are never part of the stack: the user's own. */
  readonly outsideBuses?: readonly string[];
  readonly region?: string;
  /** The ports of the front door and of the HTTP APIs. Any free port unless given. */
  readonly port?: number;
  readonly apiPort?: number;
  /** Whether a tunnel may be in front of the HTTP APIs, so that they are called under other names. */
  readonly publicApis?: boolean;
  /** Checks to leave out, for tests that show what each check keeps out. */
  readonly unchecked?: {
    readonly port?: readonly PortCheck[];
    readonly signature?: readonly SignatureCheck[];
  };
  /** Called for every answered call to AWS, with what it would cost there. It slows the cloud down. */
  readonly onCall?: (call: MeteredCall) => void;
  /** Called for every log line, with its origin: a function by its name, or the local cloud. */
  readonly log?: (from: string, line: string) => void;
}

/** The account of everything on this machine. */
export const ACCOUNT = '000000000000';
export const CLOUD = 'local cloud';
