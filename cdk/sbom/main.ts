/**
 * `npm run --silent sbom`: what the bridge is made of, as CycloneDX JSON, from package-lock.json and without a network.
 * Equal input gives equal bytes.
 */
import { parseArgs } from 'node:util';
import { linesOf, print, printAside } from '../../lib/base/terminal.ts';
import { packagesInBundles } from '../bundle-functions.ts';
import { createSbom } from './create-sbom.ts';
import { readNpmSbom } from './read-npm-sbom.ts';

const USAGE = `npm run --silent sbom -- [flags]
  --of PART   functions (what is bundled and deployed, which is the default) or all (with everything for development)`;

const flags = readFlags();
if (flags === 'help') {
  print(...linesOf(USAGE));
} else if (flags !== 'functions' && flags !== 'all') {
  printAside(flags.problem, '', ...linesOf(USAGE));
  process.exitCode = 2;
} else {
  const only = flags === 'functions' ? await packagesInBundles() : undefined;
  print(...linesOf(JSON.stringify(createSbom(await readNpmSbom(), only), null, 2)));
}

function readFlags(): 'help' | 'functions' | 'all' | { readonly problem: string } {
  const { tokens } = parseArgs({ options: { of: { type: 'string' } }, strict: false, tokens: true });
  let of = 'functions';
  for (const token of tokens) {
    if (token.kind === 'option' && token.name === 'help') return 'help';
    if (token.kind !== 'option' || token.name !== 'of')
      return { problem: `${token.kind === 'option' ? token.rawName : 'A word'} is no flag of this command.` };
    of = token.value ?? '';
  }
  return of === 'functions' || of === 'all'
    ? of
    : { problem: `--of is "functions" or "all", not ${JSON.stringify(of)}.` };
}
