import type {
  Answer,
  CaseVerdict,
  Claim,
  Decision,
  DecisionState,
  Person,
} from '../../../../lib/case/answer.ts';
import type { CaseFacts } from '../../../../lib/case/case-facts.ts';
import { createCaseStory } from '../../../../lib/chats/document/create-case-story.ts';
import { itemLink } from '../../../../lib/chats/document/item-link.ts';
import type { VerdictsConfig } from '../../../../lib/config/define-bridge.ts';
import { Verdicts } from '../../../../lib/config/verdicts.ts';
import type { Case, CaseEvent } from '../../../../lib/posture/schemas/case.ts';
import { failureText } from '../../../../lib/verdict/failure-text.ts';

export const NOW_MS = Date.parse('2026-11-15T10:00:00Z');

export const ANNA: Person = { surface: 'slack', id: 'U0ANNA', name: 'Anna Berg' };
export const BO: Person = { surface: 'slack', id: 'U0BO', name: 'Bo Lind' };

export const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const event = (number: number, fields: Partial<CaseEvent> = {}): CaseEvent => ({
  event_id: uuid(number),
  title: `Event ${number}`,
  source: 'SigninLogs',
  severity: 'medium',
  created_at: '2026-11-15T09:00:00Z',
  ...fields,
});

export const CASE: Case = {
  case_id: '7f3e2a10-1111-4222-8333-444455556666',
  user_name: 'Dana Frost',
  user_email: 'dana.frost@acme.example',
  threat_type: 'data_exfiltration',
  threat_brief: 'Downloaded 4,812 files to a personal device after hours',
  created_at: '2026-11-15T09:41:00Z',
  events: [
    event(1, {
      title: 'Mass download from SharePoint, 4,812 files',
      source: 'CloudAppEvents',
      severity: 'HIGH',
      flagged: true,
      created_at: '2026-11-15T09:12:00Z',
    }),
    event(2, { title: 'Sign-in from a new country', severity: 'high', created_at: '2026-11-15T09:08:00Z' }),
    event(3),
    event(4),
    event(5),
    event(6),
  ],
};

export const rules = (outcomes: object = {}): VerdictsConfig =>
  Verdicts.parse({ allow: 'anyone-in-channel', outcomes });

/** As the configuration of a domain leads to them. */
export const LINKS = {
  linkOf: (kind: 'cases' | 'threats', _domain: string, id: string) =>
    itemLink('https://console.example/{kind}/{id}', kind, id),
  huntingPlaceOf: () => ({ tenantId: '00000000-0000-4000-8000-00000000000f' }),
};

export const decision = (state: DecisionState, fields: Partial<Decision> = {}): Decision => ({
  id: 'd1',
  outcome: 'TRUE_POSITIVE',
  comment: null,
  eventIds: [],
  by: ANNA,
  place: 'soc',
  clickedAtMs: NOW_MS,
  overrides: null,
  approvedBy: null,
  episode: 0,
  state,
  ...fields,
});

export const verdict = (state: DecisionState, fields: Partial<Decision> = {}): CaseVerdict => ({
  domain: 'acme',
  caseId: CASE.case_id,
  version: 1,
  decision: decision(state, fields),
  trail: [],
});

export const STATES: readonly DecisionState[] = [
  { is: 'awaiting-approval' },
  { is: 'undoable', sinceMs: NOW_MS, untilMs: NOW_MS + 10_000 },
  { is: 'posting', sinceMs: NOW_MS },
  {
    is: 'waiting',
    because: 'not-ready',
    untilMs: NOW_MS + 3_600_000,
    readyAtMs: NOW_MS + 86_400_000,
    sinceMs: NOW_MS,
  },
  { is: 'waiting', because: 'rate-limited', untilMs: NOW_MS + 60_000, sinceMs: NOW_MS },
  { is: 'waiting', because: 'unreachable', untilMs: NOW_MS + 60_000, sinceMs: NOW_MS },
  { is: 'recorded', atMs: NOW_MS, resolved: true },
  { is: 'recorded', atMs: NOW_MS, resolved: false },
  {
    is: 'failed',
    because: 'rejected',
    message: failureText('rejected'),
    mayBeRecorded: false,
    atMs: NOW_MS,
  },
  {
    is: 'failed',
    because: 'unknown-outcome',
    message: failureText('unknown-outcome'),
    mayBeRecorded: true,
    atMs: NOW_MS,
  },
  { is: 'undone', by: ANNA, atMs: NOW_MS },
  { is: 'declined', by: BO, atMs: NOW_MS },
];

export const story = (
  fields: {
    item?: Case;
    answer?: Answer | null;
    outcomes?: object;
    links?: boolean;
    trimmed?: readonly string[];
    eventsLeftOut?: number | undefined;
    facts?: CaseFacts | undefined;
  } = {},
) =>
  createCaseStory({
    item: fields.item ?? CASE,
    domain: 'acme',
    destination: 'soc',
    config: { ...rules(fields.outcomes), ...(fields.links && LINKS) },
    answer: fields.answer ?? null,
    trimmed: fields.trimmed,
    eventsLeftOut: fields.eventsLeftOut,
    facts: fields.facts,
  });

export const claimed = (claim: Partial<Claim> = {}): Answer => ({
  domain: 'acme',
  caseId: CASE.case_id,
  version: 1,
  decision: null,
  claim: { id: 'k1', by: ANNA, place: 'soc', atMs: NOW_MS, episode: 0, ...claim },
  trail: [],
});
