import type { ListedItem } from '../../case/answer-part.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import { NotFoundError } from '../../posture/errors.ts';
import type { Nhi, NhiDetail } from '../../posture/schemas/nhi.ts';
import { isUuid } from '../../posture/schemas/uuid.ts';
import { dotted, lines, moment, prefixed, said } from '../entry-points/desk/answer-words.ts';
import { type DomainAnswer, type DomainDesk, nothing } from '../entry-points/desk/domain-desk.ts';
import { listPage } from '../entry-points/desk/list-page.ts';
import { redactedPerson } from '../entry-points/desk/redacted.ts';
import { peopleOf, tellService } from './tell-service.ts';

/** Service identities: by a part of their name, or one by its id. */
export async function answerNhi(desk: DomainDesk, search: string): Promise<DomainAnswer> {
  if (isUuid(search)) {
    const detail = await desk.client.nhiDetail(search, desk.call).catch(noneIfNotFound);
    return detail
      ? { found: true, parts: tellNhi(desk, detail) }
      : nothing('No service identity with this id.');
  }
  const found: Nhi[] = [];
  const list = await listPage(
    desk,
    {
      async page(query, how) {
        const page = await desk.client.nhis.page(query, how);
        found.push(...page.items);
        return page;
      },
    },
    { search },
    { none: 'No service identity whose name or id holds this.', show: (item) => nhiLine(desk, item) },
  );
  const [one, ...others] = found;
  if (!one || others.length > 0 || (list.more ?? []).length > 0) return list;
  const detail = await desk.client.nhiDetail(one.nuid, desk.call).catch((failed: unknown) => ({ failed }));
  if (!('failed' in detail)) return { found: true, parts: tellNhi(desk, detail) };
  const line = { is: 'list', items: [nhiLine(desk, one)] } as const;
  return { found: true, parts: [line, ...failedParts(desk, detail.failed)] };
}

const noneIfNotFound = (error: unknown): null => {
  if (error instanceof NotFoundError) return null;
  throw error;
};

const failedParts = ({ explain }: Pick<DomainDesk, 'explain'>, error: unknown) =>
  lines(error instanceof NotFoundError ? ['The platform has no persona of it yet.'] : explain(error));

const named = (desk: DomainDesk, upn: string | null | undefined) =>
  said(upn ? redactedPerson(desk, [upn]).name : null, ROOM.email);

function nhiLine(desk: DomainDesk, item: Nhi): ListedItem {
  const { scrub } = redactedPerson(desk, [item.steward_upn]);
  return {
    words: dotted(
      said(item.display_name ? scrub(item.display_name) : null, ROOM.name),
      said(item.nhi_class_label ?? item.nhi_class, ROOM.signal),
      said(item.provider?.label ?? item.provider?.key, ROOM.signal),
      said(item.status, ROOM.signal),
      prefixed('steward ', named(desk, item.steward_upn)),
      prefixed('last seen ', moment(item.last_seen)),
      ['id ', ...said(item.nuid, ROOM.id)],
    ),
  };
}

function tellNhi(desk: DomainDesk, detail: NhiDetail) {
  const { scrub } = redactedPerson(desk, peopleOf(detail));
  return tellService(detail, {
    named: (upn) => named(desk, upn),
    shown: (text) => (text ? scrub(text) : null),
  });
}
