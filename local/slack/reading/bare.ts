import type { Names } from './names.ts';
import { BROADCASTS, type Live } from './tokens.ts';

const ADDRESS =
  /(?<![\w@/.-])(?:[a-z][a-z0-9+.-]*:\/\/[^\s<>|]+|mailto:[^\s<>|]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:[\w-]+\.)+[a-z]{2,}(?:[:/?#][^\s<>|]*)?)/gi;

const withScheme = (found: string): string => {
  if (/^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:)/i.test(found)) return found;
  return /^[^/]+@/.test(found) ? `mailto:${found}` : `http://${found}`;
};

/** Addresses that Slack links on its own. `report.pdf` counts too: Slack has its own list of top-level domains. */
export const readBareUrls = (text: string): Live[] =>
  [...text.matchAll(ADDRESS)].map(([found]) => ({
    kind: 'link',
    url: withScheme(found.replace(/[.,;:!?)\]'"]+$/, '')),
    bare: true,
  }));

/** `@here`, and existing `@names` and `#channels`. */
export const readBareNames = (text: string, names: Names): Live[] => {
  const live: Live[] = [];
  for (const [, sign, name = ''] of text.matchAll(/(?<![\w@#.&/-])([@#])([\w.-]*\w)/g)) {
    const known = name.toLowerCase();
    const range = BROADCASTS.find((broadcast) => broadcast === known);
    const channel = sign === '#' ? names.findChannel(known) : undefined;
    const person = sign === '@' && range === undefined ? names.findPerson(known) : undefined;
    if (sign === '@' && range !== undefined) live.push({ kind: 'broadcast', who: range, bare: true });
    else if (channel !== undefined) live.push({ kind: 'channel', who: channel, bare: true });
    else if (person !== undefined) live.push({ kind: person.kind, who: person.id, bare: true });
  }
  return live;
};
