import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const HOME = dirname(createRequire(import.meta.url).resolve('@slack/web-api'));

/** `chat.postMessage` -> `ChatPostMessageResponse`, the type that the official client generates from real answers. */
const typeOf = (method: string): string =>
  `${method
    .split('.')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')}Response`;

/** Every field that the official client knows anywhere in the answers of a method. */
function knownFields(method: string): ReadonlySet<string> {
  const text = readFileSync(join(HOME, 'types', 'response', `${typeOf(method)}.d.ts`), 'utf8');
  const own = [...text.matchAll(/^\s+(\w+)\?:/gm)].map(([, field = '']) => field);
  // Of every answer: what `WebAPICallResult` says.
  const common = ['ok', 'error', 'needed', 'provided', 'warning', 'warnings', 'response_metadata'];
  return new Set([...own, ...common, 'next_cursor', 'messages', 'scopes', 'acceptedScopes', 'retryAfter']);
}

/** What an app puts there itself, under names of its own. */
const OWN = new Set(['blocks', 'event_payload', 'state', 'title', 'submit', 'close']);

/** The fields of an answer that no answer of Slack has. */
export function inventedFields(method: string, answer: unknown): string[] {
  const known = knownFields(method);
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null)
      for (const [field, inner] of Object.entries(value)) {
        if (!known.has(field)) found.add(field);
        if (!OWN.has(field)) walk(inner);
      }
  };
  walk(answer);
  return [...found];
}
