import { createHash } from 'node:crypto';

const MAX_KEY_BYTES = 2_048;
/** Two parts of this length and a time fit into the 1,024 bytes of a sort key. */
const MAX_SORTED_BYTES = 400;
const HASHED = 'sha256:';

/** Without this, domain `a#cases` and an id that begins with `cases#` would share a row. */
export const escaped = (part: string): string => part.replaceAll('%', '%25').replaceAll('#', '%23');

export const unescaped = (part: string): string => part.replaceAll('%23', '#').replaceAll('%25', '%');

/** The server chooses ids. An id that does not fit into a key, or into UTF-8, is replaced by its hash. */
export function prefixed(prefix: string, id: string): string {
  const key = prefix + id;
  const fits =
    Buffer.byteLength(key) <= MAX_KEY_BYTES && !/\p{Surrogate}/u.test(id) && !id.startsWith(HASHED);
  return fits ? key : prefix + hashed(id);
}

/** The same for a part of a sort key. */
export function sortable(id: string): string {
  const key = escaped(id);
  const fits = Buffer.byteLength(key) <= MAX_SORTED_BYTES && !/\p{Surrogate}/u.test(key);
  return fits && !key.startsWith(HASHED) ? key : hashed(id);
}

export const isHashed = (id: string): boolean => id.startsWith(HASHED);

const hashed = (id: string): string => HASHED + createHash('sha256').update(id, 'utf16le').digest('hex');

export const iso = (ms: number): string => new Date(ms).toISOString();
/** For what is sorted by its number. */
export const padded = (n: number, digits: number): string => String(n).padStart(digits, '0');
