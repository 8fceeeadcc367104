import { Buffer } from 'node:buffer';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Metafile, OutputFile, Plugin } from 'esbuild';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { FunctionName } from '../lib/config/function-env.ts';
import {
  CODE_FILE,
  CONFIG_FILE,
  configModule,
  FUNCTIONS,
  type FunctionFolders,
  functionsFor,
  READABLE,
} from './function-folders.ts';
import { keepBuilt, placeToKeep } from './keep-built.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

// The SDK's CommonJS parts `require` Node's own modules, and an ES module has no `require`. In brackets: `npm start` is bundled
// with the address of this file wherever a source asks for its own.
const REQUIRE = `import { createRequire } from 'node:module'; const require = createRequire(import.meta['url']);`;

/**
 * Puts the needed functions into `folder`, each with this configuration in place of `bridge.config.ts`: the functions
 * carry what the stack was built from. Source maps are beside the bundles and are not deployed.
 */
export async function bundleFunctions(config: BridgeConfig, folder: string): Promise<FunctionFolders> {
  const bundles = await theBundles();
  await mkdir(join(folder, 'source-maps'), { recursive: true });
  await Promise.all(
    functionsFor(config).map(async (name) => {
      const { code, map } = bundles[name];
      await mkdir(join(folder, name), { recursive: true });
      await writeFile(join(folder, name, CODE_FILE), code);
      await writeFile(join(folder, name, CONFIG_FILE), configModule(config));
      for (const file of [CODE_FILE, CONFIG_FILE]) await chmod(join(folder, name, file), READABLE);
      await writeFile(join(folder, 'source-maps', `${name}.mjs.map`), map);
    }),
  );
  const folders = FUNCTIONS.map((name) => [name, join(folder, name)]);
  return Object.fromEntries(folders) as FunctionFolders;
}

/** The code of every function, for the package. */
export async function buildFunctions(): Promise<ReadonlyMap<FunctionName, Uint8Array>> {
  const bundles = bundlesIn(await build());
  return new Map(FUNCTIONS.map((name) => [name, bundles[name].code]));
}

/** The source files that are part of a function's bundle, relative to the root, and the bytes that each takes there. */
export const sourcesInBundle = async (name: FunctionName): Promise<ReadonlyMap<string, number>> =>
  (await theBundles())[name].sources;

/** The packages that are part of a bundle, as `name@version`. */
export async function packagesInBundles(): Promise<ReadonlySet<string>> {
  const bundles = await theBundles();
  const sources = FUNCTIONS.flatMap((name) => [...bundles[name].sources.keys()]);
  const folders = new Set(sources.flatMap((path) => PACKAGE.exec(path)?.[0] ?? []));
  const names = [...folders].map(async (folder) => {
    const { name, version } = JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8'));
    return `${name}@${version}`;
  });
  return new Set(await Promise.all(names));
}

/** Up to the last package in a path: one may be inside another. */
const PACKAGE = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

interface Bundle {
  readonly code: Uint8Array;
  readonly map: Uint8Array;
  readonly sources: ReadonlyMap<string, number>;
}

export type Bundles = Readonly<Record<FunctionName, Bundle>>;

let built: Promise<Bundles> | undefined;
/** Once for the same sources: tests build many bridges, and a start waits for them. */
export const theBundles = (): Promise<Bundles> => {
  built ??= keptBundles();
  return built;
};

/** What decides how they are bundled, beside their sources. */
const MAKE_THEM = [
  ...['package-lock.json', 'package.json', 'tsconfig.json', 'cdk/bundle-functions.ts', 'cdk/keep-built.ts'],
  'cdk/function-folders.ts',
  'node_modules/esbuild/package.json',
];

async function keptBundles(): Promise<Bundles> {
  const files = await keepBuilt(placeToKeep(ROOT, 'functions'), async () => {
    const { outputFiles, metafile } = await build();
    const inputs = [...Object.keys(metafile.inputs), ...MAKE_THEM].map((path) => join(ROOT, path));
    const outputs = outputFiles.map(({ path, contents }) => [relative(ROOT, path), contents]);
    const contained = Buffer.from(JSON.stringify({ outputs: metafile.outputs }));
    return { files: { ...Object.fromEntries(outputs), [CONTAINED]: contained }, inputs };
  });
  const outputFiles = Object.entries(files).map(([name, contents]) => ({ path: join(ROOT, name), contents }));
  return bundlesIn({ outputFiles, metafile: JSON.parse(Buffer.from(files[CONTAINED] ?? []).toString()) });
}

/** What each bundle contains. */
const CONTAINED = 'contained.json';

/** All at once, which takes half the time: they share most of their imports. */
async function build() {
  // Imported only here: the package contains the built functions, and no bundler.
  const esbuild = await import('esbuild');
  return esbuild.build(bundling());
}

interface Outputs {
  readonly outputFiles: readonly Pick<OutputFile, 'path' | 'contents'>[];
  readonly metafile: Pick<Metafile, 'outputs'>;
}

/** How every function is bundled, once or again and again. */
export const bundling = () =>
  ({
    absWorkingDir: ROOT,
    entryPoints: FUNCTIONS.map((name) => ({ in: join(ROOT, 'functions', `${name}.ts`), out: name })),
    outdir: ROOT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    // The older of two runtimes: Lambda has Node 24, a machine that runs `npm start` may have 20.
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    sourcemap: 'external',
    metafile: true,
    banner: { js: REQUIRE },
    plugins: [configBeside],
    logLevel: 'warning',
    write: false,
  }) as const satisfies BuildOptions;

export function bundlesIn({ outputFiles, metafile }: Outputs): Bundles {
  const contents = (file: string): Uint8Array => {
    const output = outputFiles.find(({ path }) => path === join(ROOT, file));
    if (!output) throw new Error(`${file} was not bundled`);
    return output.contents;
  };
  const sourcesOf = (file: string): ReadonlyMap<string, number> =>
    new Map(
      Object.entries(metafile.outputs[file]?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
        bytesInOutput > 0 ? [[path, bytesInOutput]] : [],
      ),
    );
  const bundles = FUNCTIONS.map((name) => [
    name,
    { code: contents(`${name}.mjs`), map: contents(`${name}.mjs.map`), sources: sourcesOf(`${name}.mjs`) },
  ]);
  return Object.fromEntries(bundles) as Bundles;
}

const configBeside: Plugin = {
  name: 'configuration',
  setup(build) {
    // By the resolved file, not by the spelling of the import.
    build.onResolve({ filter: /[\\/]bridge\.config\.ts$/ }, ({ path, resolveDir }) =>
      resolve(resolveDir, path) === join(ROOT, 'bridge.config.ts')
        ? { path: `./${CONFIG_FILE}`, external: true }
        : undefined,
    );
  },
};
