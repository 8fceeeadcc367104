import type { Line } from '../../lib/base/terminal.ts';
import { canaryPlaces, mayTakeCanary } from '../../lib/config/canary.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import { nearest } from '../../lib/config/schema/nearest.ts';
import { STAGE_WORDS, type Stage } from '../../lib/features/canary/stage-of.ts';
import type { OpenBridge } from '../aws/open-bridge.ts';
import { runCanary, type Way } from '../canary/run-canary.ts';
import { defineCommand } from '../frame/definition.ts';
import { UsageError } from '../frame/errors.ts';
import { type Cell, table } from '../frame/table.ts';
import { statusOfDestinations } from '../look/status-of-destinations.ts';
import { runbookOf } from '../look/status-of-health.ts';

export default defineCommand({
  name: 'canary',
  group: 'Act',
  page: 'operations.md#a-test-of-the-whole-way',
  summary: 'Sends an end-to-end test case, and says how long each step took or where it stopped.',
  about:
    'From the hand-over to a card in ops, a press through the public address, and back to the changed card. The card says that it is a test and not a case. Nothing of it goes to the platform, to webhooks or to queues of your own, and no report counts it. Ends with 1 and the step that failed. It may take some minutes where something is broken.',
  flags: {
    destination: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      words: 'a channel of the configuration; that of canary or ops unless given',
    },
  },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'canary', words: 'To the channel of ops.' },
    {
      line: 'canary --destination soc --destination ops --json',
      words: 'To two channels, for a program.',
    },
    { line: 'canary --local', words: 'Through the bridge that npm start runs.' },
  ],
  async run({ flags, bridge, config: read }) {
    const config = await read();
    const places = pickPlaces(config, flags.destination ?? []);
    const opened = await bridge();
    const ways: Told[] = [];
    for (const place of places) {
      const way = await runCanary(opened, config, place);
      ways.push({ ...way, what: way.stopped && (await whatToDo(opened, config, way)) });
    }
    const isWell = ways.every(({ stopped }) => stopped === null);
    return { value: { well: isWell, canaries: ways.map(toValue) }, lines: ways.flatMap(tell), well: isWell };
  },
});

interface Told extends Way {
  readonly what: string | null;
}

const totalMs = ({ steps }: Way): number => steps.reduce((sum, { ms }) => sum + ms, 0);

const toValue = (way: Told) => {
  const { canary, destination, steps, stopped, what } = way;
  const failed = stopped && { step: stopped.at, why: stopped.why, whatToDo: what };
  return { canary, destination, well: stopped === null, totalMs: totalMs(way), steps, failed };
};

function tell(way: Told): Line[] {
  const { canary, destination, steps, stopped, what } = way;
  const rows: Cell[][] = steps.map(({ step, ms }) => [
    { text: '✓', as: 'good' },
    STAGE_WORDS[step],
    `${ms} ms`,
  ]);
  if (stopped) rows.push([{ text: '✗', as: 'bad' }, `not ${STAGE_WORDS[stopped.at]}`, '']);
  const ended = steps.some(({ step }) => step === 'press');
  return [
    [{ text: `${destination} (${canary})`, as: 'strong' }],
    ...table(['', 'step', 'took'], rows, 120),
    ...(stopped
      ? [what ?? '']
      : [
          ended
            ? `It went all the way in ${totalMs(way)} ms.`
            : `It was posted in ${totalMs(way)} ms. Nobody may decide here, so there is nothing to press.`,
        ]),
  ];
}

/** The named destinations, or those of scheduled canaries, or ops. */
export function pickPlaces(config: BridgeConfig, named: readonly string[]): readonly string[] {
  const able = Object.keys(config.destinations).filter((name) => mayTakeCanary(config.destinations[name]));
  const wanted =
    named.length > 0 ? [...new Set(named)] : canaryPlaces({ ...config, canary: config.canary ?? {} });
  if (wanted.length === 0)
    throw new UsageError(
      `the configuration has no ops: say where it goes with --destination (${able.join(', ')})`,
    );
  const wrong = wanted.find((name) => !able.includes(name));
  if (wrong === undefined) return wanted;
  const meant = nearest(wrong, able);
  const known = meant ? `did you mean ${meant}?` : `there are ${able.join(', ') || 'none'}.`;
  throw new UsageError(`${JSON.stringify(wrong)} is no channel with a bot in it: ${known}`);
}

const HEADINGS: Readonly<Record<Stage, Parameters<typeof runbookOf>[0]>> = {
  'hand-over': 'Canary does not come back',
  card: 'Deliveries are late',
  press: 'Requests fail',
  decision: 'Canary does not come back',
  record: 'Canary does not come back',
  change: 'Deliveries are late',
};

async function whatToDo(bridge: OpenBridge, config: BridgeConfig, way: Way): Promise<string> {
  const { at = 'hand-over', why = null } = way.stopped ?? {};
  const place = await statusOfDestinations(bridge, config)
    .then((all) => all.find(({ destination }) => destination === way.destination))
    .catch(() => undefined);
  const isOfTheChat = at === 'card' || at === 'change';
  if (isOfTheChat && place?.is === 'closed')
    return `${way.destination} takes nothing (${place.because}): ${runbookOf('Destination is closed')}`;
  const said =
    why ??
    (at === 'card' || at === 'change' ? 'the notifier did not do it in time' : 'nothing came of it in time');
  return `It stopped there: ${said}. What to do: ${runbookOf(HEADINGS[at])}`;
}
