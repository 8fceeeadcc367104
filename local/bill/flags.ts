import { nearest } from '../../lib/config/schema/nearest.ts';
import { createFlagReader, type Flags, text } from '../stand-in-kit/command-line/flags.ts';

export interface BillFlags {
  readonly json: boolean;
  readonly why: boolean;
  readonly write: boolean;
  readonly configFile?: string;
}

export const HELP = `Usage: npm run bill -- [flags]

Says what the bridge costs on AWS. It runs the stack in the local cloud, in time that it drives itself, counts what would be
billed, and takes that times the prices in docs/prices.json. Nothing leaves this machine. It takes some minutes.

  --config FILE  another configuration than bridge.config.ts, .ts or .json
  --why          each line of the bill, the dearest first
  --json         the figures in dollars as one line of JSON; npm says what it runs before that:
                 npm run --silent bill -- --json does not
  --write        write the bill into docs/deploy.md, too
  --help         this text
`;

const FLAGS = { config: text('configFile', (value) => value !== '', 'needs a value') };
const SWITCHES = { json: { json: true }, why: { why: true }, write: { write: true } };

const read = createFlagReader<Partial<BillFlags>>(FLAGS, SWITCHES, {
  unknown(rawName, name) {
    const meant = nearest(name, [...Object.keys(FLAGS), ...Object.keys(SWITCHES), 'help']);
    return `${rawName} is not a flag of npm run bill${meant ? `, did you mean --${meant}?` : '.'} --help lists them.`;
  },
  stray: (word, isBehindUnknown) =>
    isBehindUnknown
      ? undefined
      : `"${word}" is not a flag. Flags stand behind "--", as in npm run bill -- --json.`,
});

export function readFlags(args: readonly string[]): Flags<BillFlags> {
  const flags = read(args);
  const none = { json: false, why: false, write: false };
  return flags.kind === 'run' ? { ...flags, options: { ...none, ...flags.options } } : flags;
}
