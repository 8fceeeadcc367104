import * as z from 'zod';
import type { Assembly } from './assembly.ts';
import { isTrue, namesIn, resolve, type Scope } from './intrinsics.ts';
import { isList, isObject, type Json, type JsonObject } from './json.ts';
import { NO_LOCAL_EFFECT } from './no-local-effect.ts';
import { isKnownType, type KnownType, PROPERTIES, type PropertiesOf } from './resource-properties.ts';
import { type Home, IDENTITIES, type Identity } from './resource-types.ts';
import { TemplateError } from './template-error.ts';

export interface Resource<Type extends string = string, Properties = unknown> {
  readonly logicalId: string;
  readonly type: Type;
  readonly properties: Properties;
  readonly identity: Identity;
}
export type KnownResource<Type extends KnownType> = Resource<Type, PropertiesOf<Type>>;

export interface StackTemplate {
  /** In the order in which they can be created. */
  readonly resources: readonly Resource[];
  of<Type extends KnownType>(type: Type): KnownResource<Type>[];
  readonly outputs: Readonly<Record<string, string>>;
  /** What is in the template but not tested on one machine, with the reason. */
  readonly notExercised: readonly { logicalId: string; type: string; sentence: string }[];
}

const Declared = z.strictObject({
  Type: z.string(),
  Properties: z._default(z.custom<JsonObject>(isObject), {}),
  DependsOn: z.optional(z.union([z.string(), z.array(z.string())])),
  Condition: z.optional(z.string()),
  DeletionPolicy: z.optional(z.string()),
  UpdateReplacePolicy: z.optional(z.string()),
  Metadata: z.optional(z.unknown()),
});
type Declared = z.infer<typeof Declared>;

/** `Rules` only contain CDK's check that the account was bootstrapped. */
const SECTIONS = new Set(
  'AWSTemplateFormatVersion Description Metadata Parameters Mappings Conditions Rules Resources Outputs'.split(
    ' ',
  ),
);

const NO_UUID = '00000000-0000-1000-8000-000000000000';

/** Reads a whole template, or stops with the name of what is not understood. */
export function readTemplate({ template, stackName }: Assembly, home: Home): StackTemplate {
  for (const section of Object.keys(template)) {
    if (!SECTIONS.has(section))
      throw new TemplateError(stackName, `the section ${section} is not understood here`);
  }
  const parameters = readParameters(section(template, 'Parameters'));
  const pseudo = new Map<string, Json>([
    ['AWS::AccountId', home.account],
    ['AWS::Region', home.region],
    ['AWS::Partition', 'aws'],
    ['AWS::URLSuffix', 'amazonaws.com'],
    ['AWS::StackName', stackName],
    [
      'AWS::StackId',
      `arn:aws:cloudformation:${home.region}:${home.account}:stack/${stackName}/${home.stackUuid ?? NO_UUID}`,
    ],
    ['AWS::NotificationARNs', []],
  ]);
  const declared = new Map<string, Declared>();
  const identities = new Map<string, Identity>();
  const scope: Scope = {
    ref: (name) => pseudo.get(name) ?? parameters.get(name) ?? identify(name)?.ref,
    attribute(logicalId, name) {
      const value = identify(logicalId)?.attributes[name];
      if (value === undefined)
        throw new TemplateError(logicalId, `has no attribute ${name} that is known here`);
      return value;
    },
    conditions: section(template, 'Conditions'),
    mappings: section(template, 'Mappings'),
  };

  function identify(logicalId: string): Identity | undefined {
    const known = identities.get(logicalId);
    const one = declared.get(logicalId);
    if (known || !one) return known;
    const named = (property: string) => {
      const value = one.Properties[property];
      return value === undefined ? undefined : String(resolve(value, scope, logicalId));
    };
    const identity = IDENTITIES[one.Type]?.({ logicalId, named }, home);
    if (!identity) throw unknownType(logicalId, one.Type);
    identities.set(logicalId, identity);
    return identity;
  }

  for (const [logicalId, value] of Object.entries(section(template, 'Resources'))) {
    const parsed = Declared.safeParse(value);
    if (!parsed.success) throw new TemplateError(logicalId, problemsOf(parsed.error));
    const { Type, Condition } = parsed.data;
    if (Condition !== undefined && !isTrue({ Condition }, scope, logicalId)) continue;
    if (!isKnownType(Type) && !(Type in NO_LOCAL_EFFECT)) throw unknownType(logicalId, Type);
    declared.set(logicalId, parsed.data);
  }
  const atHome = (text: string) => localAddresses(text, home);
  const resources = inOrder(declared).map(([logicalId, one]): Resource => {
    const resolved = mapTexts(resolve(one.Properties, scope, logicalId) ?? {}, atHome);
    const identity = identify(logicalId);
    if (!identity) throw unknownType(logicalId, one.Type);
    return { logicalId, type: one.Type, identity, properties: readProperties(logicalId, one.Type, resolved) };
  });
  return {
    resources,
    of: <Type extends KnownType>(type: Type) =>
      resources.filter((one): one is KnownResource<Type> => one.type === type),
    outputs: readOutputs(section(template, 'Outputs'), scope, atHome),
    notExercised: resources.flatMap(({ logicalId, type }) => {
      const sentence = NO_LOCAL_EFFECT[type];
      return sentence ? [{ logicalId, type, sentence }] : [];
    }),
  };
}

