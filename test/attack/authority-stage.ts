import type { HttpAnswer, HttpRequest } from '../../lib/base/http/http-transport.ts';
import type { CaseVerdict, Person } from '../../lib/case/answer.ts';
import { type Target, writeTarget } from '../../lib/chats/document/button-target.ts';
import { decisionVerb, outcomeVerb } from '../../lib/chats/document/press.ts';
import { decideMessage, secondThoughtMessage } from '../../lib/chats/presses/click-messages.ts';
import type { SlackAnswer, SlackApi } from '../../lib/chats/slack/api.ts';
import { slackDirectory } from '../../lib/chats/slack/directory.ts';
import { createInteractionHandler } from '../../lib/chats/slack/handle-interaction.ts';
import { createInteractionReader } from '../../lib/chats/slack/interaction-reader.ts';
import { readActivity } from '../../lib/chats/teams/activity.ts';
import { CLOUDS } from '../../lib/chats/teams/clouds.ts';
import { teamsDirectory } from '../../lib/chats/teams/directory.ts';
import { createActivityHandler } from '../../lib/chats/teams/handle-activity.ts';
import { everySay } from '../../lib/config/authority.ts';
import { isChat, sectionOf } from '../../lib/config/chats.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { ToRender } from '../../lib/outbox/renderer-port.ts';
import type { Case } from '../../lib/posture/schemas/case.ts';
import { compileRoutes } from '../../lib/routing/compile-routes.ts';
import { routesSending } from '../../lib/routing/routes-sending.ts';
import type { ChatDirectory, Found } from '../../lib/verdict/authorize.ts';
import { createReauthorizeClick } from '../../lib/verdict/reauthorize-click.ts';
import { createVerdictHandler } from '../../lib/verdict/verdict-handler.ts';
import type { VerdictMessage } from '../../lib/verdict/verdict-message.ts';
import { asksNothing } from '../support/asks-nothing.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { createMemoryAnswerLedger } from '../support/memory/memory-answer-ledger.ts';
import { SEAL } from '../support/sealed.ts';

export type ChatOfPeople = 'slack' | 'teams';
export type Action = 'decide' | 'approve' | 'decline' | 'undo' | 'retry';

/** What the chats say about their people; attempts change it. */
export interface Peopled {
  /** `users.info` of Slack, by id. */
  readonly slackUsers: Map<string, object>;
  readonly slackGroups: Map<string, string[]>;
  /** Members of the team, by object id. */
  readonly teamsMembers: Map<string, object>;
  readonly entraGroups: Map<string, string[]>;
  down: boolean;
  /** Only who is in a group cannot be asked. */
  groupsDown: boolean;
}

export interface Click {
  readonly chat: ChatOfPeople;
  readonly who: string;
  readonly action: Action;
  readonly destination: string;
  readonly domain?: string;
  /** Where it is clicked, if not in the channel of the destination. */
  readonly channel?: string;
  /** What the chat says with the click about where the person is at home. */
  readonly home?: string;
  readonly item?: Partial<Case>;
  /** Parts of the case were left out on the way. */
  readonly trimmed?: boolean;
  /** What it said was erased on request. */
  readonly forgotten?: 'item' | 'names';
  /** Who decided what the click is about. */
  readonly decidedBy?: Person;
}

const SERVICE_URL = 'https://smba.trafficmanager.net/teams/';
const CASE_ID = '7f3e2a10-0000-4000-8000-000000000001';
const DECISION = 'd1';
export const TEAM = 'T0ACME0001';
export const TENANT = '7e4a4700-0000-4000-8000-000000000001';
const NOW = Date.parse('2026-11-15T09:00:00Z');

