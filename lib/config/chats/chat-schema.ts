import * as z from 'zod/mini';
import type { Finding } from '../schema/read-unknown.ts';
import { choice } from '../schema/strict.ts';

/** Anything that a person may have written. */
export type Raw = Readonly<Record<string, unknown>>;

/** The schema of a chat in the configuration. Separate from its section, so that no function bundles it. */
export interface ChatSchema<
  App = unknown,
  Written extends { readonly type: string } = { readonly type: string },
  Complete extends Written = Written,
> {
  /** The section named after the chat: the app or bot, with the names of its secrets. */
  readonly App: z.ZodMiniType;
  readonly Destination: z.ZodMiniType & { readonly shape: Readonly<Record<string, z.ZodMiniType>> };
  /** The id of one person. */
  readonly person: z.ZodMiniType<string, string>;
  /** The lists of people that `verdicts.allow` accepts. */
  readonly people: Readonly<Record<string, z.ZodMiniType>>;
  /** Whether a destination needs the app; then analysts can decide cases there. */
  needsApp(destination: Raw): boolean;
  /** What the app section must hold, for the message that says it is missing. */
  readonly appHolds: string;
  check(input: { readonly destinations: unknown; readonly domains: unknown }): readonly Finding[];
  /** A destination completed with values from the app. */
  complete(destination: Written, app: App | undefined): Complete;
}

/** What every destination in a chat may show about people. */
export const display = {
  /** `pseudonym`: one stable name per person that reveals nothing. `minimal`: no person and no free text. */
  show: z.optional(choice(['full', 'pseudonym', 'minimal'])),
  /** `quiet`: notifications, which appear on locked screens, say nothing about people. */
  notify: z.optional(choice(['full', 'quiet'])),
};
export interface Display {
  readonly show?: 'full' | 'pseudonym' | 'minimal' | undefined;
  readonly notify?: 'full' | 'quiet' | undefined;
}

/** A list of people in `verdicts.allow`; empty unless given. */
export const listOfPeople = (person: z.ZodMiniType<string, string>) => z._default(z.array(person), []);
