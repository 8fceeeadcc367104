/**
 * Loads a bundle as often as somebody wants it, each time with nothing left of before: its text as a function, which is
 * compiled once. What it imports is Node's own, and the configuration beside it, which is only data.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

const IMPORT =
  /(?<=^|[;}\n])\s*import\s*(?:([\w$]+)|\*\s*as\s+([\w$]+)|(\{[^}]*\}))\s*from\s*(["'])([^"']+)\4;?/g;
const EXPORT = /export\s*\{\s*([\w$]+) as handler\s*\};?\s*$/;

/** Its waits go by the clock that is driven, and end with their life. */
const WAITS = {
  'node:timers/promises': {
    setTimeout: (delayMs, value) => new Promise((resolve) => setTimeout(resolve, delayMs, value)),
  },
};

let open;

/** Its handler. */
export async function loadBundle(file) {
  open ??= compile(file);
  const { run, modules } = await open;
  return run(modules, { url: pathToFileURL(file).href });
}

async function compile(file) {
  const modules = {};
  const specifiers = new Set();
  const text = readFileSync(file, 'utf8').replace(IMPORT, (_, one, all, some, _quote, specifier) => {
    specifiers.add(specifier);
    const from = `__modules[${JSON.stringify(specifier)}]`;
    if (one) return `const ${one}=${from}.default;`;
    return `const ${all ?? some.replace(/\bas\b/g, ':').replace(/([\w$]+)\s*:/g, '$1:')}=${from};`;
  });
  for (const specifier of specifiers) {
    const url = specifier.startsWith('.') ? pathToFileURL(join(file, '..', specifier)).href : specifier;
    modules[specifier] = WAITS[specifier] ?? (await import(url));
  }
  const body = text.replaceAll('import.meta', '__meta').replace(EXPORT, 'return $1;');
  if (body === text) throw new Error(`${file} exports no handler`);
  const script = new vm.Script(`(async function(__modules,__meta){"use strict";${body}\n})`, {
    filename: file,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  return { run: script.runInThisContext(), modules };
}
