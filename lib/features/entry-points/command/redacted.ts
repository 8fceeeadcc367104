import type { Answer } from '../../../case/answer.ts';
import { FORGOTTEN } from '../../../case/case-skeleton.ts';
import { partsOf } from '../../../outbox/redaction/known-people.ts';
import { NOT_SHOWN, redact } from '../../../outbox/redaction/redact.ts';
import { createScrub } from '../../../outbox/redaction/scrub.ts';
import type { Case } from '../../../posture/schemas/case.ts';
import type { Threat } from '../../../posture/schemas/threat.ts';
import type { CommandContext } from './command-context.ts';

type Redaction = Pick<CommandContext, 'show' | 'pseudonymOf'>;

/** A case as it may be shown to the person who asks. */
export function redactedCase(
  { show, pseudonymOf }: Redaction,
  item: Case,
  answer: Answer | null = null,
): { readonly item: Case; readonly answer: Answer | null } {
  const redacted = redact({ kind: 'case', item, trimmed: [] }, answer, show, pseudonymOf);
  return { item: redacted.content.kind === 'case' ? redacted.content.item : item, answer: redacted.answer };
}

export function redactedThreat({ show, pseudonymOf }: Redaction, item: Threat): Threat {
  const { content } = redact({ kind: 'threat', item, trimmed: [] }, null, show, pseudonymOf);
  return content.kind === 'threat' ? content.item : item;
}

/** What stands for a person, and a text about them; null where texts are not shown. */
export function redactedPerson(
  { show, pseudonymOf }: Redaction,
  names: readonly (string | null | undefined)[],
) {
  const known = names.filter((name): name is string => !!name?.trim());
  const [person] = known;
  if (show === 'full')
    return {
      name: [...new Set(known.toReversed())].join(' · '),
      scrub: (text: string): string | null => text,
    };
  const hide = (who: string): string => {
    if (who === FORGOTTEN) return who;
    return show === 'pseudonym' ? pseudonymOf(who) : NOT_SHOWN;
  };
  const scrub = createScrub(
    known.flatMap((name) => partsOf(name, person ?? name)),
    show === 'pseudonym' ? pseudonymOf : () => '(person)',
  );
  return {
    name: person === undefined ? '' : hide(person),
    scrub: (text: string): string | null => (show === 'minimal' ? null : scrub(text)),
  };
}

/** An answer to a search by name would tell whose pseudonym it is, so there is none. */
export const NO_PEOPLE =
  'People are not named here (`show` in the configuration), so you cannot search by name or address.';
