import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, it } from 'vitest';
import { ENTRY_POINTS } from '../../lib/features/entry-points/feature-manifest.ts';

const FILES = readdirSync('lib', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => `lib/${path}`);
const FACETS: ReadonlySet<string> = new Set(['manifest', ...ENTRY_POINTS].map((name) => `${name}.ts`));

/** A facet and a composition are named after their function; the chats answer the same questions in files of the same name. */
function mayShare(path: string): boolean {
  if (/^lib\/chats\/(?:slack|teams)\//.test(path)) return true;
  return FACETS.has(basename(path)) && /^lib\/(?:features\/[a-z]+|compose)$/.test(dirname(path));
}

it('files of lib share a name for a reason only', () => {
  const names = FILES.filter((path) => !mayShare(path)).map((path) => basename(path));
  const others = new Set(FILES.filter(mayShare).map((path) => basename(path)));
  const shared = names.filter((name, index) => names.indexOf(name) !== index || others.has(name));
  expect(shared).toEqual([]);
});

const GLOSSARY = /^## Glossary\n([\s\S]*)/m.exec(readFileSync('docs/architecture.md', 'utf8'))?.[1] ?? '';
const ENTRIES = GLOSSARY.split('\n').filter((line) => line.startsWith('- **'));
const termsOf = (entry: string): string[] => /\*\*(.+?)\*\*/.exec(entry)?.[1]?.split(', ') ?? [];

it('the glossary has at most 50 words, each once', () => {
  const terms = ENTRIES.flatMap(termsOf);
  expect(terms.length).toBeLessThanOrEqual(50);
  expect(new Set(terms).size).toBe(terms.length);
});

it('the glossary names only types that the code has', () => {
  const named = [...GLOSSARY.matchAll(/`([A-Z]\w+)`/g)].map(([, name]) => name as string);
  const code = FILES.map((path) => readFileSync(path, 'utf8')).join('\n');
  const isDefined = (name: string) =>
    new RegExp(`^export (?:interface|type|class|const) ${name}\\b`, 'm').test(code);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !isDefined(name))).toEqual([]);
});
