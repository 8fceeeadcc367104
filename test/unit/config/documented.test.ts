import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Bridge } from '../../../lib/config/bridge.ts';
import { documentedUnder, settingKeys } from '../../../lib/config/reference/setting-keys.ts';
import { OUTCOMES } from '../../../lib/posture/schemas/verdict-schema.ts';

const page = readFileSync('docs/configuration-reference.md', 'utf8');
const rows = [...page.matchAll(/^- `([^`]+)`(?: \(.*?\))?: (.*)$/gm)].map(([, key = '', words = '']) => ({
  key,
  words,
}));
const keys = settingKeys(Bridge);

/** A key with others under it is told of by those, or by itself; those of the API's parameters in one row. */
const isTold = (key: string): boolean =>
  rows.some(
    (row) =>
      row.key === documentedUnder(key) || row.key.startsWith(`${key}.`) || row.key.startsWith(`${key}[]`),
  );

describe('docs/configuration-reference.md', () => {
  it('tells of every setting', () => {
    const missing = keys
      .filter((key) => !isTold(key))
      .map(
        (key) =>
          `docs/configuration-reference.md does not tell of ${key}: add it to lib/config/reference/setting-words.ts.`,
      );
    expect(keys.length).toBeGreaterThan(50);
    expect(missing).toEqual([]);
  });

  it('names every parameter of the API in the row of its list', () => {
    const parameters = keys.filter((key) => /\.parameterNames\.[^.]+\.[^.]+$/.test(key));
    const unnamed = parameters.filter(
      (key) =>
        !rows.some(
          (row) => row.key === documentedUnder(key) && row.words.includes(`\`${key.split('.').at(-1)}\``),
        ),
    );
    expect(parameters.length).toBeGreaterThan(5);
    expect(unnamed).toEqual([]);
  });

  it('tells of nothing that is not there', () => {
    const gone = rows
      .filter(({ key }) => !keys.includes(key))
      .map(
        ({ key }) =>
          `docs/configuration-reference.md tells of ${key}, which the configuration does not have.`,
      );
    expect(gone).toEqual([]);
  });

  it('names every outcome', () => {
    const guide = readFileSync('docs/configuration.md', 'utf8');
    expect(OUTCOMES.filter((outcome) => !guide.includes(`\`${outcome}\``))).toEqual([]);
  });

  it('has a section for each of the configuration', () => {
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(Object.keys(Bridge.shape));
  });
});