/** The functions that say who may decide, as they are composed, with chats that answer as `people` says. */
export function createStage(config: BridgeConfig, people: Peopled) {
  const clock = createManualClock(NOW);
  const ledger = createMemoryAnswerLedger();
  const routes = compileRoutes(config);
  const log = () => undefined;
  const metrics = () => undefined;
  const queued: VerdictMessage[] = [];
  const queue = async (message: VerdictMessage) => void queued.push(message);
  let shown: Click | null = null;

  const delivery = (): ToRender & {
    main: { ref: Record<string, string>; hash: string };
    forgotten?: 'item' | 'names' | undefined;
  } => ({
    key: { domain: shown?.domain ?? 'acme', destination: shown?.destination ?? '' },
    content: {
      kind: 'case',
      item: { case_id: CASE_ID, created_at: '2026-11-15T08:00:00Z', ...shown?.item } as Case,
      trimmed: shown?.trimmed ? ['events: 5 of 9 left out'] : [],
    },
    memory: null,
    main: { ref: {}, hash: '' },
    forgotten: shown?.forgotten,
  });
  const routesOf = async ({ domain, destination }: { domain: string; destination: string }) =>
    routesSending(routes, { domain, destination }, delivery());
  const lookUp = async () => ({
    delivery: delivery(),
    answer: await ledger.load('acme', CASE_ID),
    evidence: [],
  });
  const slack = slackDirectory({ api: slackApi(people), clock, log });
  const readSecret = async () => 'secret';
  const teamsAt = teamsDirectory({ config, readSecret, clock, log, transport: { send: microsoft(people) } });

  const readInteraction = createInteractionReader({ teamIds: [TEAM] });
  const answerSlack = createInteractionHandler({
    ...{ config, queue, directory: slack, routesOf, lookUp, clock, log, metrics, ...asksNothing },
    api: () => Promise.reject(new Error('no form is asked for')),
    responder: { tell: async () => TOLD },
    buttonSeal: async () => SEAL,
  });
  const answerTeams = createActivityHandler({
    ...{ config, queue, directoryAt: teamsAt, routesOf, lookUp, clock, log, metrics, ...asksNothing },
    addresses: { cloud: CLOUDS.public },
    buttonSeal: async () => SEAL,
  });
  const handler = createVerdictHandler({
    ...{ ledger, clock, log, metrics },
    hasDelivery: async () => true,
    platformOf: async () => null,
    queue: { sendLater: async () => undefined },
    surfaces: {
      changed: async () => undefined,
      tell: async () => undefined,
    },
    rules: config.verdicts as NonNullable<BridgeConfig['verdicts']>,
    people: config.people,
    rememberedMs: 400 * 86_400_000,
    whyDenied: createReauthorizeClick({
      config,
      namedInOf: (chat) => (isChat(chat) ? sectionOf(chat).namedIn : undefined),
      routesOf,
      log,
    }),
    placeName: (place) => place,
    postTimeoutMs: 30_000,
  });

  /** The case as it stands before the click. */
  async function prepare(click: Click): Promise<CaseVerdict | null> {
    shown = click;
    if (click.action === 'decide') return null;
    const by = click.decidedBy ?? { surface: click.chat, id: 'the-one-who-decided', name: 'x' };
    const state: CaseVerdict['decision']['state'] =
      click.action === 'retry'
        ? { is: 'failed', because: 'rejected', message: 'no', mayBeRecorded: false, atMs: NOW - 10 }
        : { is: 'awaiting-approval' };
    const request = {
      id: DECISION,
      outcome: 'ESCALATED',
      comment: null,
      eventIds: [],
      place: click.destination,
    } as const;
    const row: CaseVerdict = {
      ...{ domain: click.domain ?? 'acme', caseId: CASE_ID, version: 1, trail: [] },
      decision: {
        ...request,
        by,
        clickedAtMs: NOW - 1_000,
        overrides: null,
        approvedBy: null,
        episode: 0,
        state,
      },
    };
    await ledger.save(row);
    return row;
  }

  /** What an action function would find out, whatever its own configuration says. */
  async function findOut({ chat, who, home }: Click, channel: string): Promise<Found> {
    const directory = chat === 'slack' ? slack : teamsAt(SERVICE_URL);
    const { namedIn } = sectionOf(chat);
    const groups = everySay(config).flatMap(({ allow }) =>
      typeof allow === 'object' ? namedIn(allow).groups : [],
    );
    const members = await Promise.all(groups.map((group) => directory.isMember(group, who)));
    const outsider = home === undefined ? await directory.isOutsider(who, channel) : 'yes';
    return {
      groups: groups.filter((_, at) => members[at] === 'yes'),
      outsider: outsider === 'yes' ? true : outsider === 'no' ? false : null,
    };
  }

  const targetOf = ({ action, destination, domain = 'acme' }: Click): Target => ({
    ...{ domain, caseId: CASE_ID, destination, createdAtMs: NOW },
    decisionId: action === 'decide' ? null : DECISION,
  });
  const channelOf = (click: Click): string => {
    const destination = config.destinations[click.destination];
    return click.channel ?? (destination && 'channel' in destination ? (destination.channel ?? '') : '');
  };

  return {
    clock,
    /** What the action function makes of it: in words what it let through. */
    async atTheEdge(click: Click): Promise<string | null> {
      await prepare(click);
      const target = writeTarget(targetOf(click), SEAL.of);
      const verb = click.action === 'decide' ? outcomeVerb('TRUE_POSITIVE') : decisionVerb(click.action);
      queued.length = 0;
      if (click.chat === 'teams')
        await answerTeams(readActivity(cardClick(click, verb, target, channelOf(click))));
      else {
        const read = readInteraction(press(click, verb, target, channelOf(click)), FORM);
        if (read.ok) await answerSlack(read.interaction);
      }
      const accepted = queued.filter(({ kind }) => kind !== 'denied').map(({ kind }) => kind);
      return accepted.length > 0 ? `the action function queued ${accepted.join()}` : null;
    },
    /** What the verdict function makes of it, if the action function accepted it. */
    async whenAccepted(click: Click): Promise<string | null> {
      const before = await prepare(click);
      const by: Person = { surface: click.chat, id: click.who, name: click.who };
      const channelId = channelOf(click);
      const found = await findOut(click, channelId);
      const reply = { surface: click.chat };
      const who = { id: 'c1', by, reply, atMs: NOW, channelId, directory: NOBODY_KNOWN, found };
      const asked = { outcome: 'TRUE_POSITIVE', comment: null, eventIds: [], overrides: null } as const;
      const target = targetOf(click);
      await handler.handle(
        click.action === 'decide'
          ? decideMessage(target, who, asked)
          : secondThoughtMessage(click.action, target, who),
      );
      const after = await ledger.load(target.domain, CASE_ID);
      const changed = after?.trail.slice(before?.trail.length ?? 0).map(({ what }) => what) ?? [];
      // To be the first of two decides nothing.
      const waitsOn = click.action === 'approve' && after?.decision?.state.is === 'awaiting-approval';
      return changed.length > 0 && !waitsOn ? `the verdict function wrote ${changed.join()}` : null;
    },
  };
}

