import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FoundBrowser } from './found-browser.ts';

/** Of those that the package recommends, the ones about the machine. Others make the browser less strict. */
const ARGS = ['--no-zygote', '--in-process-gpu', '--disable-webgl', '--font-render-hinting=none'];

/** The package brings libraries and fonts too, but only where it finds this variable of AWS Lambda. */
const ON_LAMBDA = 'AWS_LAMBDA_JS_RUNTIME';
const CHANGED = [ON_LAMBDA, 'FONTCONFIG_PATH', 'HOME', 'LD_LIBRARY_PATH', 'TMPDIR'];

const PACKAGE = new URL('../../../node_modules/@sparticuz/chromium/package.json', import.meta.url);
const versionOf = (): string => JSON.parse(readFileSync(PACKAGE, 'utf8')).version;

/** Not among temporary files: there another user of the machine could have put a program of that name first. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));

/**
 * Unpacks the Chromium of the package, once: the next run finds it. Into a folder of its own first, which then gets its
 * name in one step, so that nobody starts a program that another run still writes.
 */
export async function unpackChromium(): Promise<Pick<FoundBrowser, 'path' | 'args' | 'env'>> {
  const folder = join(CACHE, `chromium-${versionOf()}`);
  if (!existsSync(folder)) {
    await mkdir(CACHE, { recursive: true });
    const unfinished = await mkdtemp(`${folder}-`);
    await unpackInto(unfinished);
    await pointFontsTo(join(folder, 'fonts'), join(unfinished, 'fonts', 'fonts.conf'));
    // Another run may have been quicker.
    await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  return {
    path: join(folder, 'chromium'),
    args: ARGS,
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
  };
}

async function unpackInto(folder: string): Promise<void> {
  const before = CHANGED.map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, { [ON_LAMBDA]: 'nodejs20.x', TMPDIR: folder });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** The package expects its fonts where temporary files usually are. */
async function pointFontsTo(fonts: string, settings: string): Promise<void> {
  const text = await readFile(settings, 'utf8').catch(() => '');
  if (text) await writeFile(settings, text.replaceAll('/tmp/fonts', fonts));
}
