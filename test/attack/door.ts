import { Hono } from 'hono';
import { httpHandler, type SentRequest } from '../../lib/base/http/http-event.ts';
import type { HttpRequest } from '../../lib/base/http/http-transport.ts';
import { createLog } from '../../lib/base/log.ts';
import { remembered } from '../../lib/base/remembered.ts';
import { createSeal } from '../../lib/base/seal.ts';
import type { Target } from '../../lib/chats/document/button-target.ts';
import type { BulkParts, TypedCommand } from '../../lib/chats/presses/chat-definition.ts';
import type { SlackApi } from '../../lib/chats/slack/api.ts';
import { createSlackApp } from '../../lib/chats/slack/app.ts';
import { slackDirectory } from '../../lib/chats/slack/directory.ts';
import { createInteractionHandler } from '../../lib/chats/slack/handle-interaction.ts';
import { createInteractionReader } from '../../lib/chats/slack/interaction-reader.ts';
import { readPrivateMessage } from '../../lib/chats/slack/private-message.ts';
import { createResponder } from '../../lib/chats/slack/respond.ts';
import { createSendPrivateMessage } from '../../lib/chats/slack/send-private-message.ts';
import { createSlackVerifier } from '../../lib/chats/slack/verify.ts';
import { createTeamsApp } from '../../lib/chats/teams/app.ts';
import { CLOUDS } from '../../lib/chats/teams/clouds.ts';
import { teamsDirectory } from '../../lib/chats/teams/directory.ts';
import { createActivityHandler } from '../../lib/chats/teams/handle-activity.ts';
import { createTeamsKeys } from '../../lib/chats/teams/signing-keys.ts';
import { createTeamsVerifier } from '../../lib/chats/teams/verify.ts';
import { defineBridge } from '../../lib/config/define-bridge.ts';
import { createMetrics } from '../../lib/config/metrics.ts';
import { createTakeBulk } from '../../lib/features/bulk/take-bulk.ts';
import type { Case } from '../../lib/posture/schemas/case.ts';
import { compileRoutes } from '../../lib/routing/compile-routes.ts';
import { routesSending } from '../../lib/routing/routes-sending.ts';
import { withProof } from '../../lib/verdict/click-proof.ts';
import { type VerdictMessage, writeVerdictMessage } from '../../lib/verdict/verdict-message.ts';
import { asksNothing } from '../support/asks-nothing.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { SEAL } from '../support/sealed.ts';
import { NOW_MS, SIGNING_SECRET, TEAM } from '../support/slack-requests.ts';
import {
  ANALYST,
  APP_ID,
  CHANNEL,
  createKeyServer,
  ISSUER,
  OPEN_ID_URL,
  TENANT_ID,
} from '../unit/chats/teams/requests.ts';
import { microsoft, type Peopled, slackApi } from './authority-stage.ts';

/** Of clicks; buttons have `SEAL`. */
export const CLICK_SEAL = createSeal({ secret: Buffer.alloc(32, 9) });
export const BOT_TOKEN = 'xoxb-the-token-of-the-bot';
/** May decide everything, everywhere: what keeps them out is not who they are. */
export const ADA = { slack: 'U0ANALYST1', teams: ANALYST } as const;
export const CHANNELS = {
  slack: ['C0SOC00001', 'C0PARTNER1', 'C0ELSE0001', 'C0OLD00001'],
  teams: [CHANNEL, '19:hall000000000@thread.tacv2', '19:else000000000@thread.tacv2'],
} as const;
const [SOC, PARTNER, , OLD_SOC] = CHANNELS.slack;
const [DUTY, HALL] = CHANNELS.teams;

export const CONFIG = defineBridge({
  domains: {
    acme: { baseUrl: 'https://a.example/v1', apiKey: '/a' },
    beta: { baseUrl: 'https://b.example/v1', apiKey: '/b' },
  },
  slack: { signingSecret: '/s', botToken: '/t', teamId: TEAM },
  teams: { appId: APP_ID, tenantId: TENANT_ID, password: '/p' },
  destinations: {
    soc: { type: 'slack', channel: SOC },
    partner: { type: 'slack', channel: PARTNER },
    duty: { type: 'teams', channel: DUTY },
    hall: { type: 'teams', channel: HALL },
  },
  routes: [
    { name: 'acme', when: { domain: 'acme' }, to: ['soc', 'duty'] },
    { name: 'beta', when: { domain: 'beta' }, to: ['partner', 'hall'] },
  ],
  people: { ada: ADA },
  verdicts: { allow: { people: ['ada'] }, outcomes: { ESCALATED: { approval: true } } },
});

