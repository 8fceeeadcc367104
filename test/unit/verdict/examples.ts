import type { CaseVerdict, Decision, DecisionRequest, Person } from '../../../lib/case/answer.ts';
import type { VerdictRules } from '../../../lib/verdict/decision-types.ts';
import type { ClickMessage, MessageOf, Reply } from '../../../lib/verdict/verdict-message.ts';

export const NOW = Date.parse('2026-11-15T09:00:00Z');
export const CASE_ID = '7f3e2a10-0000-4000-8000-000000000001';

export const ANN: Person = { surface: 'slack', id: 'U0ANN', name: 'Ann' };
export const BOB: Person = { surface: 'slack', id: 'U0BOB', name: 'Bob' };
export const CAT: Person = { surface: 'slack', id: 'U0CAT', name: 'Cat' };

const rule = { comment: 'optional', confirm: false, approval: false } as const;
/** Escalating needs a second person, calling it a duplicate needs a reason. */
export const RULES: VerdictRules = {
  undoSeconds: 10,
  outcomes: {
    SAFE: rule,
    TRUE_POSITIVE: rule,
    FALSE_POSITIVE: rule,
    DUPLICATE: { ...rule, comment: 'required' },
    ESCALATED: { ...rule, approval: true },
  },
};

export const aRequest = (more: Partial<DecisionRequest> = {}): DecisionRequest => ({
  id: 'd1',
  outcome: 'TRUE_POSITIVE',
  comment: null,
  eventIds: [],
  by: ANN,
  place: 'soc',
  clickedAtMs: NOW,
  overrides: null,
  ...more,
});

export const aDecision = (more: Partial<Decision> = {}): Decision => ({
  ...aRequest(),
  approvedBy: null,
  episode: 0,
  state: { is: 'recorded', atMs: NOW, resolved: true },
  ...more,
});

export const aVerdict = (more: Partial<CaseVerdict> = {}): CaseVerdict => ({
  domain: 'acme',
  caseId: CASE_ID,
  version: 1,
  decision: aDecision(),
  trail: [],
  ...more,
});

const about = { v: 1, domain: 'acme', caseId: CASE_ID } as const;

export const REPLY: Reply = {
  surface: 'slack',
  responseUrl: 'https://hooks.slack.example/1',
  channel: 'C0SOC',
  messageTs: '1.2',
  userId: 'U0ANN',
};

export const decideMessage = (
  request: Partial<DecisionRequest> = {},
  reply: Reply | null = REPLY,
): MessageOf<'decide'> => ({
  ...about,
  kind: 'decide',
  createdAtMs: NOW - 60_000,
  request: aRequest(request),
  reply,
});

export const clickMessage = <Kind extends ClickMessage['kind']>(
  kind: Kind,
  more: Partial<ClickMessage> = {},
): MessageOf<Kind> =>
  ({
    ...about,
    decisionId: 'd1',
    by: BOB,
    place: 'soc',
    clickId: `${kind}-1`,
    atMs: NOW,
    reply: REPLY,
    ...more,
    kind,
  }) as MessageOf<Kind>;

export const postMessage = (decisionId = 'd1'): MessageOf<'post'> => ({
  ...about,
  kind: 'post',
  decisionId,
  reply: null,
});
