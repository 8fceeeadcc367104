// Separate from the schema, so that functions that render links do not bundle the messages about a wrong configuration.
import type { ConsoleUrl } from './console-url.ts';

/** What `{kind}` stands for. */
export type LinkedKind = 'cases' | 'threats';

const PLACEHOLDER = /\{[^{}]*\}/g;

/** The address with `{id}` for one kind of thing; null where there is none. */
export function templateFor(url: ConsoleUrl | undefined, kind: LinkedKind): string | null {
  const found = typeof url === 'object' ? url[kind] : url;
  return found?.includes('{id}') ? found.replaceAll('{kind}', kind) : null;
}

/** The address of the platform as a whole; for templates, their site. */
export function platformAddress(url: ConsoleUrl | undefined): string | null {
  if (typeof url === 'string' && !url.includes('{')) return url;
  const found = typeof url === 'object' ? (url.cases ?? url.threats) : url;
  return found === undefined ? null : `${new URL(found.replace(PLACEHOLDER, 'x')).origin}/`;
}
