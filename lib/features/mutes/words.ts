import { readDuration } from '../../config/schema/duration.ts';
import type { ReadTakes, WordsFacet } from '../entry-points/words-facet.ts';
import type { Mutable } from './mute.ts';

export interface MuteTakes {
  readonly field: Mutable;
  readonly value: string;
  readonly critical: boolean;
  readonly forMs: number;
  /** Null: only what it would have hidden. */
  readonly reason: string | null;
}

/** Null: which there are. `choice`: of what waits for a second person. */
export interface MutesTakes {
  readonly id: string | null;
  readonly choice: 'approve' | 'decline' | null;
}

export interface NamedMute {
  readonly id: string;
}

/** Both null: which there are. */
export interface ProposalTakes {
  readonly id: string | null;
  readonly choice: 'mute' | 'no' | null;
}

const FIELDS: Readonly<Record<string, Mutable>> = {
  person: 'user',
  user: 'user',
  type: 'threatType',
  category: 'category',
  source: 'source',
  route: 'route',
  rule: 'route',
};

/** `person anna@acme.com critical 2h because she travels` */
function readMute(words: readonly string[]): MuteTakes | null {
  const at = words.findIndex((word) => word.toLowerCase() === 'because');
  const [kind = '', ...what] = at === -1 ? words : words.slice(0, at);
  const reason = at === -1 ? null : words.slice(at + 1).join(' ');
  const field = Object.hasOwn(FIELDS, kind.toLowerCase()) ? FIELDS[kind.toLowerCase()] : undefined;
  const forMs = readDuration(what.at(-1) ?? '');
  const critical = what.at(-2)?.toLowerCase() === 'critical';
  const value = what.slice(0, critical ? -2 : -1).join(' ');
  if (field === undefined || forMs === null || value === '' || reason === '') return null;
  const name = field === 'threatType' ? value.toLowerCase().replaceAll(/[ -]/g, '_') : value;
  return { field, value: name, critical, forMs, reason };
}

/** `3f2a91bc approve` */
function readMutes([id, choice, ...more]: readonly string[]): MutesTakes | null {
  if (choice === undefined) return { id: id ?? null, choice: null };
  const chosen = (['approve', 'decline'] as const).find((one) => one === choice.toLowerCase());
  return id !== undefined && chosen && more.length === 0 ? { id, choice: chosen } : null;
}

/** `3f2a91bc mute` */
function readProposals([id, choice, ...more]: readonly string[]): ProposalTakes | null {
  if (id === undefined) return { id: null, choice: null };
  const chosen = (['mute', 'no'] as const).find((one) => one === choice?.toLowerCase());
  return chosen && more.length === 0 ? { id: id.toLowerCase(), choice: chosen } : null;
}

const readUnmute: ReadTakes = ([id, ...more]) => (id === undefined || more.length > 0 ? null : { id });

export const words: WordsFacet = {
  mute: readMute,
  mutes: readMutes,
  unmute: readUnmute,
  proposals: readProposals,
};