const NOBODY_KNOWN: ChatDirectory = { isMember: async () => 'no', isOutsider: async () => 'no' };
const FORM = 'application/x-www-form-urlencoded';
const TOLD = { is: 'ok', value: null } as const;

function press({ who, home }: Click, verb: string, value: string | null, channel: string): Buffer {
  const payload = {
    type: 'block_actions',
    user: { id: who, name: who, ...(home !== undefined && { team_id: home }) },
    team: { id: TEAM },
    container: { type: 'message', message_ts: '1.2', channel_id: channel },
    channel: { id: channel },
    message: { ts: '1.2' },
    actions: [{ type: 'button', action_id: verb, action_ts: '3.4', value }],
    response_url: 'https://hooks.slack.com/actions/1',
  };
  return Buffer.from(new URLSearchParams({ payload: JSON.stringify(payload) }).toString());
}

const cardClick = ({ who, home }: Click, verb: string, target: string | null, channel: string): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: 'invoke',
      name: 'adaptiveCard/action',
      id: 'f:1',
      replyToId: '1',
      channelId: 'msteams',
      serviceUrl: SERVICE_URL,
      from: { id: '29:1', name: who, aadObjectId: who, ...(home !== undefined && { tenantId: home }) },
      conversation: { id: `${channel};messageid=1`, tenantId: TENANT },
      channelData: { tenant: { id: TENANT }, channel: { id: channel } },
      value: { action: { type: 'Action.Execute', verb, data: { target } } },
    }),
  );

export const slackApi = (people: Peopled): SlackApi => ({
  async call(method, args = {}): Promise<SlackAnswer> {
    if (people.down) return { is: 'unknown', reason: 'down' };
    const ok = (body: object): SlackAnswer => ({ is: 'ok', body: { ok: true, ...body } });
    const refused = (code: string): SlackAnswer => ({ is: 'refused', code, permanent: true, reason: code });
    if (method === 'auth.test') return ok({ team_id: TEAM });
    if (people.groupsDown && method === 'usergroups.users.list') return { is: 'unknown', reason: 'down' };
    if (method === 'usergroups.users.list')
      return ok({ users: people.slackGroups.get(String(args.usergroup)) ?? [] });
    const user = people.slackUsers.get(String(args.user));
    return user ? ok({ user: { id: args.user, ...user } }) : refused('user_not_found');
  },
});

/** The login, the connector and Graph. */
export const microsoft =
  (people: Peopled) =>
  async ({ url, body = '' }: HttpRequest): Promise<HttpAnswer> => {
    const answer = (status: number, said: object): HttpAnswer => ({
      status,
      headers: {},
      body: JSON.stringify(said),
    });
    if (people.down) return answer(503, {});
    if (url.hostname === 'login.microsoftonline.com')
      return answer(200, { access_token: 'a-token-of-the-bot', expires_in: 3_600 });
    const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/i.exec(url.pathname) ?? [];
    if (url.hostname === 'graph.microsoft.com') {
      if (people.groupsDown) return answer(503, {});
      const { groupIds } = JSON.parse(String(body)) as { groupIds: string[] };
      return answer(200, { value: groupIds.filter((group) => people.entraGroups.get(group)?.includes(id)) });
    }
    const member = people.teamsMembers.get(id);
    return member
      ? answer(200, { aadObjectId: id, ...member })
      : answer(404, { error: { code: 'MemberNotFoundInConversation', message: '' } });
  };