const unknownType = (logicalId: string, type: string) =>
  new TemplateError(logicalId, `the local cloud does not know what to do with a resource of type ${type}`);

const section = (template: JsonObject, name: string): JsonObject => {
  const found = template[name];
  return isObject(found) ? found : {};
};

function readProperties(logicalId: string, type: string, resolved: Json): unknown {
  if (!isKnownType(type)) return resolved;
  const parsed = PROPERTIES[type].safeParse(resolved);
  if (!parsed.success) throw new TemplateError(logicalId, `of type ${type}: ${problemsOf(parsed.error)}`);
  return parsed.data;
}

const problemsOf = ({ issues }: z.ZodError): string =>
  issues
    .map((issue) => {
      const at = issue.path.join('.');
      if (issue.code !== 'unrecognized_keys') return `${at}: ${issue.message}`;
      return `${issue.keys.map((key) => (at ? `${at}.${key}` : key)).join(', ')} is not understood here`;
    })
    .join('; ');

/** Parameters have their default. Only `Rules` use the version of the bootstrap stack. */
function readParameters(declared: JsonObject): Map<string, Json> {
  return new Map(
    Object.entries(declared).map(([name, value]) => {
      const found = isObject(value) ? value.Default : undefined;
      const type = isObject(value) ? String(value.Type) : '';
      const understood = ['String', 'Number'].includes(type) || name === 'BootstrapVersion';
      if (!understood) throw new TemplateError(name, `a parameter of type ${type} is not understood here`);
      if (found === undefined) throw new TemplateError(name, 'this parameter has no default');
      return [name, found];
    }),
  );
}

function readOutputs(
  declared: JsonObject,
  scope: Scope,
  atHome: (text: string) => string,
): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [name, output] of Object.entries(declared)) {
    if (!isObject(output) || output.Value === undefined)
      throw new TemplateError(name, 'this output has no value');
    if (output.Condition !== undefined && !isTrue({ Condition: output.Condition }, scope, name)) continue;
    outputs[name] = atHome(String(resolve(output.Value, scope, name)));
  }
  return outputs;
}

/** Replaces the address that AWS would give an HTTP API, which the template composes, by one on this machine. */
const localAddresses = (text: string, { region, apiUrl }: Home): string =>
  text.replaceAll(
    new RegExp(`https://([a-z0-9]+)\\.execute-api\\.${region}\\.amazonaws\\.com`, 'g'),
    (_, id: string) => apiUrl(id),
  );

function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (isList(value)) return value.map((one) => mapTexts(one, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]));
}

/** Referenced resources come first, as CloudFormation creates them. */
function inOrder(declared: ReadonlyMap<string, Declared>): [string, Declared][] {
  const done = new Map<string, Declared>();
  const visit = (logicalId: string, path: readonly string[]) => {
    const one = declared.get(logicalId);
    if (!one || done.has(logicalId)) return;
    if (path.includes(logicalId)) {
      throw new TemplateError(logicalId, `depends on itself by way of ${path.join(', ')}`);
    }
    const explicit = one.DependsOn === undefined ? [] : [one.DependsOn].flat();
    for (const name of explicit) {
      if (!declared.has(name))
        throw new TemplateError(logicalId, `DependsOn names ${name}, which is not there`);
    }
    for (const name of [...explicit, ...namesIn(one.Properties)]) visit(name, [...path, logicalId]);
    done.set(logicalId, one);
  };
  for (const logicalId of declared.keys()) visit(logicalId, []);
  return [...done];
}
