import { NhiDetail } from '../schemas/nhi-detail.ts';
import type { Fleet, Nhi } from './nhi.ts';
import { accessOf, evidenceOf, storyOf } from './nhi-sections.ts';
import type { People } from './people.ts';
import { CONTRACT_VERSION } from './personas.ts';
import { createDice, mix, uuidOf } from './random.ts';
import { daysBefore } from './timeline.ts';

// Every section is null; required ones are filled in below.
const EMPTY = Object.fromEntries(Object.keys(NhiDetail.shape).map((name) => [name, null])) as Record<
  keyof NhiDetail,
  null
>;

export const createNhiPersonas = (options: {
  key: number;
  fleet: Fleet;
  people: People;
  startMs: number;
}) => {
  const { key, fleet, people, startMs } = options;
  const tenantId = uuidOf(key, 101);

  const identityOf = (nhi: Nhi, creator: string | null): NhiDetail['identity'] => ({
    display_name: nhi.item.display_name,
    nhi_class: nhi.item.nhi_class,
    nhi_class_label: nhi.item.nhi_class_label,
    archetype: nhi.item.archetype,
    archetype_label: nhi.item.archetype_label,
    provider: nhi.item.provider,
    principal_id: nhi.principalId,
    app_id: nhi.appId,
    owning_tenant_id: nhi.custody === 'ungoverned' ? null : tenantId,
    vendor_first_party: nhi.custody === 'system',
    first_seen: nhi.item.first_seen,
    last_seen: nhi.item.last_seen,
    archetype_explanation: nhi.item.has_persona ? `Its calls show that it ${nhi.duty}.` : null,
    creator_upn: creator,
  });

  /** What is known before the analysis has run: the identity, and that everything else is missing. */
  const bareDetail = (nhi: Nhi): NhiDetail => ({
    ...EMPTY,
    nuid: nhi.item.nuid,
    contract_version: CONTRACT_VERSION,
    identity: identityOf(nhi, null),
  });

  return {
    detailOf: (index: number): NhiDetail => {
      const nhi = fleet.at(index);
      if (!nhi.item.has_persona) return bareDetail(nhi);
      const dice = createDice(mix(key, 102), index);
      const steward = nhi.item.steward_upn === '' ? null : nhi.item.steward_upn;
      const creator = nhi.custody === 'system' ? null : people.at(people.pickIndex(dice.roll())).upn;
      return {
        ...bareDetail(nhi),
        generated_at: daysBefore(startMs, 0.1, 4, dice),
        identity: identityOf(nhi, creator),
        stewardship: { steward_upn: steward, creator_upn: creator, custody_kind: nhi.custody },
        stewards:
          steward === null ? [] : [{ upn: steward, basis: 'assigned owner', since: nhi.item.first_seen }],
        custody: {
          kind: nhi.custody,
          governed: nhi.custody !== 'ungoverned',
          last_review: nhi.custody === 'human' ? daysBefore(startMs, 10, 300, dice) : null,
        },
        access: accessOf(nhi, dice),
        ...storyOf(nhi, dice),
        ...evidenceOf(nhi, startMs, dice),
      };
    },
  };
};
