import { isFields } from '../../stand-in-kit/fields.ts';

/** What is known while a card is checked. */
export type Scope = {
  /** The version the card declares. */
  readonly version: string;
  readonly report: (at: string, problem: string) => void;
};

export type Rule = (value: unknown, at: string, scope: Scope) => void;
/** A rule, whether the property is required, and the version that introduced it. */
export type Property = Rule | { readonly rule: Rule; readonly needed?: boolean; readonly since?: string };
export type Properties = Readonly<Record<string, Property>>;

export const needed = (rule: Rule): Property => ({ rule, needed: true });
export const since = (version: string, rule: Rule): Property => ({ rule, since: version });

const must =
  (holds: (value: unknown) => boolean, problem: string): Rule =>
  (value, at, { report }) => {
    if (!holds(value)) report(at, problem);
  };

export const text = must((value) => typeof value === 'string', 'must be a string');
export const words = must((value) => typeof value === 'string' && value.trim() !== '', 'must not be empty');
export const flag = must((value) => typeof value === 'boolean', 'must be true or false');
export const count = must(
  (value) => Number.isInteger(value) && Number(value) > 0,
  'must be a whole number above 0',
);
export const number = must((value) => Number.isFinite(value), 'must be a number');
export const record = must(isFields, 'must be an object');
export const oneOf = (...values: readonly string[]): Rule =>
  must(
    (value) => values.includes(String(value)) && typeof value === 'string',
    `must be one of ${values.join(', ')}`,
  );
export const matching = (pattern: RegExp, problem: string): Rule =>
  must((value) => typeof value === 'string' && pattern.test(value), problem);

/** Web pages only: no `javascript:`, no file, nothing that opens another program. */
export const webAddress = must(
  (value) => typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
  'must be an http or https address',
);

export const listOf =
  (rule: Rule, least = 0): Rule =>
  (value, at, scope) => {
    if (!Array.isArray(value)) return scope.report(at, 'must be a list');
    if (value.length < least) scope.report(at, `needs at least ${least} of them`);
    for (const [index, item] of value.entries()) rule(item, `${at}/${index}`, scope);
  };

export const either =
  (isFirst: (value: unknown) => boolean, first: Rule, second: Rule): Rule =>
  (value, at, scope) =>
    (isFirst(value) ? first : second)(value, at, scope);

/** An object with these properties and no others. */
export const shape =
  (properties: Properties): Rule =>
  (value, at, scope) => {
    if (!isFields(value)) return scope.report(at, 'must be an object');
    for (const key of Object.keys(value))
      if (!Object.hasOwn(properties, key)) scope.report(`${at}/${key}`, 'is not a known property');
    for (const [key, property] of Object.entries(properties)) {
      const {
        rule,
        needed: isNeeded = false,
        since: version = '1.0',
      } = typeof property === 'function' ? { rule: property } : property;
      const held = value[key];
      if (held === undefined) {
        if (isNeeded) scope.report(`${at}/${key}`, 'is missing');
        continue;
      }
      if (scope.version < version) scope.report(`${at}/${key}`, `needs version ${version}`);
      rule(held, `${at}/${key}`, scope);
    }
  };

export type Kind = { readonly since?: string; readonly properties: Properties };

/** One of several kinds of objects, distinguished by `type`. */
export const kindOf =
  (kinds: () => Readonly<Record<string, Kind>>): Rule =>
  (value, at, scope) => {
    const type = isFields(value) ? value.type : undefined;
    const known = kinds();
    if (typeof type !== 'string') return scope.report(`${at}/type`, 'is missing');
    const kind = Object.hasOwn(known, type) ? known[type] : undefined;
    if (kind === undefined) return scope.report(`${at}/type`, `${type} is not a type that may stand here`);
    if (scope.version < (kind.since ?? '1.0')) scope.report(at, `${type} needs version ${kind.since}`);
    shape({ type: text, ...kind.properties })(value, at, scope);
  };
