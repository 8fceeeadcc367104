import { type ParseArgsConfig, parseArgs } from 'node:util';
import { linesOf, print, printAside } from './terminal.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
const HELP = { help: { type: 'boolean', default: false } } as const;

/** What is wrong with the flags, without Node's addition about positional arguments. */
export const flagProblem = (error: unknown): string =>
  (error as Error).message.replace(/ To specify a positional argument .*$/s, '');

/** The flags of one of our commands. Exits if they are wrong, or if only the help was asked for. */
export function commandFlags<const Own extends Options>(
  help: string,
  options: Own,
  words: readonly string[] = [],
) {
  try {
    const { values, positionals: given } = parseArgs({
      options: { ...options, ...HELP },
      allowPositionals: words.length > 0,
    });
    const asked: readonly string[] = given;
    const unknown = asked.find((word) => !words.includes(word));
    if ((values as { readonly help?: boolean }).help) {
      print(...linesOf(help));
      process.exit(0);
    }
    if (unknown !== undefined) return wrongFlags(help, `"${unknown}" is not known: ${words.join(', ')} are.`);
    return { values, words: asked };
  } catch (error) {
    return wrongFlags(help, flagProblem(error));
  }
}

/** Says what is wrong with the flags, and exits. */
export function wrongFlags(help: string, ...problems: readonly string[]): never {
  printAside(...problems, '', ...linesOf(help));
  process.exit(2);
}
