import { createListMuted } from '../../lib/features/mutes/list-muted.ts';
import {
  ANN,
  ANN_IN_TEAMS,
  aCase,
  BO,
  CY_IN_TEAMS,
  createMuteStage,
  PAST,
  PERSONS,
  TYPES,
} from '../support/mute-stage.ts';
import type { Attack, AttackGroup } from './group.ts';

type Stage = ReturnType<typeof createMuteStage>;

/** What is hidden though one person alone wanted it; null if nothing is. */
async function hiddenAlone(stage: Stage): Promise<string | null> {
  if (await stage.isHidden(aCase('p1', 'sabotage', 'critical'))) return 'critical cases are hidden';
  if (await stage.isHidden(aCase('ann'))) return 'Ann hid cases about herself';
  const share = await stage.share();
  return share > 0.25 ? `${Math.round(share * 100)} % of the cases are hidden` : null;
}

const alone = (name: string, act: (stage: Stage) => Promise<unknown>): Attack => ({
  name,
  async run() {
    const stage = createMuteStage();
    await act(stage);
    return hiddenAlone(stage);
  },
});

const everything = { field: 'category', value: 'exfiltration' } as const;
const byType = (n: number) => ({ id: `m${n}`, field: 'threatType', value: TYPES[n] ?? '' }) as const;

const ATTACKS: readonly Attack[] = [
  alone('critical cases of a type', (stage) => stage.ask({ ...byType(0), critical: true })),
  alone('a whole route', (stage) => stage.ask({ field: 'route', value: 'all' })),
  alone('everything of a category', (stage) => stage.ask(everything)),
  alone('everything while the platform does not answer', (stage) => stage.ask(everything, null)),
  alone('type by type', async (stage) => {
    for (const n of TYPES.keys()) await stage.ask(byType(n));
  }),
  alone('person by person', async (stage) => {
    for (const [n, person] of PERSONS.entries())
      await stage.ask({ id: `m${n}`, value: `${person}@acme.example` });
  }),
  alone('two types at once', (stage) => Promise.all([stage.ask(byType(0)), stage.ask(byType(1))])),
  alone('an approval of one’s own', async (stage) => {
    await stage.ask(everything);
    await stage.actions.approve('acme', 'm1', ANN);
  }),
  alone('an approval of one’s own from another chat', async (stage) => {
    await stage.ask(everything);
    await stage.actions.approve('acme', 'm1', ANN_IN_TEAMS);
  }),
  alone('an approval by somebody of another chat who may be the same', async (stage) => {
    await stage.ask(everything);
    await stage.actions.approve('acme', 'm1', CY_IN_TEAMS);
  }),
  alone('an approval after a day', async (stage) => {
    await stage.ask({ ...everything, untilMs: stage.clock.now() + 5 * 86_400_000 });
    await stage.clock.advance(86_400_000);
    await stage.actions.approve('acme', 'm1', BO);
  }),
  alone('cases about oneself', (stage) => stage.ask({ value: 'ANN@acme.example' })),
  alone('cases about oneself, as a type', (stage) => stage.ask(byType(0))),
  alone('cases about oneself, from a chat where nobody knows the address', (stage) =>
    stage.ask({ value: 'ann@acme.example', by: CY_IN_TEAMS }),
  ),
  {
    name: 'so many mutes that nobody else can make one',
    async run() {
      const stage = createMuteStage();
      for (let n = 0; n < 60; n++) await stage.ask({ id: `m${n}`, field: 'category', value: `none ${n}` });
      const other = await stage.ask({ id: 'other', by: BO });
      return 'problem' in other ? other.problem : null;
    },
  },
  {
    name: 'texts that fill the row until nobody can end a mute',
    async run() {
      const stage = createMuteStage();
      for (let n = 0; n < 50; n++)
        await stage.ask({
          ...{
            id: `m${n}`,
            field: 'category',
            value: `x${'\u0001'.repeat(300)}`,
            reason: `x${'\u0001'.repeat(499)}`,
          },
          by: { ...ANN, id: `U${n}`, name: '\u0001'.repeat(1_000) },
        });
      const { mutes } = await stage.ledger.load('acme');
      const ended = mutes.map((mute) => ({ ...mute, ended: { by: mute.by, atMs: 0 } }));
      const bytes = Buffer.byteLength(JSON.stringify(ended));
      return bytes > 390_000 ? `the row takes ${bytes} bytes` : null;
    },
  },
  {
    name: 'a mute that nobody is told of',
    async run() {
      const stage = createMuteStage();
      const told: string[] = [];
      const list = createListMuted({
        ...{ domains: ['acme'], ledger: stage.ledger, clock: stage.clock },
        ...{ count: async () => new Map(), tell: async () => true },
        tellBegun: async (_, mute) => told.push(mute.id) > 0,
      });
      await stage.ask();
      await stage.actions.end('acme', 'm1', ANN);
      await list(stage.clock.now() + 30_000);
      if (told.length !== 1) return 'the operators are not told';
      const said = stage.trail.map(({ answer, by }) => `${by?.name} ${answer}`).join('; ');
      return said.includes('p1@acme.example') && said.includes('Ann') ? null : `the trail says: ${said}`;
    },
  },
];

