/** What is tried on a bridge that runs: the template, the bundles of the functions, the queues and the table. */

import { BUTTONS_KEY, keyParameter } from '../../../lib/base/key-names.ts';
import { createSeal } from '../../../lib/base/seal.ts';
import { readTarget } from '../../../lib/chats/document/button-target.ts';
import { readRoles } from '../../../local/cloud/roles.ts';
import { signRequest } from '../../../local/slack/signature.ts';
import { sendSigned } from '../../support/bridge/forged.ts';
import { rowsOf, trailOf } from '../../support/bridge/ledger-view.ts';
import { verdictsAt } from '../../support/bridge/platform-view.ts';
import { messageOf, type PostedCase, postCase } from '../../support/bridge/posted-case.ts';
import {
  type FloodOptions,
  type FloodReport,
  type FloodWorld,
  flood,
  startFloodWorld,
} from '../../support/flood/flood.ts';
import { waitFor } from '../../support/wait-for.ts';
import { nodesOf } from '../../unit/chats/slack/check-limits.ts';
import { alterationsOf } from '../alterations.ts';
import { rightsAttempts } from '../evidence-rights.ts';
import type { Attack, AttackGroup } from '../group.ts';
import { forgeAsRecorder, reconcileIn, takenOver } from './taken-over.ts';

/** The world with a case that is open, and what its button carries. */
interface Running extends OpenCase {
  readonly world: FloodWorld;
  /** Of the case that was decided. */
  readonly other: string;
}
interface OpenCase {
  readonly open: PostedCase;
  readonly value: string;
}

const VERB = 'verdict:TRUE_POSITIVE';
let running: Promise<Running> | undefined;

const start = (): Promise<Running> => {
  running ??= (async () => {
    const world = await startFloodWorld();
    const { actions } = world.payload as unknown as { actions: { value: string }[] };
    return { world, other: actions[0]?.value ?? '', ...(await openCase(world)) };
  })();
  return running;
};

async function openCase(world: FloodWorld): Promise<OpenCase> {
  const open = await postCase(world, 'flood');
  const { blocks } = await messageOf(world, open);
  const button = [...nodesOf(blocks)].find(({ action_id }) => action_id === VERB);
  return { open, value: String(button?.value) };
}

/** All groups here share it: whoever comes last ends it. */
export async function stopBridge(): Promise<void> {
  const started = running;
  running = undefined;
  await (await started)?.world.close();
}

/** The genuine press of an analyst who may, with something else in its button. */
async function press({ world, open }: Running, value: unknown): Promise<Response> {
  const { ts } = await messageOf(world, open);
  const { message, container, ...payload } = world.payload as unknown as Record<string, object>;
  return sendSigned(world, {
    ...payload,
    message: { ...message, ts },
    container: { ...container, message_ts: ts },
    actions: [{ type: 'button', action_id: VERB, value, action_ts: (Date.now() / 1000).toFixed(6) }],
  });
}

/** Everything that the trail has besides refusals, and what the platform recorded. */
async function effectsOn({ world, open }: Running): Promise<readonly string[]> {
  const trail = await trailOf(world, open);
  const verdicts = await verdictsAt(world, open);
  return [
    ...trail.map(({ what }) => what).filter((what) => what !== 'denied' && what !== 'refused'),
    ...verdicts.map(({ outcome }) => `recorded as ${outcome}`),
  ];
}

const UNSIGNED: Readonly<
  Record<string, (secret: string, body: string, nowS: number) => Record<string, string>>
> = {
  'no signature': () => ({}),
  'an empty secret': (_, body, nowS) => signed('', body, nowS),
  'another secret': (_, body, nowS) => signed('0123456789abcdef0123456789abcdef', body, nowS),
  'a time of six minutes ago': (secret, body, nowS) => signed(secret, body, nowS - 360),
  'a time in six minutes': (secret, body, nowS) => signed(secret, body, nowS + 360),
  'another body': (secret, body, nowS) => signed(secret, `${body}&x=1`, nowS),
  capitals: (secret, body, nowS) => {
    const headers = signed(secret, body, nowS);
    return { ...headers, 'x-slack-signature': `v0=${headers['x-slack-signature']?.slice(3).toUpperCase()}` };
  },
  'a signature that is cut': (secret, body, nowS) => {
    const headers = signed(secret, body, nowS);
    return { ...headers, 'x-slack-signature': headers['x-slack-signature']?.slice(0, -2) ?? '' };
  },
};
const signed = (secret: string, body: string, timestamp: number) => ({
  'x-slack-request-timestamp': String(timestamp),
  'x-slack-signature': signRequest(secret, timestamp, body),
});

