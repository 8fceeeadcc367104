import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of the clone, or of the installed package: both have docs/. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** `deploy.md`, or with a heading: `deploy.md#4-deploy`. A test checks that each is there. */
export type Page = `${string}.md` | `${string}.md#${string}`;

/** Where a person finds a page of the docs: on the web once the package says where, or in a file that they have. */
export function addressOf(
  page: Page,
  { root = ROOT, cwd = process.cwd(), repository = repositoryIn(root) } = {},
): string {
  if (repository) return `${repository}/blob/HEAD/docs/${page}`;
  const near = relative(cwd, join(root, 'docs', page));
  // From a folder beside it, the whole path is easier to read, and to open.
  return near.startsWith('..') ? join(root, 'docs', page) : near.replaceAll('\\', '/');
}

export const seePage = (page: Page): string => `See ${addressOf(page)}`;

/** `https://github.com/owner/name`; null as long as package.json names no place on the web. */
export function repositoryIn(root: string): string | null {
  const file = join(root, 'package.json');
  const { repository } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const written: unknown = typeof repository === 'object' ? repository?.url : repository;
  const [, place] = /^(?:git\+)?(https:\/\/.+?)(?:\.git)?$/.exec(String(written ?? '')) ?? [];
  return place ?? null;
}