/** `auth.test` of the bot. */
const TEAM_HOME = { team_id: TEAM, is_enterprise_install: false };

/** A message of a case, as the ledger has it. */
export interface ShownCase {
  readonly chat: 'slack' | 'teams';
  readonly target: Target;
  readonly channel: string;
}

const caseId = (n: number) => `7f3e2a10-0000-4000-8000-00000000000${n}`;
const shown = (
  n: number,
  where: readonly [ShownCase['chat'], string, string, string],
  decisionId: string | null = null,
): ShownCase => {
  const [chat, domain, destination, channel] = where;
  const target = { domain, caseId: caseId(n), destination, createdAtMs: NOW_MS - n * 60_000 };
  return { chat, channel, target: { ...target, decisionId } };
};

export const SHOWN = {
  acme: shown(1, ['slack', 'acme', 'soc', SOC]),
  decided: shown(2, ['slack', 'acme', 'soc', SOC], 'd2'),
  beta: shown(3, ['slack', 'beta', 'partner', PARTNER], 'd3'),
  /** Its destination had another channel when it was posted. */
  moved: shown(4, ['slack', 'acme', 'soc', OLD_SOC]),
  card: shown(6, ['teams', 'acme', 'duty', DUTY]),
  decidedCard: shown(7, ['teams', 'acme', 'duty', DUTY], 'd7'),
  betaCard: shown(8, ['teams', 'beta', 'hall', HALL], 'd8'),
} as const satisfies Readonly<Record<string, ShownCase>>;

const peopled = (): Peopled => ({
  slackUsers: new Map([[ADA.slack, { team_id: TEAM, is_restricted: false, is_ultra_restricted: false }]]),
  slackGroups: new Map(),
  teamsMembers: new Map([[ADA.teams, { tenantId: TENANT_ID, userRole: 'user', userPrincipalName: 'a@b' }]]),
  entraGroups: new Map(),
  down: false,
  groupsDown: false,
});

/** An event of API Gateway, as far as it matters, and the moment at which it arrives. */
export interface Knocked {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
  readonly nowMs?: number;
}

export interface Happened {
  readonly status: number;
  /** What is in the verdict queue because of it. */
  readonly queued: readonly VerdictMessage[];
  readonly bodies: readonly string[];
  /** What opened forms carry. */
  readonly forms: readonly string[];
  /** Addresses that the bridge wrote to because of it. */
  readonly wroteTo: readonly string[];
  /** Everything that anybody could read of it: the answer, and the log. */
  readonly told: string;
  readonly lines: number;
  readonly secretsRead: number;
}

