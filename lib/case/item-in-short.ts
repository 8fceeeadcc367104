import type { Case } from '../posture/schemas/case.ts';
import type { Threat } from '../posture/schemas/threat.ts';
import type { Severity } from '../posture/severity.ts';
import { severityOf } from './evidence.ts';
import { headlineOf } from './threat-type-words.ts';

/** An item that a chat was not shown. It names nobody, and its text stays with the platform. */
export interface ItemInShort {
  readonly feed: 'cases' | 'threats';
  readonly id: string;
  readonly createdAtMs: number;
  /** `Data exfiltration`; the categories of a threat. */
  readonly what: string;
  readonly severity: Severity | null;
}

/** An item that a mute or a dedupe window withheld. `at`: the chats from which a window withheld it. */
export interface WithheldItem extends ItemInShort {
  readonly at?: readonly string[] | undefined;
}

export interface WithheldPage {
  readonly items: readonly WithheldItem[];
  /** The cursor at the end of the page. */
  readonly place: string;
}

type Listed =
  | { readonly feed: 'cases'; readonly item: Case }
  | { readonly feed: 'threats'; readonly item: Threat };

export const itemInShort = (
  listed: Listed,
  { id, createdAtMs }: { readonly id: string; readonly createdAtMs: number },
): ItemInShort => ({
  feed: listed.feed,
  id,
  createdAtMs,
  what: listed.feed === 'cases' ? headlineOf(listed.item.threat_type) : kindOf(listed.item),
  severity: listed.feed === 'cases' ? severityOf(listed.item) : null,
});

const LONGEST_KIND = 120;
const kindOf = ({ category }: Threat): string =>
  (category ?? []).join(', ').slice(0, LONGEST_KIND) || 'Threat';
