import type { ListedItem } from '../../chats/shared/command-answer.ts';
import { ROOM } from '../../chats/shared/message-limits.ts';
import { NotFoundError } from '../../posture/errors.ts';
import type { Nhi, NhiDetail } from '../../posture/schemas/nhi.ts';
import { isUuid } from '../../posture/schemas/uuid.ts';
import { type DomainAnswer, type DomainDesk, nothing } from '../desk/domain-desk.ts';
import { veiledPerson } from '../desk/veiled.ts';
import {
  coverageLines,
  dotted,
  fact,
  lines,
  moment,
  number,
  prefixed,
  said,
  section,
  several,
  yesOrNo,
} from '../desk/words.ts';
import { listPage } from './list-page.ts';

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
  said(upn ? veiledPerson(desk, [upn]).name : null, ROOM.email);

function nhiLine(desk: DomainDesk, item: Nhi): ListedItem {
  const { scrub } = veiledPerson(desk, [item.steward_upn]);
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
  const { overview, identity, role, stewardship, access, cluster, risk_lens, coverage } = detail;
  const people = [stewardship?.steward_upn, stewardship?.creator_upn, identity?.creator_upn];
  const { scrub } = veiledPerson(desk, people);
  const shown = (text: string | null | undefined) => (text ? scrub(text) : null);
  return [
    ...lines(
      dotted(
        said(shown(identity?.display_name), ROOM.name),
        said(identity?.nhi_class_label ?? identity?.nhi_class, ROOM.signal),
        said(identity?.archetype_label ?? identity?.archetype, ROOM.signal),
        said(identity?.provider?.label ?? identity?.provider?.key, ROOM.signal),
      ),
      ...fact('Steward', named(desk, stewardship?.steward_upn)),
      ...fact('Creator', named(desk, stewardship?.creator_upn ?? identity?.creator_upn)),
      ...fact('Custody', said(stewardship?.custody_kind, ROOM.signal)),
      ...fact('App id', said(identity?.app_id, ROOM.id)),
      ...fact('Last seen', moment(identity?.last_seen)),
    ),
    ...section(
      'Role',
      shown(overview?.summary),
      fact('Observed role', said(shown(role?.observed_role))),
      fact('Purpose', said(shown(role?.purpose))),
      fact('Compared with others', said(role?.match, ROOM.signal)),
      fact('Cluster', said(shown(cluster?.name), ROOM.name)),
    ),
    ...section(
      'Access',
      shown(access?.summary),
      fact('Permissions', number(access?.permission_count)),
      fact('Privileged', number(access?.privileged_count)),
      fact('More than it uses', yesOrNo(access?.over_permission)),
      fact('Systems', several(access?.systems)),
      fact('Data stores', several(access?.data_stores)),
    ),
    ...section(
      'Risk',
      null,
      fact('Blast radius', said(shown(risk_lens?.blast_radius))),
      fact('Reaches the control plane', yesOrNo(risk_lens?.reaches_control_plane)),
    ),
    ...section('How sure the platform is', null, coverageLines(coverage)),
  ];
}