async function* overHttp(): AsyncGenerator<Attack> {
  const one = await start();
  const { world, value, other } = one;
  const url = world.cloud.outputs.SlackRequestUrl ?? '';
  const genuine = new URLSearchParams({ payload: JSON.stringify(world.payload) }).toString();
  for (const [name, headers] of Object.entries(UNSIGNED))
    for (const to of [url, url.replace(/[^/]+\/slack/, 'x/slack'), url.replace(/\/[^/]+\/slack/, '/slack')])
      yield {
        name: `over HTTP: a press signed with ${name}`,
        async run() {
          const more = headers(world.slack.signingSecret, genuine, Math.floor(Date.now() / 1000));
          const type = { 'content-type': 'application/x-www-form-urlencoded' };
          const { status } = await fetch(to, {
            method: 'POST',
            headers: { ...type, ...more },
            body: genuine,
          });
          return [401, 403, 404, 429].includes(status) ? null : `answered with ${status}`;
        },
      };
  // All of them are tried in process; here some of each kind, on the function as it is deployed.
  let at = 0;
  for (const { name, text } of alterationsOf(value, other, 'button')) {
    if (at++ % 4 !== 0 || meansTheSame(text, value) || meansTheSame(text, other)) continue;
    yield {
      name: `over HTTP: a button with ${name}`,
      async run() {
        const { status } = await press(one, text);
        return status < 500 ? null : `answered with ${status}`;
      },
    };
  }
  yield {
    name: 'over HTTP: any of all these presses counted',
    async run() {
      // A refusal that came last is in the trail behind all that were before it.
      const marker = JSON.stringify({ ...(JSON.parse(value) as object), t: 1 });
      const before = (await trailOf(world, one.open)).length;
      await press(one, marker);
      await waitFor(async () => {
        if ((await trailOf(world, one.open)).length <= before) throw new Error('nothing is in the trail');
      });
      const effects = await effectsOn(one);
      return effects.length > 0 ? `the case is ${effects.join()}` : null;
    },
  };
}

const meansTheSame = (text: string, value: string): boolean => {
  try {
    const [a, b] = [text, value].map((one) => JSON.parse(one) as Record<string, unknown>);
    return ['d', 'c', 'n', 't', 'x', 's'].every((field) => a?.[field] === b?.[field]);
  } catch {
    return false;
  }
};

export const runningBridge: AttackGroup = {
  name: 'a bridge that runs, over HTTP',
  attacks:
    'the deployed bundles behind the gateway of the local cloud: unsigned presses, other paths, altered buttons',
  checks: [],
  share: 0,
  tries: overHttp,
  /** The same press, as the bridge wrote it, is recorded. */
  async control() {
    const { world, ...rest } = await start();
    const one = { ...rest, world, ...(await openCase(world)) };
    await press(one, one.value);
    await waitFor(async () => {
      const effects = await effectsOn(one);
      if (!effects.includes('recorded as TRUE_POSITIVE')) throw new Error(`the case is ${effects.join()}`);
    });
    return null;
  },
  close: stopBridge,
};

export const rights: AttackGroup = {
  name: 'the rights of each function',
  attacks:
    'the table, with the role of a function that was taken over: the trail, and rows of other functions',
  checks: [],
  share: 0,
  async control() {
    const { roles, ...rest } = await rightsOf();
    const open = roles.map((role) => ({
      ...role,
      statements: role.statements.map((statement) => ({ ...statement, conditions: [] })),
    }));
    for (const { run } of rightsAttempts({ ...rest, roles: open, action: actionOf(roles) }))
      if ((await run()) !== null) return null;
    return 'nothing would be allowed with rights on all rows either';
  },
  async *tries() {
    const of = await rightsOf();
    yield* rightsAttempts({ ...of, action: actionOf(of.roles) });
  },
  close: stopBridge,
};