const WHY = 'lib/features/mutes/mute-needs-approval.ts';
const CHANGE = 'lib/features/mutes/change-mutes.ts';
const APPROVE = 'lib/features/mutes/approve-mute.ts';

export const loneMutes: AttackGroup = {
  name: 'mutes of one person',
  attacks: 'an analyst who hides cases alone, from others or about themselves, or fills the row of mutes',
  share: 0,
  checks: [
    { name: 'critical cases need nobody else', file: WHY, right: 'if (mute.critical)', wrong: 'if (false)' },
    {
      name: 'a route needs nobody else',
      file: WHY,
      right: 'if (route !== undefined)',
      wrong: 'if (mute.field === "route") return null; if (false)',
    },
    { name: 'an unknown address is nobody', file: WHY, right: '&& address === null)', wrong: '&& false)' },
    {
      name: 'a platform that is silent says no',
      file: WHY,
      right: 'if (!past) return',
      wrong: 'if (!past) return null; if (!past) return',
    },
    {
      name: 'mutes are counted one by one',
      file: WHY,
      right: '&& !one.approvedBy &&',
      wrong: '&& one.approvedBy &&',
    },
    {
      name: 'what waits is a mute',
      file: CHANGE,
      right: 'next: { waiting: [...waiting, one] }',
      wrong: 'next: { mutes: [...mutes, mute] }',
    },
    {
      name: 'anybody is a second person',
      file: APPROVE,
      right: "if (second === 'same') return",
      wrong: "if (second === 'same') return null; if (second === 'other') return",
    },
    {
      name: 'who is not known is a second person',
      file: APPROVE,
      right: "if (second === 'unknown')\n    return",
      wrong: "if (second === 'unknown') return null; if (false)\n    return",
    },
    {
      name: 'what waits never lapses',
      file: 'lib/features/mutes/mute.ts',
      right: '!ended && nowMs - atMs < APPROVE_WITHIN_MS',
      wrong: '!ended && nowMs > 0 && atMs > 0',
    },
    {
      name: 'a mute hides cases about who made it',
      file: 'lib/features/mutes/hidden-by-mutes.ts',
      right: '&& !isAboutMakers(mute, about)',
      wrong: '&& about.size >= 0',
    },
    {
      name: 'one person may fill the row',
      file: 'lib/features/mutes/mute.ts',
      right: 'before.ofPerson >= MOST_OF_ONE',
      wrong: 'before.ofPerson < 0',
    },
    {
      name: 'a name may be as long as it likes',
      file: CHANGE,
      right: 'by: inShort(asked.by)',
      wrong: 'by: asked.by',
    },
    {
      name: 'nobody tells the operators',
      file: 'lib/features/mutes/list-muted.ts',
      right: '.filter(({ told }) => !told)',
      wrong: '.filter(({ told }) => told)',
    },
    {
      name: 'the trail names nobody',
      file: 'lib/features/mutes/mute-notices.ts',
      right: "mute.field === 'user' ? mute.value",
      wrong: "mute.field === 'user' ? 'one person'",
    },
  ],
  async control() {
    const stage = createMuteStage();
    await stage.ask({ ...everything, critical: true });
    const approved = await stage.actions.approve('acme', 'm1', BO);
    const isHidden = await stage.isHidden(PAST.cases[0]?.routed ?? aCase('p1'));
    return 'ok' in approved && isHidden ? null : 'two people could not mute';
  },
  tries: () => ATTACKS,
};
