import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a function makes by itself where there is none. */
const MADE_BY_FUNCTIONS = /\/keys\/[^/]+$/;

/**
 * Secrets by parameter name. If wanted, a secret that was not given is generated when it is first read: on one machine
 * most secrets only have to be the same for everyone. With a folder, what is put stays there.
 */
export function createParameters(
  given: Readonly<Record<string, string>>,
  missing: 'generate' | 'refuse' = 'refuse',
  dataDir?: string,
) {
  const put = new Map(Object.entries(keptIn(dataDir)));
  const values = new Map([...put, ...Object.entries(given)]);
  const generated = new Set<string>();
  /** What encrypts a secret, unless it is AWS's key. */
  const keys = new Map<string, string>();
  return {
    keys,
    /** May be changed at any time. */
    values,
    generated: generated as ReadonlySet<string>,
    put(name: string, value: string): void {
      values.set(name, value);
      put.set(name, value);
      if (dataDir === undefined) return;
      writeFileSync(fileIn(dataDir), JSON.stringify(Object.fromEntries(put)), { mode: 0o600 });
    },
    get(name: string): string | undefined {
      if (!values.has(name) && missing === 'generate' && !MADE_BY_FUNCTIONS.test(name)) {
        values.set(name, `local-${randomBytes(24).toString('hex')}`);
        generated.add(name);
      }
      return values.get(name);
    },
  };
}

const fileIn = (dataDir: string): string => join(dataDir, 'parameters.json');

function keptIn(dataDir: string | undefined): Record<string, string> {
  try {
    return dataDir === undefined ? {} : JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
  } catch {
    // The first run, or one that ended while it wrote: a key is made anew, and old buttons say that they are out of date.
    return {};
  }
}

export type LocalParameters = ReturnType<typeof createParameters>;

type Parameter = { Name: string; Type: 'SecureString'; Value: string; Version: 1 };
type Refusal = { readonly refused: string; readonly message: string };

interface ParameterInput {
  readonly Name?: string;
  readonly Names?: string[];
  readonly WithDecryption?: boolean;
  readonly Value?: string;
  readonly Type?: string;
  readonly Overwrite?: boolean;
  readonly KeyId?: string;
  readonly ParameterFilters?: { readonly Key?: string; readonly Values?: readonly string[] }[];
}

function putParameter(
  { Name = '', Value = '', Type, Overwrite, KeyId }: ParameterInput,
  { values, keys, put }: LocalParameters,
) {
  if (Type !== 'SecureString')
    return { refused: 'UnsupportedParameterType', message: 'here secrets are SecureStrings' };
  if (values.has(Name) && !Overwrite)
    return { refused: 'ParameterAlreadyExists', message: 'The parameter already exists.' };
  put(Name, Value);
  if (KeyId !== undefined) keys.set(Name, KeyId);
  return { Version: 1, Tier: 'Standard' };
}

/** The named ones, with what encrypts each. */
function describeParameters(
  { ParameterFilters: [filter, ...others] = [] }: ParameterInput,
  parameters: LocalParameters,
) {
  if (filter?.Key !== 'Name' || others.length > 0)
    return { refused: 'InvalidFilterKey', message: 'here parameters are found by their names' };
  const Parameters = (filter.Values ?? [])
    .filter((Name) => parameters.get(Name) !== undefined)
    .map((Name) => ({ Name, Type: 'SecureString', KeyId: parameters.keys.get(Name) ?? 'alias/aws/ssm' }));
  return { Parameters };
}

/** The parts of SSM that are needed to read and replace a secret. */
export function answerParameters(
  action: string,
  input: ParameterInput,
  parameters: LocalParameters,
): object | Refusal {
  const read = (name: string): Parameter | undefined => {
    const value = parameters.get(name);
    if (value === undefined) return undefined;
    // An undecrypted SecureString is useless: the caller has to ask for decryption.
    const Value = input.WithDecryption ? value : `undecrypted:${randomBytes(12).toString('base64')}`;
    return { Name: name, Type: 'SecureString', Value, Version: 1 };
  };
  if (action === 'GetParameter') {
    const found = read(input.Name ?? '');
    return found ? { Parameter: found } : { refused: 'ParameterNotFound', message: '' };
  }
  if (action === 'PutParameter') return putParameter(input, parameters);
  if (action === 'DescribeParameters') return describeParameters(input, parameters);
  const names = input.Names ?? [];
  const Parameters = names.flatMap((name) => read(name) ?? []);
  const InvalidParameters = names.filter((name) => !Parameters.some((one) => one.Name === name));
  return { Parameters, InvalidParameters };
}

const NOT_FOUND: Refusal = {
  refused: 'ResourceNotFoundException',
  message: "Secrets Manager can't find the specified secret.",
};

/**
 * The part of Secrets Manager that reads a secret. Its secrets are given by the names in the configuration:
 * `secretsmanager:prod/acme` for a whole text, `secretsmanager:prod/slack#botToken` for an entry of its JSON.
 */
export function answerSecret(
  { SecretId, ...others }: Readonly<Record<string, unknown>>,
  arn: string,
  parameters: LocalParameters,
): object | Refusal {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined || typeof SecretId !== 'string' || SecretId.startsWith('arn:')) {
    return {
      refused: 'InvalidRequestException',
      message: `${unknown ?? 'this SecretId'} is not understood here`,
    };
  }
  const name = `secretsmanager:${SecretId}`;
  const entries = [...parameters.values].flatMap(([key, value]) =>
    key.startsWith(`${name}#`) ? [[key.slice(name.length + 1), value] as const] : [],
  );
  const SecretString =
    entries.length > 0 ? JSON.stringify(Object.fromEntries(entries)) : parameters.get(name);
  if (SecretString === undefined) return NOT_FOUND;
  return { ARN: arn, Name: SecretId, SecretString, VersionStages: ['AWSCURRENT'] };
}

export const isRefusal = (answer: object): answer is Refusal => 'refused' in answer;
