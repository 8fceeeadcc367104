import { existsSync, readFileSync } from 'node:fs';

const LINE = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^#\r\n]*?))\s*(?:#.*)?$/;

/** The variables of a `.env` file. Node can read such files itself, but not yet in 20.11. */
export function parseEnv(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, double, single, bare] = LINE.exec(line) ?? [];
    if (name !== undefined) variables[name] = double ?? single ?? bare ?? '';
  }
  return variables;
}

/** The environment, and the file for what it does not set. */
export function readEnv(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  return { ...written, ...Object.fromEntries(set) };
}
