import type { ListedItem } from '../../case/answer-part.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import { NotFoundError } from '../../posture/posture-errors.ts';
import type { Nhi, NhiDetail } from '../../posture/schemas/nhi.ts';
import { isUuid } from '../../posture/schemas/uuid.ts';
import { dotted, lines, moment, prefixed, said } from '../entry-points/command/answer-words.ts';
import { type CommandContext, type DomainAnswer, nothing } from '../entry-points/command/command-context.ts';
import { listPage } from '../entry-points/command/list-page.ts';
import { redactedPerson } from '../entry-points/command/redacted.ts';
import { peopleOf, tellService } from './tell-service.ts';

/** Service identities: by a part of their name, or one by its id. */
export async function answerNhi(context: CommandContext, search: string): Promise<DomainAnswer> {
  if (isUuid(search)) {
    const detail = await context.client.nhiDetail(search, context.call).catch(noneIfNotFound);
    return detail
      ? { found: true, parts: tellNhi(context, detail) }
      : nothing('No service identity with this id.');
  }
  const found: Nhi[] = [];
  const list = await listPage(
    context,
    {
      async page(query, how) {
        const page = await context.client.nhis.page(query, how);
        found.push(...page.items);
        return page;
      },
    },
    { search },
    { none: 'No service identity matches that name or id.', show: (item) => nhiLine(context, item) },
  );
  const [one, ...others] = found;
  if (!one || others.length > 0 || (list.more ?? []).length > 0) return list;
  const detail = await context.client
    .nhiDetail(one.nuid, context.call)
    .catch((failed: unknown) => ({ failed }));
  if (!('failed' in detail)) return { found: true, parts: tellNhi(context, detail) };
  const line = { is: 'list', items: [nhiLine(context, one)] } as const;
  return { found: true, parts: [line, ...failedParts(context, detail.failed)] };
}

const noneIfNotFound = (error: unknown): null => {
  if (error instanceof NotFoundError) return null;
  throw error;
};

const failedParts = ({ explain }: Pick<CommandContext, 'explain'>, error: unknown) =>
  lines(error instanceof NotFoundError ? ['The platform has no persona for it yet.'] : explain(error));

const named = (context: CommandContext, upn: string | null | undefined) =>
  said(upn ? redactedPerson(context, [upn]).name : null, ROOM.email);

function nhiLine(context: CommandContext, item: Nhi): ListedItem {
  const { scrub } = redactedPerson(context, [item.steward_upn]);
  return {
    words: dotted(
      said(item.display_name ? scrub(item.display_name) : null, ROOM.name),
      said(item.nhi_class_label ?? item.nhi_class, ROOM.signal),
      said(item.provider?.label ?? item.provider?.key, ROOM.signal),
      said(item.status, ROOM.signal),
      prefixed('steward ', named(context, item.steward_upn)),
      prefixed('last seen ', moment(item.last_seen)),
      ['id ', ...said(item.nuid, ROOM.id)],
    ),
  };
}

function tellNhi(context: CommandContext, detail: NhiDetail) {
  const { scrub } = redactedPerson(context, peopleOf(detail));
  return tellService(detail, {
    named: (upn) => named(context, upn),
    shown: (text) => (text ? scrub(text) : null),
  });
}
