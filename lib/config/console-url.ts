import * as z from 'zod/mini';
import { addressProblem } from './schema/setting-fields.ts';
import { strict, textThat } from './schema/strict.ts';

/** With this limit, ten links fit into every message. */
const LONGEST = 250;
const PLACEHOLDER = /\{[^{}]*\}/g;
const KNOWN: ReadonlySet<string> = new Set(['{kind}', '{id}']);

/** The address of the platform, or a template with the id of what it opens. */
function templateProblem(text: string): string | null {
  const placeholders: readonly string[] = text.match(PLACEHOLDER) ?? [];
  if (placeholders.length === 0) return addressProblem(text);
  const unknown = placeholders.find((one) => !KNOWN.has(one));
  if (unknown !== undefined) return 'has a placeholder that is neither {kind} nor {id}';
  if (!placeholders.includes('{id}')) return NO_ID;
  if (text.length > LONGEST) return `must be at most ${LONGEST} characters long`;
  // After the `#` a page may keep its own address; the rest is checked like every other address.
  const [address = '', ...fragment] = text.replace(PLACEHOLDER, 'x').split('#');
  if (fragment.length > 1) return 'must have at most one #';
  const problem = addressProblem(address);
  if (problem !== null) return problem;
  const [before = ''] = text.split('{');
  return /^[a-z]+:\/\/[^/?#]+[/?#]/.test(before)
    ? null
    : 'must have its placeholders behind the name of the host';
}

const NO_ID = 'must have {id} where the id goes';
const template = textThat(templateProblem);
const withId = textThat((text) => templateProblem(text) ?? (text.includes('{id}') ? null : NO_ID));

const FORM =
  'must be an address, like https://app.example.com or https://app.example.com/{kind}/{id}, or { cases, threats } with one for each';

/** Where people open the platform. */
export const ConsoleUrl = z.union(
  [template, strict({ cases: z.optional(withId), threats: z.optional(withId) })],
  FORM,
);
export type ConsoleUrl = z.output<typeof ConsoleUrl>;
