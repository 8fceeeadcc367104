import { once } from 'node:events';
import { createAwsSource } from '../../console/aws/aws-source.ts';
import { openLedger } from '../../console/ledger-reader.ts';
import { startConsole } from '../../console/server.ts';
import { realSurroundings } from '../../console/surroundings.ts';
import { jsonLine, print } from '../../lib/base/terminal.ts';
import { outcomeChoices } from '../../lib/chats/document/outcome-choices.ts';
import { isChat } from '../../lib/config/chats.ts';
import { explainAws } from '../aws/explain-aws.ts';
import { createOperator } from '../console/act-on-bridge.ts';
import { readClientFiles } from '../console/client-files.ts';
import { findOperator } from '../console/operator-person.ts';
import { createOperatorPress } from '../console/press-as-operator.ts';
import { defineCommand } from '../frame/definition.ts';
import { CommandError, UsageError } from '../frame/errors.ts';
import { depthOf } from '../look/status-of-queues.ts';

/** Each look takes dozens of requests to AWS: docs/operations.md counts them. */
const LOOK_EVERY_MS = 5_000;

export default defineCommand({
  name: 'console',
  group: 'Look',
  page: 'operations.md#on-a-page',
  summary: 'The bridge on a page in your browser: its cases, chats, verdicts, health, flow and routes.',
  about:
    'Listens on 127.0.0.1 only and prints an address with a key that is new each time; anybody with the address sees what you see. Reads with your own AWS credentials, every five seconds while a page is open, and changes nothing unless --act is given. Ctrl-C ends it.',
  flags: {
    port: { type: 'string', value: 'PORT', default: '0', words: 'of 127.0.0.1; any free one unless given' },
    act: {
      type: 'boolean',
      words:
        'lets the page decide cases as you, send dead letters back, try closed destinations and hand items over once more',
    },
  },
  needsBridge: true,
  needsConfig: true,
  examples: [
    { line: 'console', words: 'Of the bridge posture-bridge, with your AWS profile. Open the address.' },
    { line: 'console --act --port 4400', words: 'The same, with buttons, at a port that stays the same.' },
    { line: 'console --local', words: 'Of the one that npm start runs, as if it were on AWS.' },
  ],
  async run({ flags, bridge, config, json }) {
    const port = Number(flags.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new UsageError(`--port is a number from 0 to 65535, not ${JSON.stringify(flags.port)}`);
    const settings = await config();
    const opened = await bridge();
    const [outputs, files, { arn }] = await Promise.all([
      opened.outputs(),
      readClientFiles(),
      flags.act ? opened.caller() : { arn: '' },
    ]);
    const ledger = openLedger(opened.ledger);
    const operator = flags.act ? findOperator(settings.people, arn) : null;
    const console = await startConsole({
      port,
      files,
      lookEveryMs: LOOK_EVERY_MS,
      startedBy: 'posture-bridge console',
      source: createAwsSource({
        config: settings,
        ledger,
        outputs,
        now: () => opened.clock.now(),
        async depthOf(url) {
          const [waiting = 0, inFlight = 0, delayed = 0] = await depthOf(opened, url);
          return { waiting, inFlight, delayed };
        },
        explain,
      }),
      surroundings: {
        ...realSurroundings(
          {
            bridge: opened.where,
            pages: ['cases', 'chat', 'verdicts', 'health', 'flow', 'config'],
            acts: flags.act,
            domains: Object.keys(settings.domains),
            decidable: Object.values(settings.destinations).some(({ type }) => isChat(type)),
            outcomes: operator && settings.verdicts ? outcomeChoices(settings.verdicts) : [],
            links: [],
            notes: [],
          },
          settings,
        ),
        people: operator ? [operator] : [],
        pressCase: operator ? createOperatorPress({ bridge: opened, config: settings, ledger }) : undefined,
      },
      operator: flags.act ? createOperator(opened, settings) : undefined,
    }).catch((error: unknown) => {
      throw explainPort(error, port);
    });
    if (json) print(jsonLine({ url: console.url, bridge: opened.where, acts: flags.act }));
    else
      print(
        `The console of ${opened.where}: ${console.url}`,
        flags.act ? 'It can change the bridge, with your rights.' : 'It only reads. --act lets it do more.',
        'Ctrl-C ends it.',
      );
    await untilStopped();
    await console.close();
    return undefined;
  },
});

function explain(error: unknown): string | null {
  const said = explainAws(error);
  return said instanceof CommandError || said instanceof UsageError ? said.message : null;
}

function explainPort(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return new CommandError(`Port ${port} is in use. Choose another with --port, or leave it out.`);
  if (code === 'EACCES')
    return new CommandError(`Port ${port} may not be used by this user. Choose one above 1023 with --port.`);
  return error;
}

const untilStopped = (): Promise<unknown> =>
  Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
