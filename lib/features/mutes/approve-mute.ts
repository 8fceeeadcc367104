import type { Person } from '../../case/answer.ts';
import { foldCase } from '../../routing/item-facts.ts';
import { comparePeople, type KnownPeople } from '../../verdict/same-person.ts';
import type { Mute, WaitingMute } from './mute.ts';

export const OWN_CASES = 'Nobody can mute cases about themselves. Ask a colleague.';

export const isAboutThem = ({ field, value }: Mute, addresses: readonly string[]): boolean =>
  field === 'user' && addresses.some((address) => foldCase(value) === foldCase(address));

/** Why this person cannot be the second one, in words; null if they can. */
export function approvalProblem(
  mute: WaitingMute,
  by: Person,
  { people, addresses }: { readonly people: KnownPeople; readonly addresses: readonly string[] },
): string | null {
  const second = comparePeople(mute.by, by, people);
  if (second === 'same') return 'A second person has to approve what you asked for.';
  // It may be the same person under another id. Nobody can tell, so it does not count as a second person.
  if (second === 'unknown')
    return 'Approve it in the chat where it was requested, unless `people` in the configuration names you both.';
  return isAboutThem(mute, addresses) ? OWN_CASES : null;
}
