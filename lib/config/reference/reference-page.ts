import { Bridge } from '../bridge.ts';
import { EXAMPLES } from './setting-examples.ts';
import { settingKeys, settingUnder, toldUnder } from './setting-keys.ts';
import { SETTINGS } from './setting-words.ts';

/** Every setting that is told of by itself, in the order of the schema. */
export const toldSettings = (): string[] => {
  const all = [...new Set(settingKeys(Bridge).map(toldUnder))];
  const sections = Object.keys(Bridge.shape);
  const place = (setting: string) => sections.indexOf(setting.split(/[.[]/)[0] ?? '');
  return all.toSorted((a, b) => place(a) - place(b));
};

/** `...` is no JavaScript, and what it stands for is not shown. */
const readExample = (text: string): unknown =>
  new Function(`return ({${text.replaceAll(/\.\.\.,\s*/g, '')}\n})`)();

/** The paths of the schema that a value sets: `routes[].when.severity` for that of one route. */
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

/** The shortest example that has this setting; undefined where none has it. */
export const exampleOf = (setting: string): string | undefined =>
  EXAMPLES.filter((text) => settingsOf(readExample(text)).map(toldUnder).includes(setting)).toSorted(
    (a, b) => a.length - b.length,
  )[0];

const anchorsHere = new Set(Object.keys(Bridge.shape));
/** What is said on the page of the configuration links to its headings, of which this page has only the sections. */
const linked = (words: string): string =>
  words.replaceAll(/\]\(#([\w-]+)\)/g, (link, anchor: string) =>
    anchorsHere.has(anchor) ? link : `](configuration.md#${anchor})`,
  );

/** docs/configuration-reference.md. */
export function referencePage(): string {
  let section = '';
  const parts = toldSettings().flatMap((setting) => {
    const { default: otherwise, words } = SETTINGS[setting] ?? { words: '' };
    const [first = ''] = setting.split(/[.[]/);
    const heading = first === section ? [] : [`## ${first}`, ''];
    section = first;
    const said = `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.:]$/.test(words) ? '' : '.'}`;
    return [
      ...heading,
      ...(setting === first ? [] : [`### \`${setting}\``, '']),
      `${linked(said)}${otherwise === undefined ? '' : ` *Unless given: ${otherwise}.*`}`,
      '',
      '```ts',
      exampleOf(setting) ?? '',
      '```',
      '',
    ];
  });
  return `${[...OPENING, ...parts].join('\n').trimEnd()}\n`;
}

const OPENING = [
  '# Configuration: every setting, with an example',
  '',
  'Written by `npx posture-bridge config reference`; a test fails when it is stale. How settings work together, and whole configurations, are in',
  '[configuration.md](configuration.md). In an example `...` is what the section needs besides; the bridge takes each of them.',
  '',
];
