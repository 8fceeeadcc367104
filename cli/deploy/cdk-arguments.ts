import { parseArgs } from 'node:util';
import { nearest } from '../../lib/config/schema/nearest.ts';
import { UsageError } from '../frame/errors.ts';

/** The settings of a bridge. CDK knows these as `-c config=FILE`, and ignores unknown flags. */
const SETTINGS = ['config', 'name', 'table'] as const;

/** Rewrites them for CDK: `--config FILE` becomes `-c config=FILE`, and everything else stays. */
export function cdkArguments(args: readonly string[]): string[] {
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    options: {
      ...Object.fromEntries(SETTINGS.map((name) => [name, { type: 'string' as const }])),
      context: { type: 'string', short: 'c' },
    },
  });
  const own = new Set<number>();
  const settings: string[] = [];
  const given = new Map<string, string[]>();
  const add = (name: string, value: string) => given.set(name, [...(given.get(name) ?? []), value]);
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, value, index } = token;
    if (name === 'context') {
      const [, key = '', held = ''] = /^=?(\w+)=(.*)$/s.exec(value ?? '') ?? [];
      if (isSetting(key)) add(key, held);
    } else if (isSetting(name)) {
      if (!value || (!token.inlineValue && value.startsWith('-')))
        throw new UsageError(`--${name} needs a value`);
      add(name, value);
      settings.push('-c', `${name}=${value}`);
      own.add(index);
      if (!token.inlineValue) own.add(index + 1);
    } else {
      const meant = nearest(name, SETTINGS, 1);
      if (meant) throw new UsageError(`--${name} is no flag: did you mean --${meant}?`);
    }
  }
  for (const [name, values] of given) {
    if (values.length > 1)
      throw new UsageError(`${name} is given more than once (${values.join(', ')}): give it once`);
  }
  const others = args.filter((_, at) => !own.has(at));
  // After the name of CDK's command, and before a "--".
  return [...others.slice(0, 1), ...settings, ...others.slice(1)];
}

/** What the doctor needs to know about a deployment, from the arguments for CDK. */
export function doctorArguments(args: readonly string[]): string[] {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: { config: text, profile: text, region: text, context: { ...text, short: 'c', multiple: true } },
  });
  const contexts = (values.context as string[] | undefined) ?? [];
  const config = values.config ?? contexts.flatMap((one) => /^=?config=(.+)$/s.exec(one)?.[1] ?? [])[0];
  const given = { config, profile: values.profile, region: values.region };
  return Object.entries(given).flatMap(([name, value]) =>
    typeof value === 'string' ? [`--${name}`, value] : [],
  );
}

const isSetting = (name: string): boolean => SETTINGS.some((known) => known === name);
