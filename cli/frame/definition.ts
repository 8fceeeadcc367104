import type { Line } from '../../lib/base/terminal.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { Needs, OpenBridge } from '../aws/open-bridge.ts';
import type { Page } from './docs-page.ts';

/** A flag, in the words of its help. */
export interface Flag {
  readonly type: 'string' | 'boolean';
  /** The placeholder for its value: `NAME`. */
  readonly value?: string;
  readonly words: string;
  readonly multiple?: boolean;
  readonly default?: string;
}
export type Flags = Readonly<Record<string, Flag>>;

type ValueOf<One extends Flag> = One extends { readonly type: 'boolean' }
  ? boolean
  : One extends { readonly multiple: true }
    ? readonly string[]
    : One extends { readonly default: string }
      ? string
      : string | undefined;
export type Values<Own extends Flags> = { readonly [Name in keyof Own]: ValueOf<Own[Name]> };

/** An argument of the command that is not a flag: `replay ITEM`. */
export interface Word {
  readonly name: string;
  readonly words: string;
  readonly optional?: boolean;
  /** Takes any number of them. */
  readonly many?: boolean;
}

/** How it is typed, without the name of the program, and what it does. */
export interface Example {
  readonly line: string;
  readonly words: string;
}

/** The answer of a command: for programs, and for people. */
export interface Told {
  readonly value: unknown;
  readonly lines: readonly Line[];
  /** False: something is wrong with what was asked about, and the command exits with 1. */
  readonly well?: boolean;
}

/** The flags that many commands share; absent if a command does not take them. */
interface Shared {
  readonly config: string;
  readonly name?: string;
  readonly local?: boolean;
  readonly table?: string;
  readonly yes?: boolean;
}

/** What a command gets. */
export interface Asked<Own extends Flags = Record<never, Flag>> {
  readonly flags: Values<Own> & Omit<Shared, keyof Own>;
  readonly words: readonly string[];
  readonly json: boolean;
  /** The bridge that the flags name, opened once. */
  bridge(needs?: Needs): Promise<OpenBridge>;
  /** The configuration that the flags name. */
  config(): Promise<BridgeConfig>;
  /** Says what is about to happen, and goes on only with `--yes` or if a person at a terminal agrees. */
  confirm(...plan: readonly string[]): Promise<void>;
}

export interface Command<Own extends Flags = Flags> {
  /** As it is typed: `dlq list`. */
  readonly name: string;
  readonly group: Group;
  /** Where the docs say more: each help and each error leads there. */
  readonly page: Page;
  /** One line, in the list of all commands. */
  readonly summary: string;
  /** Further explanation. */
  readonly about?: string;
  readonly words?: readonly Word[];
  readonly flags: Own;
  /** It reads or changes a running bridge: on AWS, or the local home. */
  readonly needsBridge?: boolean;
  readonly needsConfig?: boolean;
  /** It changes something, and asks first. */
  readonly changes?: boolean;
  readonly examples: readonly Example[];
  run(asked: Asked<Own>): Promise<Told | undefined>;
  /** Explains errors that are not about flags, configuration or AWS. */
  explain?(error: unknown): unknown;
  /** The program that handles the rest of the line, with its own flags and help. */
  readonly program?: readonly string[];
}

export const GROUPS = ['Set up', 'Deploy', 'Look', 'Act', 'People', 'Other'] as const;
export type Group = (typeof GROUPS)[number];

/** Keeps the types of the flags for `run`, and hides them from code that lists commands. */
export const defineCommand = <const Own extends Flags>(command: Command<Own>): Command =>
  command as unknown as Command;

/** The flags that say which bridge. */
export const BRIDGE_FLAGS = {
  name: {
    type: 'string',
    value: 'NAME',
    words: 'of the bridge, as it was deployed; posture-bridge unless given',
  },
  profile: { type: 'string', value: 'NAME', words: 'of AWS, as in ~/.aws/config; AWS_PROFILE unless given' },
  region: {
    type: 'string',
    value: 'REGION',
    words: 'of AWS; AWS_REGION or that of the profile unless given',
  },
  local: {
    type: 'boolean',
    words: 'the bridge that npm start runs on this machine, instead of one on AWS; asks which if several run',
  },
  table: {
    type: 'string',
    value: 'NAME',
    words: 'the table of the bridge, where the stack does not say it; TABLE_NAME unless given',
  },
} as const satisfies Flags;

export const CONFIG_FLAGS = {
  config: {
    type: 'string',
    value: 'FILE',
    default: 'bridge.config.ts',
    words: 'another configuration than bridge.config.ts; with --local, than the one that it was started with',
  },
} as const satisfies Flags;

export const CHANGE_FLAGS = {
  yes: { type: 'boolean', words: 'does it without asking' },
} as const satisfies Flags;

export const EVERY_FLAGS = {
  json: { type: 'boolean', words: 'the answer as JSON, for programs' },
  help: { type: 'boolean', words: 'this text' },
} as const satisfies Flags;

/** All flags that a command takes, its own first. */
export const flagsOf = ({ flags, needsBridge, needsConfig, changes }: Command): Flags => ({
  ...flags,
  ...(changes && CHANGE_FLAGS),
  ...(needsConfig && CONFIG_FLAGS),
  ...(needsBridge && BRIDGE_FLAGS),
  ...EVERY_FLAGS,
});