/** The action function, composed as `functions/action.ts` does, with chats and AWS that answer at once. */
export function createDoor({
  teamsKeys = [] as readonly object[],
  config = CONFIG,
  teamIds = [TEAM] as readonly string[],
  slackUsers = {} as Readonly<Record<string, object>>,
  home = TEAM_HOME as object,
} = {}) {
  const clock = createManualClock(NOW_MS);
  const people = peopled();
  for (const [id, user] of Object.entries(slackUsers)) people.slackUsers.set(id, user);
  let [queued, bodies, forms, lines, wroteTo] = [[], [], [], [], []] as [
    VerdictMessage[],
    string[],
    string[],
    string[],
    string[],
  ];
  let secretsRead = 0;
  const write = (line: string) => void lines.push(line);
  const log = createLog(write);
  const metrics = createMetrics({ bridge: 'b', monitoring: 'full', clock, write });
  const routes = compileRoutes(config);

  const lookUp = async ({ domain, caseId, destination }: Target) => {
    const found = Object.values(SHOWN).find(
      ({ target }) =>
        target.domain === domain && target.caseId === caseId && target.destination === destination,
    );
    return found ? { ...rowOf(found), evidence: [] } : null;
  };
  const queue = async (message: VerdictMessage) => {
    queued.push(message);
    bodies.push(withProof(writeVerdictMessage(message), CLICK_SEAL));
  };
  /** What is decided together, and what is answered about a proposal, counts like a click. */
  const together = {
    ...asksNothing,
    createBulk: (chat: BulkParts) =>
      createTakeBulk({
        ...{ ...chat, config, queue, log },
        queueBulk: async (message) => void queued.push(message as never),
      }),
    async ask({ text }: TypedCommand) {
      if (text.startsWith('proposals ')) queued.push({ kind: 'ask', text } as never);
      return asksNothing.ask();
    },
  };
  const answers = slackApi(people);
  const api: SlackApi = {
    async call(method, args = {}) {
      if (method === 'auth.test') return { is: 'ok', body: { ok: true, ...home } };
      if (!method.startsWith('views.')) return answers.call(method, args);
      forms.push(String((args.view as { private_metadata?: string } | undefined)?.private_metadata));
      return { is: 'ok', body: { ok: true, view: { id: 'V1', hash: 'h' } } };
    },
  };
  const parts = {
    ...{ config, queue, lookUp, clock, log, metrics, buttonSeal: async () => SEAL },
    routesOf: async (target: Target) => routesSending(routes, target, (await lookUp(target))?.delivery),
  };
  const transport = {
    async send({ url }: HttpRequest) {
      wroteTo.push(url.href);
      return { status: 200, headers: {}, body: 'ok' };
    },
    close: () => undefined,
  };
  const responder = createResponder({ transport, clock });
  const sendPrivateMessage = createSendPrivateMessage({ responder, answerOf: async () => null, clock, log });
  const slack = createSlackApp({
    ...{ clock, log, metrics },
    verifier: remembered(async () => {
      secretsRead++;
      return createSlackVerifier(SIGNING_SECRET);
    }),
    read: createInteractionReader({ teamIds }),
    answer: createInteractionHandler({
      ...parts,
      ...together,
      api: async () => api,
      directory: slackDirectory({ api, clock, log, teamIds }),
      responder,
      // As the notifier does it: where a private message goes to is checked there, too.
      async sendNews(body) {
        const read = readPrivateMessage(body, SEAL);
        if (read?.ok) await sendPrivateMessage(read.message);
      },
    }),
  });
  const keyServer = createKeyServer(teamsKeys);
  const cloud = { openIdUrl: OPEN_ID_URL, issuer: ISSUER };
  const teams = createTeamsApp({
    ...{ clock, log, metrics },
    verify: createTeamsVerifier({
      ...{ appId: APP_ID, tenantId: TENANT_ID, cloud: 'public', clock },
      keys: createTeamsKeys({ cloud, transport: keyServer, clock }),
    }),
    answer: createActivityHandler({
      ...parts,
      ...together,
      directoryAt: teamsDirectory({
        ...{ config, clock, log, readSecret: async () => 'the-password-of-the-bot' },
        transport: { send: microsoft(people) },
      }),
      addresses: { cloud: CLOUDS.public },
    }),
    sendNews: async () => void queued.push({ kind: 'news' } as never),
  });
  const app = new Hono<{ Bindings: SentRequest }>();
  for (const endpoint of [slack, teams]) app.route('/:secret', endpoint).route('/', endpoint);
  const handle = httpHandler(app.fetch);

  async function knock(rawPath: string, { nowMs = NOW_MS, ...event }: Knocked): Promise<Happened> {
    [queued, bodies, forms, lines, wroteTo, secretsRead] = [[], [], [], [], [], 0];
    clock.advance(nowMs - clock.now());
    const { statusCode, ...answer } = await handle({
      ...{ ...event, rawPath, rawQueryString: '', requestContext: { http: { method: 'POST' } } },
    });
    const told = lines.join('\n') + JSON.stringify(answer);
    return { status: statusCode, queued, bodies, forms, wroteTo, told, lines: lines.length, secretsRead };
  }
  return {
    keyServer,
    slack: (event: Knocked) => knock('/51af3dc0-da77/slack/interactions', event),
    teams: (event: Knocked) => knock('/51af3dc0-da77/teams/messages', event),
    at: knock,
  };
}

export type Door = ReturnType<typeof createDoor>;

function rowOf({ chat, target, channel }: ShownCase) {
  const { domain, destination, caseId, createdAtMs } = target;
  const item = { case_id: caseId, created_at: new Date(createdAtMs).toISOString() } as Case;
  const ref: Record<string, string> =
    chat === 'slack' ? { channel, ts: '1.2' } : { conversation: `${channel};messageid=1`, activity: '1' };
  return {
    delivery: {
      key: { domain, destination },
      content: { kind: 'case', item, trimmed: [] } as const,
      memory: null,
      main: { ref, hash: '' },
    },
    answer: null,
  };
}
