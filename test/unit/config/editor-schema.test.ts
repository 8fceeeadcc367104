import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { Bridge } from '../../../lib/config/bridge.ts';
import {
  describeSetting,
  editorSchema,
  type JsonSchema,
} from '../../../lib/config/reference/editor-schema.ts';
import { documentedUnder, settingKeys } from '../../../lib/config/reference/setting-keys.ts';
import { SETTINGS } from '../../../lib/config/reference/setting-words.ts';
import { sample } from './sample.ts';

const schema = editorSchema() as {
  readonly required: readonly string[];
  readonly properties: Record<
    string,
    { items: { properties: Record<string, JsonSchema>; required: string[] } }
  >;
  readonly $defs: { readonly condition: { readonly properties: Record<string, JsonSchema> } };
};

describe('the schema of the configuration, for editors', () => {
  it('is the one in docs', () => {
    expect(
      JSON.parse(readFileSync('docs/configuration.schema.json', 'utf8')),
      'write it again: node cli/bridge.mjs config schema > docs/configuration.schema.json',
    ).toEqual(schema);
  });

  it('has words for every setting, and for nothing else', () => {
    const keys = settingKeys(Bridge);
    expect(keys.filter((key) => !SETTINGS[documentedUnder(key)])).toEqual([]);
    expect(Object.keys(SETTINGS).filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('wants what has no default', () => {
    expect(schema.required).toEqual(['domains', 'destinations', 'routes']);
    expect(schema.properties.routes?.items.required).toEqual(['to']);
  });

  it('has one definition for conditions in conditions', () => {
    const { any, not } = schema.$defs.condition.properties;
    expect(schema.properties.routes?.items.properties.when?.$ref).toBe('#/$defs/condition');
    expect(any).toMatchObject({ type: 'array', items: { $ref: '#/$defs/condition' } });
    expect(not).toMatchObject({ $ref: '#/$defs/condition' });
  });

  it('takes what the bridge takes, and refuses a wrong key', () => {
    const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const { destinations, ...rest } = sample;
    expect(
      isValid({ $schema: './bridge.schema.json', destinations, ...rest }),
      JSON.stringify(isValid.errors),
    ).toBe(true);
    expect(isValid({ destinations, ...rest, rotues: [] })).toBe(false);
    const nested = { when: { any: [{ not: { severty: 'low' } }] }, to: 'soc' };
    expect(isValid({ destinations, ...rest, routes: [nested] })).toBe(false);
  });

  it('tells without Markdown', () => {
    const all = settingKeys(Bridge).map(describeSetting).join('\n');
    expect(all).not.toMatch(/\]\(|`/);
  });

  it('says whether a severity is the highest or any', () => {
    expect(describeSetting('routes[].when.severity')).toMatch(/^of any event/);
    expect(describeSetting('routes[].when.highestSeverity')).toMatch(/the worst of its events/);
  });
});
