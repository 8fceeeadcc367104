import { relative } from 'node:path';
import type { BridgeInput } from '../../lib/config/define-bridge.ts';

const NAME = /^[A-Za-z_$][\w$]*$/;
/** Longer values are easier to read and change on lines of their own. */
const WIDTH = 70;

/** A value as TypeScript, in this project's style. */
export function source(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const short = onOneLine(value);
  if (indent.length + short.length <= WIDTH) return short;
  if (Array.isArray(value))
    return `[\n${value.map((one) => `${deeper}${source(one, deeper)},\n`).join('')}${indent}]`;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  const lines = entries.map(
    ([name, one]) => `${deeper}${NAME.test(name) ? name : quoted(name)}: ${source(one, deeper)},\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

function onOneLine(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  const inside = entries.map(([name, one]) => `${NAME.test(name) ? name : quoted(name)}: ${onOneLine(one)}`);
  return inside.length === 0 ? '{}' : `{ ${inside.join(', ')} }`;
}

/** Any answer stays one string literal. */
const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;

/** The configuration as a file. `define`: where the sources have `defineBridge`; null in the package. */
export function configFile(input: BridgeInput, folder: string, define: string | null): string {
  const from = define === null ? 'posture-bridge' : relative(folder, define).replaceAll('\\', '/');
  const path = define === null || from.startsWith('.') ? from : `./${from}`;
  return `import { defineBridge } from ${quoted(path)};\n\n/** What docs/configuration.md explains. Secrets are named here, and never written. */\nexport default defineBridge(${source(input)});\n`;
}

/** For `npm start` with the real systems. Contains no secrets. */
export const envExample = (apiUrl: string, variables: readonly string[]): string =>
  [
    '# Copy this to .env to let npm start use the real systems instead of its stand-ins. Never commit .env.',
    `POSTURE_BASE_URL=${apiUrl}`,
    'POSTURE_API_KEY=',
    ...variables.map((name) => `# ${name}=`),
    '',
  ].join('\n');
