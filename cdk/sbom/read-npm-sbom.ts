import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Sbom } from './create-sbom.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/** npm's own account of package-lock.json. It needs no network: the lock file has everything. */
export async function readNpmSbom(): Promise<Sbom> {
  const command = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--package-lock-only',
    '--offline',
    '--loglevel',
    'error',
  ];
  // The npm that runs this, if any: on Windows `npm` is not an executable.
  const { npm_execpath: npm } = process.env;
  const [program, args] = npm ? [process.execPath, [npm, ...command]] : ['npm', command];
  try {
    const { stdout } = await promisify(execFile)(program, args, { maxBuffer: MOST_BYTES });
    return JSON.parse(stdout) as Sbom;
  } catch (error) {
    throw new Error(
      `npm could not read package-lock.json (it has to be npm 10.1 or later): ${String(error)}`,
    );
  }
}
