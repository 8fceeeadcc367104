import { Buffer } from 'node:buffer';
import { fileURLToPath } from 'node:url';
import { keepBuilt, placeToKeep } from '../../cdk/keep-built.ts';
import { buildClient } from '../../console/bundle-client.ts';
import type { ClientFiles } from '../../console/page.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAKE_IT = ['package-lock.json', 'tsconfig.json', 'console/bundle-client.ts'];

/** The console's script and style, bundled once for the same sources. */
export async function clientFiles(): Promise<ClientFiles> {
  const kept = await keepBuilt(placeToKeep(ROOT, 'client'), async () => {
    const { files, inputs } = await buildClient();
    const bytes = { script: Buffer.from(files.script), style: Buffer.from(files.style) };
    return { files: bytes, inputs: [...inputs, ...MAKE_IT.map((path) => `${ROOT}${path}`)] };
  });
  const text = (name: 'script' | 'style') => Buffer.from(kept[name] ?? []).toString();
  return { script: text('script'), style: text('style') };
}
