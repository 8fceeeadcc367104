import { isList, isObject, type Json, type JsonObject } from './json.ts';
import { TemplateError } from './template-error.ts';

/** What the names in a template stand for. */
export interface Scope {
  /** The value of `Ref`: pseudo parameters, parameters, resources. Undefined for an unknown name. */
  ref(name: string): Json | undefined;
  attribute(logicalId: string, name: string): string;
  readonly conditions: JsonObject;
  readonly mappings: JsonObject;
}

type Args = { readonly args: Json; readonly scope: Scope; readonly at: string };

/** The value without intrinsic functions; undefined for `AWS::NoValue`. `at`: the resource it is for. */
export function resolve(value: Json, scope: Scope, at: string): Json | undefined {
  if (isList(value)) {
    return value.flatMap((one) => {
      const resolved = resolve(one, scope, at);
      return resolved === undefined ? [] : [resolved];
    });
  }
  if (typeof value === 'string' && value.includes('{{resolve:')) {
    throw new TemplateError(at, `a dynamic reference (${value}) is not understood here`);
  }
  if (!isObject(value)) return value;
  const [key, args] = Object.entries(value)[0] ?? [];
  const single = Object.keys(value).length === 1;
  if (single && key !== undefined && args !== undefined && (key === 'Ref' || key.startsWith('Fn::'))) {
    const intrinsic = INTRINSICS[key];
    if (!intrinsic) throw new TemplateError(at, `the intrinsic function ${key} is not understood here`);
    return intrinsic({ args, scope, at });
  }
  const resolved = Object.entries(value).map(([name, one]) => [name, resolve(one, scope, at)] as const);
  return Object.fromEntries(resolved.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

const INTRINSICS: Readonly<Record<string, (call: Args) => Json | undefined>> = {
  Ref: ({ args, scope, at }) => (args === 'AWS::NoValue' ? undefined : refer(String(args), scope, at)),
  'Fn::GetAtt': ({ args, scope }) => {
    const [logicalId = '', ...path] = isList(args) ? args.map(String) : splitOnce(String(args));
    return scope.attribute(logicalId, path.join('.'));
  },
  'Fn::Sub': substitute,
  'Fn::Join': ({ args, scope, at }) => {
    const [separator, values] = listArgs('Fn::Join', args, scope, at);
    if (!isList(values)) throw new TemplateError(at, 'Fn::Join has no list to join');
    return values.map(String).join(String(separator));
  },
  'Fn::Select': ({ args, scope, at }) => {
    const [index, values] = listArgs('Fn::Select', args, scope, at);
    const chosen = isList(values) ? values[Number(index)] : undefined;
    if (chosen === undefined) throw new TemplateError(at, `Fn::Select finds nothing at ${String(index)}`);
    return chosen;
  },
  'Fn::Split': ({ args, scope, at }) => {
    const [separator, text] = listArgs('Fn::Split', args, scope, at);
    return String(text).split(String(separator));
  },
  'Fn::If': ({ args, scope, at }) => {
    const [condition, yes, no] = isList(args) ? args : [];
    const chosen = isTrue({ Condition: String(condition) }, scope, at) ? yes : no;
    if (chosen === undefined) throw new TemplateError(at, 'Fn::If needs a condition and two values');
    return resolve(chosen, scope, at);
  },
  'Fn::FindInMap': ({ args, scope, at }) => {
    const path = listArgs('Fn::FindInMap', args, scope, at).map(String);
    let found: Json | undefined = scope.mappings;
    for (const step of path) found = isObject(found) ? found[step] : undefined;
    if (found === undefined) throw new TemplateError(at, `Fn::FindInMap finds nothing at ${path.join('/')}`);
    return found;
  },
  'Fn::Base64': ({ args, scope, at }) => Buffer.from(String(resolve(args, scope, at))).toString('base64'),
};

function refer(name: string, scope: Scope, at: string): Json {
  const value = scope.ref(name);
  if (value === undefined) throw new TemplateError(at, `Ref names ${name}, which the template does not have`);
  return value;
}

function substitute({ args, scope, at }: Args): string {
  const [text, own] = isList(args) ? args : [args];
  const values = isObject(own) ? own : {};
  return String(text).replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    const value = values[name];
    if (value !== undefined) return String(resolve(value, scope, at));
    const [logicalId = '', attribute] = splitOnce(name);
    return attribute ? scope.attribute(logicalId, attribute) : String(refer(name, scope, at));
  });
}

function listArgs(name: string, args: Json, scope: Scope, at: string): readonly Json[] {
  const resolved = resolve(args, scope, at);
  if (!isList(resolved)) throw new TemplateError(at, `${name} is called without a list`);
  return resolved;
}

function splitOnce(name: string): [string, string?] {
  const dot = name.indexOf('.');
  return dot < 0 ? [name] : [name.slice(0, dot), name.slice(dot + 1)];
}

export function isTrue(condition: Json, scope: Scope, at: string): boolean {
  const [key, args] = isObject(condition) ? (Object.entries(condition)[0] ?? []) : [];
  const parts = isList(args) ? args : [];
  switch (key) {
    case 'Condition': {
      const named = scope.conditions[String(args)];
      if (named === undefined) throw new TemplateError(at, `there is no condition ${String(args)}`);
      return isTrue(named, scope, at);
    }
    case 'Fn::Equals': {
      const [left, right] = parts.map((part) => resolve(part, scope, at));
      return JSON.stringify(left) === JSON.stringify(right);
    }
    case 'Fn::And':
      return parts.every((part) => isTrue(part, scope, at));
    case 'Fn::Or':
      return parts.some((part) => isTrue(part, scope, at));
    case 'Fn::Not':
      return !parts.every((part) => isTrue(part, scope, at));
    default:
      throw new TemplateError(at, `the condition ${JSON.stringify(condition)} is not understood here`);
  }
}

/** Every name that a value refers to, for the order of creation. */
export function namesIn(value: Json): string[] {
  if (isList(value)) return value.flatMap(namesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, args]) => {
    if (key === 'Ref') return [String(args)];
    if (key === 'Fn::GetAtt') return [String(isList(args) ? args[0] : splitOnce(String(args))[0])];
    if (key !== 'Fn::Sub') return namesIn(args);
    const text = String(isList(args) ? args[0] : args);
    const inText = [...text.matchAll(/\$\{([^!}.]+)[^}]*\}/g)].map(([, name = '']) => name);
    return [...inText, ...(isList(args) ? namesIn(args.slice(1)) : [])];
  });
}
