import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Loaded once by each process; and a client for each region, which it keeps. */
const MAKE_CLIENTS = ['functions/shared/aws.ts', 'lib/endpoints/transports/regional-sqs.ts'];

const makersIn = (pattern: RegExp): string[] =>
  ['functions', 'lib']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
    )
    .filter((path) => path.endsWith('.ts') && pattern.test(readFileSync(path, 'utf8')))
    .toSorted();

describe("a client of AWS's SDK", () => {
  it('is made where each process makes it once, since each has connections of its own', () => {
    expect(makersIn(/\bnew (?:DynamoDB|SQS|SSM)\w*Client\(/)).toEqual(MAKE_CLIENTS);
    expect(makersIn(/\bcreateRegionalSqs\(calls\)/)).toEqual(['functions/shared/aws.ts']);
  });

  it('is made when the module is loaded, and not by those who ask for it', () => {
    const made = readFileSync('functions/shared/aws.ts', 'utf8')
      .split('\n')
      .filter((line) => /Client\(|createRegionalSqs\(/.test(line));
    expect(made).toHaveLength(3);
    for (const line of made) expect(line).toMatch(/^(?:export )?const \w+ = [^>]*;$/);
  });
});

it('what speaks a language is made when a text needs it, since a function takes a fifth longer to load with it', () => {
  // Without an arrow, a line that begins at the margin is run while its module is loaded.
  expect(
    makersIn(/^(?:export )?const (?:(?!=>).)*(?:\bnew Intl\.|\.toLocale\w+\(|\.localeCompare\()/m),
  ).toEqual([]);
});
