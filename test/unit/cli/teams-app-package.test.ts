import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import type { Ajv as AjvClass } from 'ajv';
import { describe, expect, it } from 'vitest';
import { createAppPackage } from '../../../cli/commands/teams-app/app-package.ts';
import { crc32 } from '../../../cli/commands/teams-app/crc32.ts';
import { colorIcon, outlineIcon } from '../../../cli/commands/teams-app/icons.ts';
import { APP_ID } from '../chats/teams/requests.ts';

/** Reads a zip by its directory, as everybody does. */
function unzip(zip: Buffer): Record<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  let at = zip.readUInt32LE(end + 16);
  const files: Record<string, Buffer> = {};
  for (let index = 0; index < zip.readUInt16LE(end + 10); index++) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const [check, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)];
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString();
    const local = zip.readUInt32LE(at + 42);
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(from, from + size);
    expect(crc32(content)).toBe(check);
    files[name] = content;
    at += 46 + nameLength;
  }
  return files;
}

// A module of the older kind, whose types do not say so.
const { default: Ajv } = createRequire(import.meta.url)('ajv-draft-04') as { default: typeof AjvClass };
const SCHEMAS = 'node_modules/@microsoft/app-manifest/build/json-schemas/teams';
const schemaOf = (version: string) =>
  new Ajv({ strict: false, validateFormats: false }).compile(
    JSON.parse(readFileSync(`${SCHEMAS}/v${version}/MicrosoftTeams.schema.json`, 'utf8')),
  );
const VALIDATE = { '1.25': schemaOf('1.25'), '1.30': schemaOf('1.30') } as const;

function schemaProblems(manifest: { readonly manifestVersion: keyof typeof VALIDATE }): string[] {
  const validate = VALIDATE[manifest.manifestVersion];
  validate(manifest);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('the app package', () => {
  const choices = { teams: { appId: APP_ID } };

  it('holds the manifest of the bot and its two icons', () => {
    const files = unzip(createAppPackage({ ...choices, name: 'SOC Bridge' }));
    expect(Object.keys(files)).toEqual(['manifest.json', 'color.png', 'outline.png']);
    expect(JSON.parse(String(files['manifest.json']))).toMatchObject({
      manifestVersion: '1.30',
      supportsChannelFeatures: 'tier1',
      id: APP_ID,
      name: { short: 'SOC Bridge' },
      bots: [{ botId: APP_ID, scopes: ['team', 'personal'] }],
      icons: { color: 'color.png', outline: 'outline.png' },
    });
  });

  it.each([
    ['as it is written by default', {}],
    [
      'with everything chosen',
      { name: 'x'.repeat(30), developer: 'y'.repeat(32), websiteUrl: 'https://a.example/b' },
    ],
  ])('passes the schema of Microsoft itself: %s', (_, changes) => {
    const files = unzip(createAppPackage({ ...choices, version: '2.10.3', ...changes }));
    expect(schemaProblems(JSON.parse(String(files['manifest.json'])))).toEqual([]);
  });

  it('offers slash commands in channels, where the cloud takes such a manifest', () => {
    const botIn = (cloud: 'public' | 'usgov' | 'dod' | 'china') => {
      const files = unzip(createAppPackage({ teams: { appId: APP_ID, cloud } }));
      const manifest = JSON.parse(String(files['manifest.json']));
      expect(schemaProblems(manifest)).toEqual([]);
      return manifest.bots[0];
    };
    const { supportsTargetedMessages, commandLists } = botIn('public');
    expect(supportsTargetedMessages).toBe(true);
    expect(commandLists).toMatchObject([
      { scopes: ['personal'] },
      { scopes: ['team'], triggers: ['slash'], commands: commandLists[0].commands },
    ]);
    for (const cloud of ['usgov', 'dod', 'china'] as const) {
      const bot = botIn(cloud);
      expect([bot.supportsTargetedMessages, bot.commandLists.length]).toEqual([undefined, 1]);
    }
  });

  it('asks the owner of a team for one right, or for none', () => {
    const manifest = (changes: object) =>
      JSON.parse(String(unzip(createAppPackage({ ...choices, ...changes }))['manifest.json']));
    const asked = manifest({});
    expect(asked.authorization.permissions.resourceSpecific).toEqual([
      { name: 'ChannelMessage.Read.Group', type: 'Application' },
    ]);
    expect(asked.webApplicationInfo.id).toBe(APP_ID);
    const { authorization: _, webApplicationInfo: __, ...rest } = asked;
    expect(manifest({ reading: false })).toEqual(rest);
    expect(schemaProblems(rest)).toEqual([]);
  });

  it.each([
    ['a field that nobody knows', { colour: 'red' }],
    ['no bot id', { bots: [{ scopes: ['team'] }] }],
    ['a name that is too long', { name: { short: 'x'.repeat(31), full: 'x' } }],
  ])('would not with %s', (_, changes) => {
    const files = unzip(createAppPackage(choices));
    expect(schemaProblems({ ...JSON.parse(String(files['manifest.json'])), ...changes })).not.toEqual([]);
  });

  it('is the same each time', () => expect(createAppPackage(choices)).toEqual(createAppPackage(choices)));

  it.each([
    ['a name that is too long', { name: 'x'.repeat(31) }, 'name.short'],
    ['an organization that is too long', { developer: 'x'.repeat(33) }, 'developer.name'],
    ['a page without https', { websiteUrl: 'http://acme.example' }, 'developer.websiteUrl'],
    ['a version that is none', { version: 'latest' }, 'version'],
    ['a bot without an id', { teams: { appId: 'none' } }, 'id'],
  ])('is not written when Teams would not take it: %s', (_, changes, path) => {
    expect(() => createAppPackage({ ...choices, ...changes })).toThrow(`${path}:`);
  });

  it.each([
    ['192 pixels in colour', colorIcon(), 192, true],
    ['32 pixels, white on nothing', outlineIcon(), 32, false],
  ])('has an icon of %s', (_, png, size, opaque) => {
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
    const from = png.indexOf('IDAT') + 4;
    const pixels = inflateSync(png.subarray(from, from + png.readUInt32BE(from - 8)));
    expect(pixels).toHaveLength(size * (size * 4 + 1));
    const rows = Array.from({ length: size }, (_, row) =>
      pixels.subarray(row * (size * 4 + 1) + 1, (row + 1) * (size * 4 + 1)),
    );
    const alphas = new Set(rows.flatMap((row) => [...row].filter((_, index) => index % 4 === 3)));
    expect([...alphas].toSorted()).toEqual(opaque ? [255] : [0, 255]);
    if (!opaque)
      expect(rows.every((row) => row.every((value, index) => index % 4 === 3 || value === 255))).toBe(true);
  });

  it('adds up as zips and PNGs do', () => expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926));
});
