/** `npm run bill`: what the bridge costs on AWS, counted on this machine. */
import { readFile, writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeError, jsonLine, linesOf, print, printAside } from '../../lib/base/terminal.ts';
import { ConfigFileError } from '../../lib/config/file/config-file-error.ts';
import { type BillFlags, HELP, readFlags } from './flags.ts';

const EXAMPLE = fileURLToPath(new URL('../../bridge.config.ts', import.meta.url));

const flags = readFlags(process.argv.slice(2));
if (flags.kind === 'help') print(...linesOf(HELP));
else if (flags.kind === 'bad') {
  printAside(...flags.problems);
  process.exitCode = 2;
} else {
  // The SDK's warning about the Node version is for developers.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  await main(flags.options).catch((error: unknown) => {
    printAside(...(error instanceof ConfigFileError ? linesOf(error.message) : describeError(error)));
    process.exitCode = 1;
  });
  // Bundling leaves an idle process behind.
  process.exit();
}

async function main({ configFile = relative('.', EXAMPLE), json, why, write }: BillFlags): Promise<void> {
  // Loaded only now, so that a wrong flag is reported at once.
  const { describeWarnings, loadConfig } = await import('../../lib/config/file/load-config.ts');
  const { computeBill, figuresOf } = await import('./compute-bill.ts');
  const { readPrices } = await import('./prices.ts');
  const { describeBill } = await import('./report.ts');
  const { PAGE, withBill } = await import('./write-docs.ts');
  const { MEASURED } = await import('./extent.ts');
  const { config, warnings } = await loadConfig(configFile, { now: Date.now });
  const advice = describeWarnings(configFile, warnings);
  if (advice) printAside(...linesOf(advice));
  const prices = readPrices();
  const bill = await computeBill(config, { ...MEASURED, say: (line) => printAside(`Counting ${line} ...`) });
  if (write) {
    await writeFile(PAGE, withBill(await readFile(PAGE, 'utf8'), bill, prices));
    printAside(`Wrote the bill into ${PAGE}.`);
  }
  if (json) print(jsonLine(figuresOf(bill, prices)));
  else print(...linesOf(describeBill(bill, prices, { why })));
}
