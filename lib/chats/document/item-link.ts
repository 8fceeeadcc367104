import { type LinkedKind, templateFor } from '../../config/console-links.ts';
import type { ConsoleUrl } from '../../config/console-url.ts';

/** The address that opens an item in the platform; null where the configuration names none. */
export type LinkOf = (kind: LinkedKind, domain: string, id: string) => string | null;

/** The longest id, encoded. Uuids have 36 characters, and ten links have to fit into a message. */
const LONGEST_ID = 100;

/**
 * The address of an item. Its id comes from outside, so it stays one piece of the address whatever it is: each sign that
 * means something there is encoded, and an id of dots, which means a folder above even when it is encoded, gets no link.
 */
export function itemLink(url: ConsoleUrl | undefined, kind: LinkedKind, id: string): string | null {
  const template = templateFor(url, kind);
  if (template === null || /^\.*$/.test(id) || /\p{Surrogate}/u.test(id)) return null;
  const encoded = encodeURIComponent(id).replace(
    /[!'()*~]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.length <= LONGEST_ID ? template.replaceAll('{id}', () => encoded) : null;
}
