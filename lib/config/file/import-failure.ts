import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigFileError } from './config-file-error.ts';

/** Why a module could not be imported, in a sentence: a mistake in its syntax, in an import or in what it does. */
export function explainImport(file: string, error: unknown): ConfigFileError {
  const message = error instanceof Error ? error.message : String(error);
  return notWritten(message) ?? notParsed(message) ?? notFound(message) ?? failed(file, error, message);
}

/** An error of esbuild, which tsx uses. */
function notWritten(message: string): ConfigFileError | null {
  const [, path = '', line = '', what = ''] = /^(.+):(\d+):\d+: ERROR: (.+)$/m.exec(message) ?? [];
  return path ? unreadable(path, line, what) : null;
}

/** An error of jiti, which the package uses. */
function notParsed(message: string): ConfigFileError | null {
  const [, what = '', path = '', line = ''] =
    /^ParseError: (.+?)\s*\n\s*(.+):(\d+):\d+$/m.exec(message) ?? [];
  return path ? unreadable(path, line, what) : null;
}

const unreadable = (path: string, line: string, what: string): ConfigFileError =>
  new ConfigFileError(
    `${at(path, line)}: this cannot be read: ${shown(what)}. Correct it there or just above, and try again.`,
  );

/** An error of Node, for ES modules or CommonJS. */
function notFound(message: string): ConfigFileError | null {
  const [, wanted = ''] = /^Cannot find (?:module|package) '([^']+)'/.exec(message) ?? [];
  const [, importer = ''] = /(?: imported from |\nRequire stack:\n- )(.+)/.exec(message) ?? [];
  if (!wanted || !importer) return null;
  const isFile = /^(?:\.|\/|[A-Za-z]:|file:)/.test(wanted);
  const what = isFile
    ? `${basename(wanted)}, and there is no such file. Correct the name, or create the file`
    : `the package ${wanted}, which is not installed. Run npm ci, or install it`;
  return new ConfigFileError(`${at(importer, lineOfImport(importer, wanted))}: this imports ${what}.`);
}

function lineOfImport(importer: string, wanted: string): string | undefined {
  const name = basename(wanted, extname(wanted));
  const path = pathOf(importer);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  const index = lines.findIndex((line) => /\b(?:from|import|require)\b/.test(line) && line.includes(name));
  return index === -1 ? undefined : String(index + 1);
}

function failed(file: string, error: unknown, message: string): ConfigFileError {
  const [path, line] = placeIn(error) ?? [file];
  const isSyntax = error instanceof SyntaxError && line === undefined;
  const todo = isSyntax ? `node --check ${file} shows where` : 'Correct that, and try again';
  return new ConfigFileError(`${at(path, line)}: reading it failed: ${shown(message)}. ${todo}.`);
}

/** The first line of the stack that is neither in Node nor in a package. */
function placeIn(error: unknown): readonly [string, string] | null {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const [, path = '', line = ''] of stack.matchAll(
    /^(?:.*[( ])?((?:file:\/\/)?(?:[A-Za-z]:)?[\\/][^():]+):(\d+)/gm,
  )) {
    if (!path.includes('node_modules')) return [path, line];
  }
  return null;
}

const pathOf = (path: string): string => (path.startsWith('file:') ? fileURLToPath(path) : path);

/** `my.config.ts, line 4` */
const at = (path: string, line?: string): string => {
  const near = relative('.', pathOf(path));
  const file = near.startsWith('..') ? pathOf(path) : near;
  return line === undefined ? file : `${file}, line ${line}`;
};

/** On one line, without anything that may be a misplaced secret: a text, or a long word with digits. */
const shown = (message: string): string =>
  message
    // The folder may have digits in its name.
    .replaceAll(`${resolve()}/`, '')
    .replace(/"\\".*\\""|(["'`])[^"'`]*\d[^"'`]*\1/g, 'a text')
    .replace(/[\w-]*\d[\w-]*/g, (word) => (word.length < 8 ? word : '…'))
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .replace(/\.+$/, '')
    .slice(0, 300);
