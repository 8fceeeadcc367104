import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { OpenBridge } from '../../cli/aws/open-bridge.ts';
import backfill from '../../cli/commands/backfill.ts';
import dlqList from '../../cli/commands/dlq-list.ts';
import dlqShow from '../../cli/commands/dlq-show.ts';
import type { Command } from '../../cli/frame/definition.ts';
import { runProgram } from '../../cli/frame/run-program.ts';
import { stageConfig } from '../support/system-stage.ts';
import type { Attempt } from './attempt.ts';
import { HOSTILE_TEXTS, obeyedIn } from './hostile-text.ts';

const ID = '6f1c7a0e-0b1d-4d59-9a77-0e6cf0c7f1aa';

/** A bridge whose dead letter and whose row of a feed say this, as far as three commands look. */
function bridgeSaying(text: string, body: string, isRead: boolean): OpenBridge {
  let letters = [
    {
      ...{ MessageId: ID, ReceiptHandle: 'r', Body: body, Attributes: { SentTimestamp: '1' } },
      MessageAttributes: { reason: { StringValue: text } },
    },
  ];
  const walk = {
    ...{ kind: 'sweep', initial: false, whole: false, floorMs: 0, wantedFromMs: 0, startedAtMs: 0 },
    ...{ fromHead: true, topMs: null, falls: 0, rises: 0, pages: 1, trail: [{ id: text, createdAtMs: 1 }] },
    asked: { id: text, again: 'history' },
  };
  const state = {
    ...{ v: 1, started: true, order: isRead ? 'unknown' : text, watermarkMs: null, notBeforeMs: 0 },
    ...{ quietBeforeMs: null, walks: [walk], checkpoints: [], sweptAtMs: 0, wholeWalkAtMs: 0 },
    ...{ wholeWalkPages: 0, unfinished: false, pause: null, [text]: text },
  };
  const send = async (command: unknown) => {
    if (command instanceof GetQueueAttributesCommand)
      return { Attributes: { ApproximateNumberOfMessages: '1' } };
    if (command instanceof GetItemCommand)
      return { Item: { version: { N: '1' }, state: { S: JSON.stringify(state) } } };
    if (!(command instanceof ReceiveMessageCommand)) return {};
    const Messages = letters;
    letters = [];
    return { Messages };
  };
  return {
    where: 'here',
    clock: { now: () => Date.UTC(2026, 10, 15), sleep: async () => undefined },
    sqs: { send },
    ledger: { client: { send }, tableName: 't', random: () => 0.5 },
    outputs: async () => ({ VerdictsQueue: 'https://q', VerdictsDeadLetters: 'https://d' }),
    close: () => undefined,
  } as unknown as OpenBridge;
}

const at = (command: Command, bridge: OpenBridge): Command => ({
  ...command,
  run: (asked: Parameters<Command['run']>[0]) =>
    command.run({ ...asked, bridge: async () => bridge, config: async () => stageConfig() }),
});

/** What the terminal gets. */
async function printed(args: readonly string[], command: Command, bridge: OpenBridge): Promise<string> {
  let text = '';
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  for (const stream of streams)
    stream.write = ((piece: string) => {
      text += piece;
      return true;
    }) as typeof stream.write;
  try {
    const load = async () => ({ default: at(command, bridge) });
    await runProgram(args, [{ name: command.name, load }], {});
  } finally {
    for (const [n, stream] of streams.entries()) stream.write = writes[n] as typeof stream.write;
  }
  return text;
}

/** Lines that a command has of its own, whatever it is told in JSON, or otherwise. */
const RUNS: readonly {
  readonly args: readonly string[];
  readonly command: Command;
  readonly most: readonly [number, number];
}[] = [
  { args: ['dlq', 'list'], command: dlqList as Command, most: [2, 2] },
  { args: ['dlq', 'list', '--json'], command: dlqList as Command, most: [1, 1] },
  { args: ['dlq', 'show', ID], command: dlqShow as Command, most: [13, 6] },
  { args: ['dlq', 'show', ID, '--json'], command: dlqShow as Command, most: [1, 1] },
  { args: ['backfill', '--since', '1d', '--yes', '--no-wait'], command: backfill as Command, most: [4, 40] },
];

const bodiesOf = (text: string): Readonly<Record<string, string>> => ({
  'not JSON': text,
  JSON: JSON.stringify({ kind: text, caseId: text, [text]: { [text]: text }, domain: 'acme' }),
});

async function obeyed(run: (typeof RUNS)[number], text: string, kind: string): Promise<string | null> {
  const isJson = kind === 'JSON';
  const bridge = bridgeSaying(text, bodiesOf(text)[kind] ?? '', isJson);
  const lines = (await printed(run.args, run.command, bridge)).replace(/\n$/, '').split('\n');
  const most = run.most[isJson ? 0 : 1];
  if (lines.every((line) => line === '')) return 'nothing was printed';
  if (lines.length > most) return `it began lines of its own: ${JSON.stringify(lines.slice(most))}`;
  // What a program would take for a line of JSON, and a person for a line of the trail.
  const forged = lines.find((line) => /^(?:\{"(?:event|_aws)"|2026-11-15 )/.test(line));
  return forged === undefined
    ? (lines.map(obeyedIn).find((found) => found !== null) ?? null)
    : `a line is ${forged}`;
}

export const hostileLetters: readonly Attempt[] = RUNS.flatMap((run) =>
  Object.entries(HOSTILE_TEXTS).flatMap(([name, text]) =>
    Object.keys(bodiesOf(text)).map((kind) => ({
      name: `${run.args.slice(0, 2).join(' ')}, a letter or a row that ${name} (${kind})`,
      run: () => obeyed(run, text, kind),
    })),
  ),
);