/** Its own credentials, and all that they are good for. */
export const takenOverFunctions: AttackGroup = {
  name: 'functions that were taken over',
  attacks: 'decisions, the trail and keys, with the credentials of each function of a bridge that runs',
  checks: [],
  share: 0,
  async control() {
    const { world } = await start();
    const { open } = await openCase(world);
    await forgeAsRecorder(world, open);
    await waitFor(async () => {
      await reconcileIn(world);
      const sent = (await verdictsAt(world, open)).map(({ outcome }) => outcome);
      if (!sent.includes('SAFE')) throw new Error(`the platform got ${sent.join()}`);
    });
    return null;
  },
  async *tries() {
    const { world } = await start();
    const { open } = await openCase(world);
    yield* takenOver(world, open);
  },
  close: stopBridge,
};

/** Whoever may read the whole table, as an operator who only looks may. */
export const tableReader: AttackGroup = {
  name: 'a reader of the table',
  attacks: 'every text in every row of the table, taken for the key of the buttons',
  checks: [],
  share: 0,
  async control() {
    const { world, value } = await start();
    const { BridgeName = '' } = world.cloud.outputs;
    const stored = world.cloud.parameters.values.get(keyParameter(BridgeName, BUTTONS_KEY)) ?? '';
    return [...textsIn(JSON.parse(stored))].some((text) => opens(text, value))
      ? null
      : 'the key of the buttons does not open them either';
  },
  async *tries() {
    const { world, value } = await start();
    for (const row of await rowsOf(world)) {
      const pk = row.pk?.S ?? '';
      yield {
        name: `a reader of the table tries ${pk.replace(/#.*/, '')} rows`,
        run: async () =>
          [...textsIn(row)].some((text) => opens(text, value)) ? `${pk} holds the key of the buttons` : null,
      };
    }
  },
  close: stopBridge,
};

/** All texts in something, those of JSON in texts among them. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    yield value;
    if (/^[[{]/.test(value)) yield* textsIn(parsed(value));
  } else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) yield* textsIn(one);
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const opens = (text: string, value: string): boolean =>
  (['base64', 'base64url', 'hex', 'utf8'] as const).some(
    (encoding) =>
      readTarget(value, createSeal({ secret: Buffer.from(text, encoding) }))?.origin === 'genuine',
  );

async function rightsOf() {
  const { template, outputs } = (await start()).world.cloud;
  const roles = [...readRoles(template).values()].filter(({ logicalId }) => !logicalId.includes('Schedule'));
  const [table] = template.of('AWS::DynamoDB::Table');
  return { roles, table: table?.identity.attributes.Arn ?? '', bridge: outputs.BridgeName ?? '' };
}
const actionOf = (roles: readonly { readonly logicalId: string }[]): string =>
  roles.find(({ logicalId }) => logicalId.startsWith('BridgeActions'))?.logicalId ?? '';

/** As long as Slack waits. */
const PATIENCE_MS = 3_000;
/** Of some thousand requests: none has a line of its own. */
const MOST_LINES = 1_000;
const SECONDS = 8;

export const floods: AttackGroup = {
  name: 'floods on a bridge that runs',
  attacks: 'the front door: 500 unsigned requests a second, while analysts click',
  checks: [],
  share: 0,
  async control() {
    const { status } = await (await start()).world.click();
    return status === 200 ? null : `a click without a flood is answered with ${status}`;
  },
  *tries() {
    for (const to of ['unknown paths', 'true path'] as const)
      yield flooding({ to, perSecond: 500, seconds: SECONDS });
  },
  close: stopBridge,
};

function flooding(options: FloodOptions): Attack {
  let sent = 0;
  return {
    name: `${options.perSecond} unsigned requests a second to ${options.to}, for ${options.seconds} seconds`,
    times: () => sent,
    async run() {
      const { world } = await start();
      const report = await flood(world, options);
      sent = report.strangers.sent;
      return throughFlood(report, options.to);
    },
  };
}

/** What a flood did that it must not, in words. */
export function throughFlood(report: FloodReport, to: FloodOptions['to']): string | null {
  const { strangers, clicks, lines, invocations } = report;
  const taken = Object.keys(strangers.counts).filter((one) => !/ (?:401|403|429)$/.test(one));
  if (taken.length > 0) return `strangers were answered: ${taken.join()}`;
  const late = clicks.filter(({ status, ms }) => status !== 200 || ms >= PATIENCE_MS);
  if (clicks.length === 0 || late.length > 0)
    return `of ${clicks.length} clicks, ${late.length} were not answered in time: ${JSON.stringify(late[0])}`;
  if (to === 'unknown paths' && invocations > clicks.length)
    return `the function ran ${invocations - clicks.length} times for strangers`;
  return lines > MOST_LINES ? `${lines} lines were written` : null;
}
