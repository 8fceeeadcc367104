import { readdirSync, readFileSync } from 'node:fs';

export interface Repository {
  /** Files and folders, from the root. */
  readonly paths: ReadonlySet<string>;
  /** What is in the Markdown files, by path. */
  readonly pages: ReadonlyMap<string, string>;
  readonly scripts: Readonly<Record<string, string>>;
  /** Programs of installed packages, and our own. */
  readonly programs: ReadonlySet<string>;
}

type Manifest = Pick<Repository, 'scripts'> & { readonly bin: Readonly<Record<string, string>> };

const NOT_OURS = new Set(['.git', 'node_modules', 'cdk.out', 'dist', 'coverage', '.data']);

export function readRepository(): Repository {
  const paths = new Set(walk(''));
  const markdown = [...paths].filter((path) => path.endsWith('.md'));
  const { scripts, bin } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
  return {
    paths,
    pages: new Map(markdown.map((path) => [path, readFileSync(path, 'utf8')])),
    scripts,
    programs: new Set([...readdirSync('node_modules/.bin'), ...Object.keys(bin)]),
  };
}

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder || '.', { withFileTypes: true })) {
    if (NOT_OURS.has(entry.name)) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    yield path;
    if (entry.isDirectory()) yield* walk(path);
  }
}
