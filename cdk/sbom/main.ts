/**
 * `npm run --silent sbom`: what the bridge is made of, as CycloneDX JSON, from package-lock.json and without a network. The same
 * input gives the same bytes.
 */
import { parseArgs } from 'node:util';
import { linesOf, print, printAside } from '../../lib/platform/terminal.ts';
import { packagesInBundles } from '../bundle-functions.ts';
import { createSbom } from './create-sbom.ts';
import { readNpmSbom } from './read-npm-sbom.ts';

const USAGE = `npm run --silent sbom -- [flags]
  --of PART   functions (what is bundled and deployed, which is the default) or all (with everything for development)`;

const { values } = parseArgs({
  options: { of: { type: 'string', default: 'functions' }, help: { type: 'boolean', default: false } },
});
if (values.help) {
  print(...linesOf(USAGE));
} else if (values.of !== 'functions' && values.of !== 'all') {
  printAside(`--of is "functions" or "all", not ${JSON.stringify(values.of)}.`, '', ...linesOf(USAGE));
  process.exitCode = 2;
} else {
  const only = values.of === 'functions' ? await packagesInBundles() : undefined;
  print(...linesOf(JSON.stringify(createSbom(await readNpmSbom(), only), null, 2)));
}
