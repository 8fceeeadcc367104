import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packagesInBundles } from '../../../cdk/bundle-functions.ts';
import { createSbom, type Sbom } from '../../../cdk/sbom/create-sbom.ts';
import { readNpmSbom } from '../../../cdk/sbom/read-npm-sbom.ts';

const given = (order: readonly string[]): Sbom => ({
  $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  serialNumber: `urn:uuid:${order.join()}`,
  metadata: { timestamp: order.join(), component: { 'bom-ref': 'root', name: 'some-folder' } },
  components: order.map((name) => ({ 'bom-ref': `${name}@1`, name, version: '1' })),
  dependencies: [
    { ref: 'root', dependsOn: order.map((name) => `${name}@1`) },
    { ref: 'a@1', dependsOn: [] },
  ],
});

describe('the bill of materials', () => {
  it('is the same whenever, wherever and in whatever order npm lists it', () => {
    const first = JSON.stringify(createSbom(given(['b', 'a'])));
    expect(JSON.stringify(createSbom(given(['a', 'b'])))).toBe(first);
    expect(first).not.toMatch(/timestamp|some-folder/);
    expect(createSbom(given(['a'])).serialNumber).not.toBe(createSbom(given(['b'])).serialNumber);
    expect(createSbom(given(['a'])).serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    );
  });

  it('is of those packages that are asked for, and names none that is not in it', () => {
    const { components, dependencies } = createSbom(given(['a', 'b']), new Set(['a@1']));
    expect(components.map(({ name }) => name)).toEqual(['a']);
    expect(dependencies).toEqual([
      { ref: 'a@1', dependsOn: [] },
      { ref: 'root', dependsOn: ['a@1'] },
    ]);
    expect(() => createSbom(given(['a']), new Set(['c@1']))).toThrow(
      'bundled and not in package-lock.json: c@1',
    );
  });

  it('of the functions has what is bundled, of all what the lock file has, with a hash for each', async () => {
    const npm = await readNpmSbom();
    const [functions, all] = [createSbom(npm, await packagesInBundles()), createSbom(npm)];
    const names = functions.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['hono', 'jose', 'zod', '@aws-sdk/client-sqs']));
    expect(names.filter((name) => /^(aws-cdk|constructs|vitest|dynalite)/.test(name))).toEqual([]);
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: object };
    const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
    expect(all.components.length).toBeGreaterThan(functions.components.length);
    for (const { name } of all.components) expect([...locked], name).toContain(name);
    for (const one of functions.components) expect(one.hashes, one.name).toHaveLength(1);
  });
});
