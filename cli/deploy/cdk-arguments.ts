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

/** Which bridge and configuration the arguments for CDK mean. */
export interface Deployment {
  readonly config?: string;
  readonly name?: string;
  readonly profile?: string;
  readonly region?: string;
}

export function deploymentIn(args: readonly string[]): Deployment {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      ...{ config: text, name: text, profile: text, region: text },
      context: { ...text, short: 'c', multiple: true },
    },
  });
  const inContext = (key: string): string | undefined =>
    ((values.context as string[] | undefined) ?? []).flatMap(
      (one) => new RegExp(`^=?${key}=(.+)$`, 's').exec(one)?.[1] ?? [],
    )[0];
  const { profile, region } = values;
  const given = { config: values.config ?? inContext('config'), name: values.name ?? inContext('name') };
  const all = Object.entries({ ...given, profile, region });
  return Object.fromEntries(all.filter(([, value]) => typeof value === 'string'));
}

/** The same for one of our own commands. */
export const flagsFor = (deployment: Deployment): string[] =>
  Object.entries(deployment).flatMap(([name, value]) => [`--${name}`, value]);

const isSetting = (name: string): boolean => SETTINGS.some((known) => known === name);
