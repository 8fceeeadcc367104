import { ANALYSTS } from './config.ts';
import type { PlantedBug } from './plant.ts';
import { PLANTED_FEEDS } from './planted-feeds.ts';
import { PLANTED_RULES } from './planted-rules.ts';
import { bodyOf, is, ok, sending, taken, without, writing } from './planting.ts';

/** Planted at ports and in rules, by name: none of them knows a line of the source. */
export const PLANTED: Readonly<Record<string, PlantedBug>> = {
  ...PLANTED_RULES,
  ...PLANTED_FEEDS,
  'a post is repeated after an unclear answer': {
    in: ['faults'],
    ports: sending(['slack'], (request, send) =>
      is(request, 'chat.postMessage') ? send(request).catch(() => send(request)) : send(request),
    ),
  },
  'the notifier does not find what it posted': {
    in: ['faults', 'crashes'],
    ports: sending(['slack'], (request, send) =>
      is(request, 'conversations.history') ? ok({ messages: [] }) : send(request),
    ),
  },
  'messages are never updated': {
    in: ['lifecycle'],
    ports: sending(['slack'], (request, send) => (is(request, 'chat.update') ? ok({}) : send(request))),
  },
  'messages are posted without buttons': {
    in: [],
    ports: sending(['slack'], (request, send) =>
      is(request, 'chat.postMessage')
        ? send({ ...request, body: without(bodyOf(request), 'actions') })
        : send(request),
    ),
  },
  'what ends keeps its buttons': {
    in: ['lifecycle'],
    ports: sending(['slack'], (request, send) =>
      is(request, 'chat.update') && !request.body?.includes('"verdict:') ? ok({}) : send(request),
    ),
  },
  'a message is shown and forgotten at once': {
    in: [],
    ports: sending(['slack'], (request, send) =>
      is(request, 'chat.postMessage') && request.body?.includes('Bcase') ? taken() : send(request),
    ),
  },
  'the poller overlooks the newest case': {
    in: [],
    ports: sending(['poll'], async (request, send) => {
      const answer = await send(request);
      if (!is(request, '/cases') || answer.status !== 200) return answer;
      const said = JSON.parse(answer.body);
      return { ...answer, body: JSON.stringify({ ...said, items: said.items.slice(1) }) };
    }),
  },
  'the platform gets a verdict twice': {
    in: ['verdicts'],
    ports: sending(['verdict'], async (request, send) => {
      if (is(request, '/verdict')) await send(request);
      return send(request);
    }),
  },
  'anybody may decide': {
    in: ['verdicts'],
    config: (config) => {
      const slackUsers = ANALYSTS.map(({ slack }) => slack);
      return config.verdicts
        ? {
            ...config,
            verdicts: {
              ...config.verdicts,
              allow: { ...(config.verdicts.allow as object), slackUsers } as never,
            },
          }
        : config;
    },
  },
  'nobody is called when nobody answers': {
    in: ['escalation'],
    config: (config) => ({ ...config, routes: config.routes.map(({ escalation: _, ...route }) => route) }),
  },
  'critical cases do not go where they should': {
    in: [],
    config: (config) => ({ ...config, routes: config.routes.slice(0, 1) }),
  },
  'what a window hid is never listed': {
    in: ['dedupe'],
    ports: sending(['slack'], (request, send) =>
      is(request, 'chat.postMessage') && /more case/.test(request.body ?? '') ? taken() : send(request),
    ),
  },
  'what a mute hid is never listed': {
    in: ['verdicts', 'mutes'],
    ports: sending(['slack'], (request, send) =>
      is(request, 'chat.postMessage') && /has ended: it hid/.test(request.body ?? '')
        ? taken()
        : send(request),
    ),
  },
  'writes are not conditional': {
    in: ['crashes', 'faults', 'verdicts', 'escalation'],
    ports: (ports) => ({
      ...ports,
      table: {
        ...ports.table,
        client: {
          send: ((command: { input: { ConditionExpression?: string } }, ...rest: never[]) => {
            delete command.input.ConditionExpression;
            return (ports.table.client.send as (...given: unknown[]) => unknown)(command, ...rest);
          }) as never,
        },
      },
    }),
  },
  'notes in threads call people': {
    in: ['lifecycle', 'mentions'],
    ports: sending(['slack'], (request, send) => {
      if (!is(request, 'chat.postMessage') || !request.body?.includes('thread_ts')) return send(request);
      const body = bodyOf(request);
      const call = { type: 'rich_text', elements: [{ type: 'usergroup', usergroup_id: 'S0NEW00001' }] };
      return send({ ...request, body: JSON.stringify({ ...body, blocks: [call, ...body.blocks] }) });
    }),
  },
  'cards are posted without buttons': {
    in: ['teams'],
    ports: sending(['teams'], (request, send) =>
      send({
        ...request,
        ...(request.body && { body: request.body.replace(/"actions":\[.*?\]\}\]/, '"none":[]}]') }),
      }),
    ),
  },
  'a claim never ends': {
    in: ['verdicts', 'claims', 'escalation'],
    seed: 2,
    config: ({ verdicts, ...config }) => ({
      ...config,
      verdicts: verdicts && { ...verdicts, claims: { critical: 1e9, high: 1e9, medium: 1e9, low: 1e9 } },
    }),
  },
  'systems are not told that cases close': {
    in: ['webhook', 'lifecycle'],
    config: ({ destinations: { hook, ...destinations }, ...config }) => ({
      ...config,
      destinations: {
        ...destinations,
        hook: { ...hook, events: ['case.created', 'case.changed'] } as never,
      },
    }),
  },
  'nothing is forgotten': {
    in: ['forget'],
    ports: writing(['operator'], () => Promise.resolve({})),
  },
  'what people do is not in the trail': {
    in: ['verdicts'],
    ports: writing(['verdict'], (command, send) =>
      JSON.stringify(command.input).includes('audit#') ? Promise.resolve({}) : send(command),
    ),
  },
  'a canary is pressed in vain': {
    in: ['canary', 'verdicts'],
    ports: sending(['reconcile'], (request, send) =>
      request.url.hostname === 'bridge.example'
        ? Promise.resolve({ status: 202, headers: {}, body: '' })
        : send(request),
    ),
  },
  'the poller overlooks a threat': {
    in: ['threats'],
    ports: sending(['poll'], async (request, send) => {
      const answer = await send(request);
      if (!is(request, '/threats') || answer.status !== 200) return answer;
      const said = JSON.parse(answer.body);
      return { ...answer, body: JSON.stringify({ ...said, data: said.data.slice(1) }) };
    }),
  },
  'people are called at once': {
    in: ['escalation'],
    config: (config) => ({
      ...config,
      routes: config.routes.map((route) => ({
        ...route,
        ...(route.escalation && {
          escalation: route.escalation.map((step) => ({ ...step, after: { high: 1, critical: 1 } }) as never),
        }),
      })),
    }),
  },
  'cases are deduped behind those of others': {
    in: ['dedupe'],
    config: (config) => ({
      ...config,
      routes: config.routes.map((route) =>
        route.dedupe ? { ...route, dedupe: { ...route.dedupe, by: ['threatType'] } } : route,
      ),
    }),
  },
  'what is over calls people': {
    in: ['lifecycle', 'mentions', 'outages'],
    ports: sending(['slack'], (request, send) => {
      if (!is(request, 'chat.postMessage') || !/Closed in the platform/.test(request.body ?? ''))
        return send(request);
      const body = bodyOf(request);
      const call = { type: 'rich_text', elements: [{ type: 'usergroup', usergroup_id: 'S0NEW00001' }] };
      return send({ ...request, body: JSON.stringify({ ...body, blocks: [call, ...body.blocks] }) });
    }),
  },
};
