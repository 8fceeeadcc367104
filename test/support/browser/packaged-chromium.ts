import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FoundBrowser } from './found-browser.ts';

/** Of those that the package recommends, the ones about the machine. Others make the browser less strict. */
const ARGS = ['--no-zygote', '--in-process-gpu', '--disable-webgl', '--font-render-hinting=none'];

/** The package brings libraries and fonts too, but only where it finds this variable of AWS Lambda. */
const ON_LAMBDA = 'AWS_LAMBDA_JS_RUNTIME';
const CHANGED = [ON_LAMBDA, 'FONTCONFIG_PATH', 'HOME', 'LD_LIBRARY_PATH'];

/** Unpacks the Chromium of the package into the folder for temporary files, where the next run finds it. */
export async function unpackChromium(): Promise<Pick<FoundBrowser, 'path' | 'args' | 'env'>> {
  const before = CHANGED.map((name) => [name, process.env[name]] as const);
  process.env[ON_LAMBDA] = 'nodejs20.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    const path = await chromium.executablePath();
    const folder = tmpdir();
    return {
      path,
      args: ARGS,
      env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
    };
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
