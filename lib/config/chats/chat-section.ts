import * as z from 'zod/mini';
import type { Finding } from '../schema/read-unknown.ts';

/** Anything that a person may have written. */
export type Raw = Readonly<Record<string, unknown>>;

/** Who is named for one chat in `verdicts.allow`. */
export interface NamedPeople {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** What the configuration and the stack know about one chat. Its name is the key in the list of chats. */
export interface ChatSection<
  App = unknown,
  Written extends { readonly type: string } = { readonly type: string },
  Complete extends Written = Written,
> {
  /** As people write it: `Slack`. */
  readonly label: string;
  /** The section of the same name: the app or bot, with the names of its secrets. */
  readonly App: z.ZodMiniType;
  readonly Destination: z.ZodMiniType;
  /** The lists of people that `verdicts.allow` understands. */
  readonly people: Readonly<Record<string, z.ZodMiniType>>;
  namedIn(allow: Readonly<Record<string, readonly string[]>>): NamedPeople;

  /** Whether a destination needs the app; then analysts can decide cases there. */
  needsApp(destination: Raw): boolean;
  /** What the app must hold, for the sentence that says it is missing. */
  readonly appHolds: string;
  /** The bot posts before there is a destination: it says in its first post what the configuration needs to know. */
  readonly postsFirst: boolean;
  check(input: { readonly destinations: unknown; readonly domains: unknown }): readonly Finding[];
  /** A destination with what it takes from the app. */
  complete(destination: Written, app: App | undefined): Complete;

  /** Names of the secrets that the notifier needs. */
  secretsToPost(destinations: readonly Complete[], app: App | undefined): readonly string[];
  /** Names of the secrets that the action function needs. */
  secretsToAnswer(app: App): readonly string[];

  /** Where the chat sends clicks. */
  readonly requests: {
    readonly path: string;
    /** Why the address needs no other authorization. */
    readonly proof: string;
    /** Why genuine requests may be refused. */
    readonly wrong: string;
    readonly waitsMs: number;
    /** The chat also sends news about its channels, which go to the chat's own queue. */
    readonly newsOfChannels: boolean;
    readonly output: { readonly id: string; readonly description: string };
  };
}

/** A list of people in `verdicts.allow`; empty unless given. */
export const listOfPeople = (person: z.ZodMiniType<string, string>) => z._default(z.array(person), []);
