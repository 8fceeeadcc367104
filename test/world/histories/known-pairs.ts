import type { History } from '../history.ts';

const NO_ROLLOUT: History['rollout'] = {
  at: { poll: [], reconcile: [], slack: [], teams: [], webhook: [], verdict: [], action: [] },
  lacks: 'webhook',
};

/** Nothing happens in it yet. */
export const QUIET: History = {
  ...{
    seed: 1,
    capabilities: [],
    cases: [],
    threats: [],
    moves: [],
    clicks: [],
    mutes: [],
    bulks: [],
    submissions: [],
    outages: [],
    purges: [],
  },
  ...{ crashes: [], faults: 0, forget: null, rollout: NO_ROLLOUT },
};

/** What two capabilities do together, as somebody would tell it: who does what when. */
export const KNOWN_PAIRS: Readonly<Record<string, History>> = {
  'a case that a window hides becomes worse than the one that stands for it': {
    ...QUIET,
    capabilities: ['dedupe', 'lifecycle', 'teams', 'mentions'],
    cases: [
      { atS: 80, person: 0, type: 0, severity: 'medium' },
      { atS: 130, person: 0, type: 0, severity: 'medium' },
    ],
    moves: [
      { afterS: 200, which: 1, to: 'worse' },
      { afterS: 260, which: 1, to: 'worse' },
    ],
  },
  'a case that a window hides becomes as severe as the one that stands for it': {
    ...QUIET,
    capabilities: ['dedupe', 'lifecycle', 'mentions'],
    cases: [
      { atS: 80, person: 0, type: 0, severity: 'high' },
      { atS: 130, person: 0, type: 0, severity: 'medium' },
    ],
    moves: [{ afterS: 200, which: 1, to: 'worse' }],
  },
  'a muted case becomes critical': {
    ...QUIET,
    capabilities: ['verdicts', 'mutes', 'lifecycle', 'mentions'],
    cases: [{ atS: 200, person: 0, type: 0, severity: 'high' }],
    mutes: [{ atS: 80, what: 0, end: false }],
    moves: [{ afterS: 120, which: 0, to: 'worse' }],
  },
  'a case closes while Slack is out': {
    ...QUIET,
    capabilities: ['outages', 'lifecycle', 'mentions'],
    cases: [{ atS: 100, person: 0, type: 0, severity: 'critical' }],
    moves: [{ afterS: 60, which: 0, to: 'close' }],
    outages: [{ atS: 90, forS: 240, what: 'slack' }],
  },
  'a case that was decided is opened again': {
    ...QUIET,
    capabilities: ['verdicts', 'lifecycle', 'escalation'],
    cases: [{ atS: 80, person: 0, type: 0, severity: 'high' }],
    clicks: [{ atS: 150, which: 0, press: 1, who: 0, old: false, again: false }],
    moves: [{ afterS: 240, which: 0, to: 'reopen' }],
  },
  'a case that a verdict closed is opened again before anybody sees it closed': {
    ...QUIET,
    capabilities: ['verdicts', 'lifecycle', 'escalation'],
    cases: [{ atS: 80, person: 0, type: 0, severity: 'high' }],
    clicks: [{ atS: 155, which: 0, press: 1, who: 0, old: false, again: false }],
    moves: [{ afterS: 80, which: 0, to: 'reopen' }],
  },
  'a case ends while its decision waits for approval': {
    ...QUIET,
    capabilities: ['verdicts', 'approval', 'lifecycle'],
    cases: [{ atS: 80, person: 0, type: 0, severity: 'high' }],
    clicks: [{ atS: 150, which: 0, press: 0, who: 0, old: false, again: false }],
    moves: [{ afterS: 200, which: 0, to: 'close' }],
  },
  'an old button is pressed after a case was opened again': {
    ...QUIET,
    capabilities: ['verdicts', 'lifecycle'],
    cases: [{ atS: 80, person: 0, type: 0, severity: 'high' }],
    clicks: [{ atS: 420, which: 0, press: 1, who: 0, old: true, again: false }],
    moves: [
      { afterS: 100, which: 0, to: 'close' },
      { afterS: 220, which: 0, to: 'reopen' },
    ],
  },
  'a case is closed before the poller sees it': {
    ...QUIET,
    capabilities: ['webhook', 'lifecycle', 'mentions'],
    cases: [{ atS: 80, person: 0, type: 0, severity: 'high' }],
    moves: [{ afterS: 10, which: 0, to: 'close' }],
  },
  'a poller dies after a webhook was handed a case, and nothing changes': {
    ...QUIET,
    capabilities: ['webhook', 'crashes'],
    cases: [{ atS: 62, person: 0, type: 0, severity: 'low' }],
    crashes: [{ atCall: 86, after: false }],
  },
  'a verdict waits as long as the platform says that it is not ready': {
    ...QUIET,
    capabilities: ['verdicts', 'outages'],
    cases: [{ atS: 80, person: 0, type: 0, severity: 'high' }],
    clicks: [{ atS: 150, which: 0, press: 1, who: 0, old: false, again: false }],
    outages: [{ atS: 100, forS: 240, what: 'verdicts' }],
  },
};
