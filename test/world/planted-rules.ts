import { FORGOTTEN_LIST } from '../../lib/base/key-names.ts';
import type { HttpPorts } from '../../lib/compose/ports.ts';
import type { History, PlannedCase } from './history.ts';
import type { PlantedBug } from './plant.ts';
import { bodyOf, is, ok, reading, rewriting, sending } from './planting.ts';

/** The first case comes early, and its person is forgotten some time later. */
const forgotten = (one: History): History => ({
  ...severe(one),
  forget: { atS: 160, person: one.cases[0]?.person ?? 0 },
});
const severe = ({ cases: [first], ...one }: History): History => ({
  ...one,
  cases: [{ ...(first as PlannedCase), atS: 80, severity: 'high' }],
});

interface Asking {
  readonly input: object;
}
interface Found {
  readonly Items?: readonly { readonly entry?: unknown }[] | undefined;
}

/** Who is forgotten is known twice: by the mark of a record, and by the list outside of the table, which this one never reads. */
const withoutList = (ports: HttpPorts): HttpPorts => ({
  ...ports,
  keys: { ...ports.keys, read: async (name) => (name === FORGOTTEN_LIST ? null : ports.keys.read(name)) },
});

const firstPress = ({ seed }: History, atS: number) => ({
  ...{ atS, which: 0, press: seed % 8, who: 0, old: false, again: false },
});
const claimNotKept = rewriting(['verdict'], (text) =>
  text.replace(/"claim":\{"id[^}]*\{[^}]*\}[^}]*\}/, '"claim":null'),
);

/** Each breaks a rule that the judge once let pass. */
export const PLANTED_RULES: Readonly<Record<string, PlantedBug>> = {
  'a case of who is forgotten keeps its buttons when it ends': {
    in: ['forget', 'lifecycle'],
    rule: /what ended has no buttons/,
    with: (one) => ({ ...forgotten(one), moves: [{ afterS: 200, which: 0, to: 'close' }] }),
    ports: sending(['slack'], (request, send) =>
      is(request, 'chat.update') && /Forgotten on request.*Closed in the platform/.test(request.body ?? '')
        ? ok({})
        : send(request),
    ),
  },
  'people are called about who is forgotten': {
    in: ['forget', 'escalation'],
    rule: /nobody is called about who is forgotten/,
    with: forgotten,
    ports: reading(['verdict', 'slack', 'reconcile'], (text) =>
      text.replace('"forgotten":true', '"forgotten":false'),
    ),
  },
  'messages go on naming who is forgotten': {
    in: ['forget', 'threats', 'mutes', 'verdicts'],
    rule: /stays forgotten: .* is at /,
    with: forgotten,
    ports: sending(['slack'], (request, send) =>
      is(request, 'chat.update') && request.body?.includes('Forgotten on request') ? ok({}) : send(request),
    ),
  },
  'rows go on naming who is forgotten': {
    in: ['forget', 'threats', 'mutes', 'verdicts', 'lifecycle'],
    rule: /stays forgotten: .* is in /,
    with: (one) => ({ ...forgotten(one), moves: [{ afterS: 240, which: 0, to: 'worse' }] }),
    ports: (ports, kind) =>
      withoutList(
        reading(['poll', 'reconcile'], (text) => text.replace('"forgotten":true', '"forgotten":false'))(
          ports,
          kind,
        ),
      ),
  },
  'what others closed can be corrected': {
    in: ['lifecycle', 'verdicts'],
    rule: /what ended has no buttons: .*decision:override/,
    with: (one) => ({ ...severe(one), clicks: [], moves: [{ afterS: 200, which: 0, to: 'close' }] }),
    ports: sending(['slack'], (request, send) => {
      if (!is(request, 'chat.update') || !/Closed in the platform/.test(request.body ?? ''))
        return send(request);
      const body = bodyOf(request);
      const override = { type: 'actions', elements: [{ type: 'button', action_id: 'decision:override' }] };
      return send({ ...request, body: JSON.stringify({ ...body, blocks: [...body.blocks, override] }) });
    }),
  },
  'what ended waits for a second person': {
    in: ['lifecycle'],
    rule: /what ended waits for nobody/,
    ports: sending(['slack'], (request, send) =>
      send({
        ...request,
        ...(request.body && {
          body: request.body.replaceAll('Closed in the platform', 'Needs a second approver'),
        }),
      }),
    ),
  },
  'a claim is noted and not kept': {
    in: ['verdicts', 'escalation'],
    rule: /nobody is called about what is answered/,
    with: (one) => ({ ...severe(one), clicks: [firstPress(one, 140)] }),
    ports: claimNotKept,
  },
  'a claim of a case that was reopened is noted and not kept': {
    in: ['verdicts', 'escalation', 'lifecycle'],
    rule: /nobody is called about what is answered/,
    with: (one) => ({
      ...severe(one),
      moves: [
        { afterS: 40, which: 0, to: 'close' },
        { afterS: 120, which: 0, to: 'reopen' },
      ],
      clicks: [firstPress(one, 300)],
    }),
    ports: claimNotKept,
  },
  'a mute silences for ever': {
    in: ['verdicts', 'mutes', 'escalation'],
    rule: /a severe case that nobody answers is called for/,
    with: (one) => ({
      ...severe(one),
      clicks: [],
      // Nobody approves that of the third person.
      cases: severe(one).cases.map((planned) => ({ ...planned, person: planned.person % 2 })),
      mutes: [0, 1].map((what) => ({ atS: 140, what, end: false })),
    }),
    ports: reading(['verdict'], (text) =>
      text.includes('"mutes":[') ? text.replace(/"untilMs":\d+/g, '"untilMs":9999999999999') : text,
    ),
  },
  'a mute that waits for a second person hides': {
    in: ['verdicts', 'mutes'],
    rule: /a severe open case stands by itself/,
    with: (one) => ({
      ...severe(one),
      clicks: [],
      cases: severe(one).cases.map((planned) => ({ ...planned, atS: 200, person: 2 })),
      mutes: [{ atS: 100, what: 2, end: false }],
    }),
    ports: reading(['poll'], (text) => text.replace('"mutes":[],"waiting":', '"mutes":')),
  },
  'who takes a decision back is not called for': {
    in: ['verdicts', 'escalation', 'approval'],
    rule: /a severe case that nobody answers is called for/,
    with: (one) => ({
      ...severe(one),
      clicks: [
        { atS: 140, which: 0, press: 0, who: 0, old: false, again: false },
        { atS: 170, which: 0, press: one.seed % 3, who: 1, old: false, again: false },
      ],
    }),
    ports: rewriting(['verdict'], (text) =>
      /"is":"(undone|declined)"/.test(text) ? text.replace(/"lookMs":\d+/, '"lookMs":null') : text,
    ),
  },
  'the second step comes with the first': {
    in: ['escalation'],
    rule: /nobody is called before it is time: step 2/,
    with: severe,
    config: (config) => ({
      ...config,
      routes: config.routes.map((route) => ({
        ...route,
        ...(route.escalation && {
          escalation: route.escalation.map(
            (step) => ({ ...step, after: route.escalation?.[0]?.after }) as never,
          ),
        }),
      })),
    }),
  },
  'what becomes worse within a minute stays deduped': {
    in: ['dedupe', 'lifecycle'],
    rule: /a severe open case stands by itself/,
    with: ({ cases: [first], ...one }) => ({
      ...one,
      cases: [80, 85].map((atS) => ({ ...(first as PlannedCase), atS, severity: 'medium' })),
      moves: [{ afterS: 50, which: 1, to: 'worse' }],
    }),
    ports: rewriting(['poll', 'reconcile'], (text) =>
      text.replace(/("by":"dedupe","id":"[^"]*","severity":)"\w+"/g, '$1"critical"'),
    ),
  },
  'the archive leaves out the last entry': {
    in: ['verdicts'],
    rule: /archive/,
    with: severe,
    ports: (ports, kind) => {
      if (kind !== 'archive') return ports;
      const send = ports.table.client.send as unknown as (command: Asking) => Promise<Found>;
      const other = async (command: Asking): Promise<Found> => {
        const found = await send(command);
        const isEntries = found.Items?.some(({ entry }) => entry !== undefined);
        return isEntries ? { ...found, Items: found.Items?.slice(0, -1) } : found;
      };
      return { ...ports, table: { ...ports.table, client: { send: other } as never } };
    },
  },
  'nobody says who a case is about': {
    in: ['personas'],
    rule: /a case says who it is about: /,
    ports: sending(['slack'], (request, send) =>
      send({ ...request, body: request.body?.replaceAll('The work of', 'Work of') }),
    ),
  },
  'a case says who others are': {
    in: ['personas'],
    rule: /and not who others are/,
    ports: reading(['slack'], (text) => text.replaceAll('The work of anna', 'The work of bert')),
  },
  'a message forgets whom it is about': {
    in: ['personas', 'lifecycle'],
    rule: /what a message says of people stays in it|says 2 times who it is about/,
    with: (one) => ({
      ...severe(one),
      cases: [80, 260].map((atS) => ({ ...(one.cases[0] as PlannedCase), atS, severity: 'high' })),
      moves: [{ afterS: 60, which: 1, to: 'investigate' }],
    }),
    ports: reading(['slack'], (text) => text.replaceAll('"saysWho":', '"saidOnce":')),
  },
  'a destination that is new gets nothing': {
    in: ['rolling', 'teams'],
    rule: /neither at duty nor listed|not at duty/,
    with: (one) => ({ ...one, rollout: { ...one.rollout, lacks: 'teams' } }),
    config: (config) => ({
      ...config,
      routes: config.routes.map((route) => ({ ...route, to: route.to.filter((name) => name !== 'duty') })),
    }),
  },
  'a destination that is new gets everything twice': {
    in: ['rolling', 'teams'],
    rule: /nothing twice: .* at duty/,
    with: (one) => ({ ...one, rollout: { ...one.rollout, lacks: 'teams' } }),
    ports: sending(['teams'], async (request, send) => {
      if (request.method === 'POST' && request.url.pathname.endsWith('/v3/conversations'))
        await send(request);
      return send(request);
    }),
  },
};
