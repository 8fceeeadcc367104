import type { z } from '@hono/zod-openapi';
import type { Domain } from './domain.ts';
import type { FeedFilter } from './feed/feed.ts';
import type { CaseQuery } from './schemas/case.ts';
import type { NhiQuery } from './schemas/nhi.ts';
import type { ThreatQuery } from './schemas/threat.ts';
import type { CreatedAfterEdge } from './settings.ts';
import type { CaseFile } from './world/cases.ts';
import { scenariosMatching } from './world/catalog.ts';
import { caseClassesMatching } from './world/layout.ts';
import type { Signal } from './world/signals.ts';

// Items added through the control surface may have a null where the contract shows a string.
const sameText = (held: string | null, wanted: string): boolean =>
  typeof held === 'string' && held.toLowerCase() === wanted.toLowerCase();

export const caseFilter = (
  domain: Domain,
  query: z.infer<typeof CaseQuery>,
  edge: CreatedAfterEdge,
): FeedFilter<CaseFile> => {
  const { email, state, threat_type: type } = query;
  const after = query.created_after === undefined ? undefined : Date.parse(query.created_after);
  const fromMs = after === undefined || edge === 'inclusive' ? after : after + 1;
  const toMs = query.created_before === undefined ? undefined : Date.parse(query.created_before);
  return {
    ...(email === undefined ? {} : { owner: domain.people.findByEmail(email) ?? null }),
    ...(state === undefined && type === undefined ? {} : { classes: caseClassesMatching({ state, type }) }),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
    matches: (file) => {
      const createdMs = Date.parse(file.body.created_at);
      return (
        (email === undefined || sameText(file.body.user_email, email)) &&
        (state === undefined || file.state === state) &&
        (type === undefined || file.body.threat_type === type) &&
        (fromMs === undefined || createdMs >= fromMs) &&
        (toMs === undefined || createdMs < toMs)
      );
    },
  };
};

export const threatFilter = (
  domain: Domain,
  query: z.infer<typeof ThreatQuery>,
): FeedFilter<Signal> | 'two-users' => {
  const { email, tuid, category, source } = query;
  const named = email === undefined ? undefined : domain.people.findByLogin(email);
  const numbered = tuid === undefined ? undefined : domain.people.findByTuid(tuid);
  if (email !== undefined && tuid !== undefined && named !== numbered) return 'two-users';
  const owner = named ?? numbered;
  const anyOwner = email === undefined && tuid === undefined;
  const namedTuid = named === undefined ? undefined : domain.people.at(named).tuid;
  return {
    ...(anyOwner ? {} : { owner: owner ?? null }),
    ...(category === undefined && source === undefined
      ? {}
      : { classes: scenariosMatching({ category, source }) }),
    matches: ({ threat }) =>
      (email === undefined || sameText(threat.user_email, email) || threat.tuid === namedTuid) &&
      (tuid === undefined || sameText(threat.tuid, tuid)) &&
      (category === undefined || (threat.category ?? []).includes(category)) &&
      (source === undefined || threat.source === source),
  };
};

const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '');

export const userMatcher = (domain: Domain, search: string | undefined): ((index: number) => boolean) => {
  if (search === undefined) return () => true;
  const wanted = search.toLowerCase();
  return (index) => {
    const { name, upn } = domain.people.at(index);
    return name.toLowerCase().includes(wanted) || upn.includes(wanted);
  };
};

export const nhiMatcher = (
  domain: Domain,
  query: Omit<z.infer<typeof NhiQuery>, 'page_size' | 'next_cursor'>,
): ((index: number) => boolean) => {
  const classes = query.nhi_class === undefined ? undefined : listed(query.nhi_class);
  const providers = query.provider === undefined ? undefined : listed(query.provider);
  const wanted = query.search?.toLowerCase();
  return (index) => {
    const { item, principalId, appId } = domain.fleet.at(index);
    return (
      (query.status === 'all' || item.status === query.status) &&
      (query.has_persona === undefined || item.has_persona === (query.has_persona === 'true')) &&
      (classes === undefined || classes.includes(item.nhi_class)) &&
      (providers === undefined ||
        providers.includes(item.provider.key) ||
        providers.includes(item.provider.label.toLowerCase())) &&
      (wanted === undefined ||
        [item.display_name, principalId, appId ?? ''].some((text) => text.toLowerCase().includes(wanted)))
    );
  };
};
