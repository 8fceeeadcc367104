import type { AnswerPart, ListedItem } from '../../case/answer-part.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import { NotFoundError } from '../../posture/posture-errors.ts';
import type { PersonaDetail } from '../../posture/schemas/persona.ts';
import type { User } from '../../posture/schemas/user.ts';
import { dotted, lines, longText, said, several } from '../entry-points/command/answer-words.ts';
import { type CommandContext, type DomainAnswer, nothing } from '../entry-points/command/command-context.ts';
import { listPage } from '../entry-points/command/list-page.ts';
import { NO_PEOPLE } from '../entry-points/command/redacted.ts';
import { tellPerson } from './tell-person.ts';

/** Somebody of the organization, with their persona where the platform has one. */
export async function answerWho(context: CommandContext, search: string): Promise<DomainAnswer> {
  if (context.show !== 'full') return nothing(NO_PEOPLE);
  const { client, call } = context;
  const users: User[] = [];
  const list = await listPage(
    context,
    {
      async page(query, how) {
        const page = await client.users.page(query, how);
        users.push(...page.items);
        return page;
      },
    },
    { search },
    { none: 'Nobody matches that name.', show: userLine },
  );
  const one = theOne(users, search, list);
  if (!one) return list;
  const [overview, detail] = await Promise.all([
    client.personaOverview(one.tuid, call).catch(asNone),
    client.personaDetail(one.tuid, call).catch(asNone),
  ]);
  return {
    found: true,
    parts: [
      { is: 'list', items: [userLine(one)] },
      ...personaParts(context, detail),
      ...(hasSummary(detail) ? [] : overviewParts(context, overview, detail)),
    ],
  };
}

/** The only one, or the one who has this very address. */
function theOne(users: readonly User[], search: string, { more = [] }: DomainAnswer): User | undefined {
  const wanted = search.toLowerCase();
  const named = users.filter(({ user_principal_name: upn, email_addresses: emails, name }) =>
    [upn, name, ...(emails ?? [])].some((text) => text?.toLowerCase() === wanted),
  );
  if (named.length === 1) return named[0];
  return users.length === 1 && more.length === 0 ? users[0] : undefined;
}

function userLine({ name, user_principal_name: upn, email_addresses, is_active }: User): ListedItem {
  const emails = (email_addresses ?? []).filter((email) => email.toLowerCase() !== upn?.toLowerCase());
  return {
    words: dotted(
      said(name, ROOM.name),
      said(upn, ROOM.email),
      several(emails.slice(0, 2), ROOM.email),
      is_active === false ? ['not active'] : [],
    ),
  };
}

/** An error is a part of the answer: the rest of it is known. */
type Failed = { readonly failed: unknown };
const asNone = (error: unknown): Failed => ({ failed: error });
const isFailed = (value: object): value is Failed => 'failed' in value;

const hasSummary = (detail: PersonaDetail | Failed): boolean =>
  !isFailed(detail) && detail.variant === 'persona' && !!detail.persona.overview?.summary?.trim();

function overviewParts(
  { explain }: Pick<CommandContext, 'explain'>,
  overview: { persona_overview?: string | null | undefined } | Failed,
  detail: PersonaDetail | Failed,
): readonly AnswerPart[] {
  if (!isFailed(overview)) return longText(overview.persona_overview);
  // Said once: both come from one place.
  if (isFailed(detail) || overview.failed instanceof NotFoundError) return [];
  return lines(explain(overview.failed));
}

function personaParts(
  { explain }: Pick<CommandContext, 'explain'>,
  detail: PersonaDetail | Failed,
): readonly AnswerPart[] {
  if (isFailed(detail)) {
    return lines(detail.failed instanceof NotFoundError ? [NO_PERSONA] : explain(detail.failed));
  }
  return detail.variant === 'persona' ? tellPerson(detail.persona) : lines([NO_PERSONA]);
}

const NO_PERSONA = 'The platform has no persona for them yet.';
