import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import type { FoundBrowser } from './found-browser.ts';
import { unpackChromium } from './packaged-chromium.ts';

export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a program can be run. */
  readonly isProgram: (path: string) => boolean;
  /** Null where it cannot be unpacked. */
  readonly unpack: () => Promise<Pick<FoundBrowser, 'path' | 'args' | 'env'> | null>;
}

/** The one asked for, or else the one of the package, which is for Linux on x64 only, and those installed. */
export async function findBrowsers(machine: Machine = thisMachine): Promise<readonly FoundBrowser[]> {
  const { platform, arch, env, isProgram, unpack } = machine;
  const nothing = { args: [], env: {} };
  if (env.BROWSER_PATH) {
    if (isProgram(env.BROWSER_PATH)) return [{ path: env.BROWSER_PATH, from: 'asked', ...nothing }];
    throw new Error(`BROWSER_PATH is ${env.BROWSER_PATH}, and no program is there. Correct it, or unset it.`);
  }
  const packaged = platform === 'linux' && arch === 'x64' ? await unpack() : null;
  return [
    ...(packaged ? [{ ...packaged, from: 'package' as const }] : []),
    ...usualPlaces(machine)
      .filter(isProgram)
      .map((path) => ({ path, from: 'machine' as const, ...nothing })),
  ];
}

export function usualPlaces({ platform, env }: Pick<Machine, 'platform' | 'env'>): readonly string[] {
  if (platform === 'darwin') {
    const names = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
    const folders = ['/Applications', `${env.HOME ?? ''}/Applications`];
    return folders.flatMap((folder) => names.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`));
  }
  if (platform === 'win32') {
    const folders = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((one) => one);
    const names = ['Chromium\\Application\\chrome', 'Google\\Chrome\\Application\\chrome'];
    const all = [...names, 'Microsoft\\Edge\\Application\\msedge'];
    return folders.flatMap((folder) => all.map((name) => `${folder}\\${name}.exe`));
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = new Set(['/usr/bin', '/usr/local/bin', '/snap/bin', ...(env.PATH ?? '').split(':')]);
  folders.delete('');
  return [...folders].flatMap((folder) => names.map((name) => join(folder, name)));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  env: process.env,
  isProgram,
  unpack: () => unpackChromium().catch(() => null),
};
