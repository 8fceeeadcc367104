import type { Hono } from 'hono';
import type { Domain } from '../domain.ts';
import type { ApiEnv, Service } from '../service.ts';
import type { PersonaKind } from '../world/people.ts';
import { readTenant } from './input.ts';

/** One identifier of each kind, to try an endpoint without paging through a listing. */
const samplesOf = (domain: Domain) => {
  const { people, fleet, sizes, drift, connectors } = domain;
  const firstPage = <Item>(page: { items: Item[] } | 'refused'): Item | undefined =>
    page === 'refused' ? undefined : page.items[0];
  const any = { filter: { matches: () => true }, pageSize: 1, policy: 'restart' } as const;
  const file = firstPage(domain.cases.page(any));
  const signal = firstPage(domain.threats.page(any));
  const withPersona = (kind: PersonaKind): string | null => {
    for (let index = 0; index < people.size; index += 1) {
      if (people.at(index).persona === kind) return people.at(index).tuid;
    }
    return null;
  };
  const nuidWhere = (hasPersona: boolean): string | null => {
    for (let index = 0; index < fleet.size; index += 1) {
      const { item } = fleet.at(index);
      if (item.has_persona === hasPersona) return item.nuid;
    }
    return null;
  };
  const person = people.size > 0 ? people.at(0) : undefined;
  return {
    case_id: file?.body.case_id ?? null,
    event_id: signal?.threat.event_id ?? null,
    tuid_with_persona: withPersona('complete'),
    tuid_with_partial_persona: withPersona('partial'),
    tuid_with_placeholder: withPersona('placeholder'),
    tuid_without_persona: withPersona('none'),
    nuid: nuidWhere(true),
    nuid_without_persona: nuidWhere(false),
    connector_types: Object.fromEntries(
      connectors
        .all()
        .reverse()
        .map(({ status, connector_type }) => [status, connector_type]),
    ),
    drift_id: drift.size > 0 ? drift.idAt(0) : null,
    user_email: person?.email ?? null,
    user_principal_name: person?.upn ?? null,
    sizes: { ...sizes, users: people.size, nhi: fleet.size },
  };
};

export const addSampleControls = (app: Hono<ApiEnv>, service: Service): void => {
  app.get('/samples', (c) => {
    const chosen = c.req.query('domain');
    const tenants = chosen === undefined ? [...service.tenants.values()] : [readTenant(service, c)];
    return c.json({
      domains: Object.fromEntries(tenants.map(({ domain }) => [domain.name, samplesOf(domain)])),
    });
  });
};
