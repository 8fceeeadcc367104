import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { JsonObject } from './json.ts';

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({ type: z.string(), properties: z.optional(z.record(z.string(), z.unknown())) }),
  ),
});
const AssetManifest = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string(), packaging: z.string() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

export interface Assembly {
  readonly stackName: string;
  readonly template: JsonObject;
  /** The folder of an asset, by its key in the bucket. */
  readonly assetDirs: ReadonlyMap<string, string>;
}

/** Reads the output of `cdk synth`: one stack, its template and its assets. */
export async function readAssembly(dir: string): Promise<Assembly> {
  const read = async (file: string): Promise<unknown> => JSON.parse(await readFile(join(dir, file), 'utf8'));
  const artifacts = Object.entries(Manifest.parse(await read('manifest.json')).artifacts);
  const stacks = artifacts.filter(([, { type }]) => type === 'aws:cloudformation:stack');
  const [stack] = stacks;
  if (!stack || stacks.length > 1) {
    throw new Error(`${dir} holds ${stacks.length} stacks, and the local cloud runs exactly one`);
  }
  const [id, { properties = {} }] = stack;
  const assetDirs = new Map<string, string>();
  for (const [, artifact] of artifacts.filter(([, { type }]) => type === 'cdk:asset-manifest')) {
    const { files } = AssetManifest.parse(await read(String(artifact.properties?.file)));
    for (const { source, destinations } of Object.values(files)) {
      if (source.packaging !== 'zip') continue;
      for (const { objectKey } of Object.values(destinations))
        assetDirs.set(objectKey, join(dir, source.path));
    }
  }
  return {
    stackName: String(properties.stackName ?? id),
    template: (await read(String(properties.templateFile))) as JsonObject,
    assetDirs,
  };
}
