import { posix } from 'node:path';
import { globOf, scriptsIn, wrongCommands, wrongScripts } from './commands.ts';
import { type Page, readPage } from './markdown.ts';
import type { Repository } from './repository.ts';

// It tells of what was: of files and commands that may be gone by now.
const HISTORY = 'CHANGELOG.md';

/** Everything that the pages name and that is not there, each as a sentence. */
export function checkDocs(repository: Repository): string[] {
  const pages = new Map([...repository.pages].map(([path, markdown]) => [path, readPage(markdown)]));
  const problems = [...pages].flatMap(([path, page]) => [
    ...wrongTargets(path, page, pages, repository),
    ...(path === HISTORY
      ? []
      : [...wrongPaths(path, page, repository), ...wrongLines(path, page, repository)]),
  ]);
  return [...problems, ...wrongScripts(repository), ...scriptsWithoutWords(pages, repository)];
}

function wrongTargets(
  path: string,
  page: Page,
  pages: ReadonlyMap<string, Page>,
  { paths }: Repository,
): string[] {
  return page.targets.flatMap(({ text, line }) => {
    if (/^[a-z][a-z+.-]*:/i.test(text)) return [];
    const [file = '', anchor] = decodeURI(text).split('#');
    const target = file === '' ? path : posix.join(posix.dirname(path), file).replace(/\/$/, '');
    if (target !== '.' && !paths.has(target))
      return [`${path}:${line} links to ${text}, which is not there.`];
    if (anchor === undefined || pages.get(target)?.anchors.has(anchor) !== false) return [];
    return [`${path}:${line} links to ${text}, but ${target} has no heading #${anchor}.`];
  });
}

/** Words of code that begin with one of our folders must be files or folders, or a pattern that some of them match. */
function wrongPaths(path: string, page: Page, { paths }: Repository): string[] {
  const all = [...paths];
  return page.code.flatMap(({ text, line }) =>
    text.split(/[\s"'=()]+/).flatMap((word) => {
      const [named = ''] = word
        .replace(/[,;:.]$/, '')
        .replace(/\/$/, '')
        .split(/[#:]/);
      const folder = /^([\w.-]+)\/[\w./{},*-]+$/.exec(named)?.[1];
      if (folder === undefined || !paths.has(folder) || named.includes('node_modules')) return [];
      const there = paths.has(named) || (/[*{]/.test(named) && all.some((one) => globOf(named).test(one)));
      return there ? [] : [`${path}:${line} names ${named}, which is not there.`];
    }),
  );
}

function wrongLines(path: string, page: Page, repository: Repository): string[] {
  return page.code.flatMap(({ text, line }) =>
    wrongCommands(text, repository).map((problem) => `${path}:${line} says "${text}", but ${problem}.`),
  );
}

function scriptsWithoutWords(pages: ReadonlyMap<string, Page>, { scripts }: Repository): string[] {
  const told = [...pages].filter(([path]) => path !== HISTORY).flatMap(([, page]) => page.code);
  const named = new Set(told.flatMap(({ text }) => scriptsIn(text)));
  return Object.keys(scripts)
    .filter((name) => !named.has(name))
    .map((name) => `No page says what the script ${name} is for.`);
}
