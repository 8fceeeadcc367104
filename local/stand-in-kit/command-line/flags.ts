import { parseArgs } from 'node:util';

/** Reads the text after a flag. `held`: what the same flag gave before. Secrets are never repeated in a problem. */
type Flag = {
  readonly option: string;
  read(text: string, held: unknown): { readonly value: unknown } | { readonly problem: string };
};
export type FlagTable = Readonly<Record<string, Flag>>;

export const wholeNumber = (option: string, min: number, max: number): Flag => ({
  option,
  read: (text) =>
    /^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max
      ? { value: Number(text) }
      : { problem: `is a whole number from ${min} to ${max}, not "${text}"` },
});

export const choice = (option: string, values: readonly string[]): Flag => ({
  option,
  read: (text) =>
    values.includes(text) ? { value: text } : { problem: `is one of ${values.join(', ')}, not "${text}"` },
});

export const text = (option: string, accepts: (text: string) => boolean, problem: string): Flag => ({
  option,
  read: (value) => (accepts(value) ? { value } : { problem }),
});

/** The flags that both chats have. */
export const CHAT_FLAGS: FlagTable = {
  port: wholeNumber('port', 0, 65_535),
  'request-url': text(
    'requestUrl',
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'is an http or https address',
  ),
  speed: {
    option: 'speed',
    read: (value) =>
      Number(value) > 0 ? { value: Number(value) } : { problem: `is a number above 0, not "${value}"` },
  },
};
export const CHAT_SWITCHES = { 'no-rates': { rates: false }, control: { control: true } };

export type Flags<Options> =
  | { readonly kind: 'help' }
  | { readonly kind: 'bad'; readonly problems: readonly string[] }
  | { readonly kind: 'run'; readonly options: Options };

/** How a program reports what it does not know. */
export type Wording = {
  unknown(rawName: string, name: string): string;
  /** Undefined if there is nothing to say, as for a value after an unknown flag that was already reported. */
  stray(word: string, isBehindUnknown: boolean): string | undefined;
};

const WORDING: Wording = {
  unknown: (rawName) => `${rawName} is not a flag of this server.`,
  stray: (word) => `"${word}" is not a flag.`,
};

/** Reads the command line; collects all problems, so that one run reports them all. */
export const createFlagReader =
  <Options extends object>(
    table: FlagTable,
    switches: Readonly<Record<string, Options>>,
    { unknown, stray }: Wording = WORDING,
  ) =>
  (args: readonly string[]): Flags<Options> => {
    const all = (names: object, type: 'string' | 'boolean') =>
      Object.fromEntries(Object.keys(names).map((name) => [name, { type }]));
    const { tokens } = parseArgs({
      args: [...args],
      strict: false,
      tokens: true,
      options: {
        ...all(table, 'string'),
        ...all(switches, 'boolean'),
        help: { type: 'boolean', short: 'h' },
      },
    });
    const problems: string[] = [];
    const options: Record<string, unknown> = {};
    let isBehindUnknown = false;
    for (const token of tokens) {
      const told = token.kind === 'positional' ? stray(token.value, isBehindUnknown) : undefined;
      if (told !== undefined) problems.push(told);
      isBehindUnknown = false;
      if (token.kind !== 'option') continue;
      const { name, value, rawName } = token;
      const flag = Object.hasOwn(table, name) ? table[name] : undefined;
      const turns = Object.hasOwn(switches, name) ? switches[name] : undefined;
      if (name === 'help') return { kind: 'help' };
      if (turns !== undefined) {
        if (value === undefined) Object.assign(options, turns);
        else problems.push(`--${name} takes no value.`);
      } else if (flag === undefined) {
        isBehindUnknown = true;
        problems.push(unknown(rawName, name));
      } else if (value === undefined) problems.push(`--${name} needs a value.`);
      else {
        const read = flag.read(value, options[flag.option]);
        if ('problem' in read) problems.push(`--${name} ${read.problem}.`);
        else options[flag.option] = read.value;
      }
    }
    // Each value was checked by its flag, which names its option.
    return problems.length > 0 ? { kind: 'bad', problems } : { kind: 'run', options: options as Options };
  };
