import { Bridge } from '../bridge.ts';
import { EXAMPLES } from './setting-examples.ts';
import { documentedUnder, settingKeys, settingUnder } from './setting-keys.ts';
import { SETTINGS } from './setting-words.ts';

/** Every setting that has its own description, in the order of the schema. */
export const documentedSettings = (): string[] => {
  const all = [...new Set(settingKeys(Bridge).map(documentedUnder))];
  const sections = Object.keys(Bridge.shape);
  const place = (setting: string) => sections.indexOf(setting.split(/[.[]/)[0] ?? '');
  return all.toSorted((a, b) => place(a) - place(b));
};

/** `...` is not JavaScript, and what it stands for is not shown. */
const readExample = (text: string): unknown =>
  new Function(`return ({${text.replaceAll(/\.\.\.,\s*/g, '')}\n})`)();

/** The paths in the schema that a value sets: `routes[].when.severity` for one route's. */
export function settingsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => settingsOf(one, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const isName = OF_NAMES.has(path);
    const inside = isName ? `${path}.<name>` : settingUnder(path, key);
    return [...(isName ? [] : [inside]), ...settingsOf(one, inside)];
  });
}
const OF_NAMES = new Set(['domains', 'connectors', 'destinations', 'people']);

/** Whether an example has this setting. */
export const hasExample = (setting: string): boolean =>
  EXAMPLES.some((text) => settingsOf(readExample(text)).map(documentedUnder).includes(setting));

const anchorsHere = new Set(Object.keys(Bridge.shape));
/** The words link to headings of the configuration page, of which this page has only the sections. */
const linked = (words: string): string =>
  words.replaceAll(/\]\(#([\w-]+)\)/g, (link, anchor: string) =>
    anchorsHere.has(anchor) ? link : `](configuration.md#${anchor})`,
  );

const lineOf = (setting: string): string => {
  const { default: otherwise, words } = SETTINGS[setting] ?? { words: '' };
  return `- \`${setting}\`${otherwise === undefined ? '' : ` (${linked(otherwise)})`}: ${linked(words)}`;
};

/** docs/configuration-reference.md: a list for each section, and examples that cover all of its settings. */
export function referencePage(): string {
  const settings = documentedSettings();
  const parts = Object.keys(Bridge.shape).flatMap((section) => {
    const ofSection = settings.filter(
      (setting) => setting.split(/[.[]/)[0] === section && SETTINGS[setting]?.default !== 'as below',
    );
    const examples = EXAMPLES.filter((text) => text.startsWith(`${section}:`)).flatMap((text) => [
      '```ts',
      text,
      '```',
      '',
    ]);
    return [`## ${section}`, '', ...ofSection.map(lineOf), '', ...examples];
  });
  return `${[...OPENING, ...parts].join('\n').trimEnd()}\n`;
}

const OPENING = [
  '# Configuration: every setting, with an example',
  '',
  'Written by `npx posture-bridge config reference`; a test fails when it is stale. How settings work together, and whole configurations, are in',
  '[configuration.md](configuration.md). The default of a setting is in parentheses.',
  'In an example `...` is what the section needs besides.',
  '',
];
