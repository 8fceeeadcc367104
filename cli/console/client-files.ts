import { readFile } from 'node:fs/promises';
import type { ClientFiles } from '../../console/page.ts';

/** Next to the command in the package. In a clone it is bundled from source instead. */
const BUILT = new URL('../console/', import.meta.url);

export async function readClientFiles(): Promise<ClientFiles> {
  try {
    const read = (name: string) => readFile(new URL(name, BUILT), 'utf8');
    const [script, style] = await Promise.all([read('console.js'), read('console.css')]);
    return { script, style };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const { bundleClient } = await import('../../console/bundle-client.ts');
    return bundleClient();
  }
}
