import { type Browser, chromium } from 'playwright-core';
import { findBrowsers } from './find-browsers.ts';
import type { FoundBrowser } from './found-browser.ts';

const ALWAYS = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Whatever it might still want to ask: it finds nobody but this machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

const HOW_TO = 'Install Chromium or Chrome, or set BROWSER_PATH to one.';

/** The first that starts, with a fresh profile. A sentence instead when there is none. */
export async function openBrowser(
  found: () => Promise<readonly FoundBrowser[]> = findBrowsers,
): Promise<Browser | string> {
  let why = 'there is no Chromium here';
  for (const one of await found()) {
    try {
      return await start(one);
    } catch (error) {
      if (one.from === 'asked') throw error;
      why = `${one.path} does not start (${String(error).split('\n')[0]})`;
    }
  }
  return `${why[0]?.toUpperCase()}${why.slice(1)}. ${HOW_TO}`;
}

/** With the sandbox wherever it can have one: not as root, nor where users may make no namespaces. */
async function start({ path, from, args, env }: FoundBrowser): Promise<Browser> {
  const launch = (chromiumSandbox: boolean) =>
    chromium.launch({
      executablePath: path,
      args: [...ALWAYS, ...args],
      env: { ...process.env, ...env } as Record<string, string>,
      chromiumSandbox,
      timeout: 60_000,
    });
  // The package has none.
  if (from === 'package' || process.getuid?.() === 0) return launch(false);
  return launch(true).catch((error) => {
    if (process.platform !== 'linux') throw error;
    return launch(false);
  });
}
