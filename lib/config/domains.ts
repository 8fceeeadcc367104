import * as z from 'zod/mini';
import { UNCONFIRMED_NAMES } from '../posture/filters.ts';
import { ConsoleUrl } from './console-url.ts';
import { HuntingPlace } from './hunting-place.ts';
import { addressProblem, parameterName, shaped } from './schema/setting-fields.ts';
import { choice, strict, textThat } from './schema/strict.ts';
import { ScopedVerdicts } from './verdicts.ts';

const baseUrl = z.pipe(
  textThat(
    (text) =>
      addressProblem(text) ??
      (new URL(text).search ? 'must not have a query: it is the part before /cases' : null),
  ),
  z.transform((text: string) => text.replace(/\/+$/, '')),
);

const queryName = shaped(/^[A-Za-z0-9_.[\]-]{1,64}$/, 'must be the name of a query parameter');

const namesOf = <K extends string>(known: Readonly<Record<K, string>>) => {
  const keys = Object.keys(known) as K[];
  const shape = Object.fromEntries(keys.map((key) => [key, z.optional(queryName)]));
  return z.optional(strict(shape as Record<K, z.ZodMiniOptional<typeof queryName>>));
};

/** One API key, which means one domain of the Security Posture API. */
export const Domain = strict({
  /** With its prefix: `https://.../api/v1/external`. */
  baseUrl,
  /** The name of the SSM parameter that holds the key, never the key. */
  apiKey: parameterName,
  /** The header that carries the key. */
  auth: z._default(choice(['x-api-key', 'bearer']), 'x-api-key'),
  /** For query parameters whose names differ from our guesses. */
  parameterNames: z.optional(
    strict({
      threats: namesOf(UNCONFIRMED_NAMES.threats),
      users: namesOf(UNCONFIRMED_NAMES.users),
      nhi: namesOf(UNCONFIRMED_NAMES.nhi),
    }),
  ),
  /** Where people open the platform: an address, or templates like `https://.../{kind}/{id}` for cases and threats. */
  consoleUrl: z.optional(ConsoleUrl),
  /** Who may decide cases of this domain, instead of the default. */
  verdicts: ScopedVerdicts,
  /** The information-protection table for hunting queries, whose name the contract does not state. */
  huntingTable: z.optional(shaped(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'must be the name of a table')),
  /** Where hunting queries are opened. */
  hunting: z.optional(HuntingPlace),
});
