import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Belief } from '../../cli/certify/belief.ts';
import { BELIEFS } from '../../cli/certify/beliefs.ts';
import { EMPTY_RECEIVES_A_MINUTE } from '../../cli/certify/look-at-measures.ts';
import { ASSUMED } from '../../local/bill/assumptions.ts';

/** Words with which a page or a comment admits that we do not know. A sentence without one of them says that we do. */
const ADMITS =
  /\b(?:as we guess|we guess(?:ed)?|(?:are|stay|our) guess(?:es)?|UNCONFIRMED|we (?:believe|assume|think)|presumably|untested|from memory|not confirmed|never yet|never tried|not tried|as far as we know|not seen it|Nothing (?:\S+ )*?has run on|has not run (?:in|on|against)|not documented)\b/i;
/** A name in the code is no sentence. */
const NAMES = /\bUNCONFIRMED_NAMES?\b|\bunconfirmed\b(?!:)|\bunconfirmed: [\w{]/g;

const FOLDERS = ['cdk', 'cli', 'console', 'docs', 'functions', 'lib', 'local'];
const FILES = [
  ...readdirSync('.').filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md'),
  'docs/prices.json',
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:md|ts|tsx|mjs)$/.test(path))
      .map((path) => `${folder}/${path}`),
  ),
].filter((path) => !/^cli\/certify\/|\/node_modules\//.test(path));

interface Line {
  readonly file: string;
  readonly text: string;
}

const admissionsIn = (file: string, content: string): Line[] =>
  content
    .split('\n')
    .filter((text) => ADMITS.test(text.replace(NAMES, '')))
    .map((text) => ({ file, text: text.trim() }));

const beliefs: readonly Belief[] = BELIEFS;
const isQuoted = ({ file, text }: Line): boolean =>
  beliefs.some(({ admitted = {} }) => admitted[file]?.some((quote) => text.includes(quote)));
const unquoted = (lines: readonly Line[]): string[] =>
  lines.filter((line) => !isQuoted(line)).map(({ file, text }) => `${file}: ${text}`);

describe('the beliefs of certify', () => {
  const admissions = FILES.flatMap((file) => admissionsIn(file, readFileSync(file, 'utf8')));

  it('quote every sentence of docs and comments that admits one', () => {
    expect(admissions.length).toBeGreaterThan(50);
    expect(unquoted(admissions)).toEqual([]);
  });

  it('quote only sentences that are there', () => {
    const quotes = beliefs.flatMap(({ admitted = {} }) =>
      Object.entries(admitted).flatMap(([file, texts]) => texts.map((quote) => ({ file, quote }))),
    );
    const gone = quotes.filter(
      ({ file, quote }) => !admissions.some((one) => one.file === file && one.text.includes(quote)),
    );
    expect(gone).toEqual([]);
  });

  it.each([
    ['docs/new.md', 'The API lists newest first, as we guess.'],
    ['lib/new.ts', '// We believe that SQS keeps the order.'],
    ['README.md', 'This has never been seen, from memory.'],
    ['docs/slack.md', 'The bridge has not run in a browser.'],
  ])('would miss the sentence of %s: %s', (file, sentence) => {
    expect(unquoted(admissionsIn(file, sentence))).toEqual([`${file}: ${sentence}`]);
  });

  it('have names of their own, and name files that rely on them', () => {
    const ids = beliefs.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([]);
    const gone = beliefs.flatMap(({ where }) => where.filter((path) => !existsSync(path)));
    expect(gone).toEqual([]);
  });

  it('say of empty queues what the bill counts', () => {
    const { pollersOfSource, longPollSeconds } = ASSUMED;
    expect(EMPTY_RECEIVES_A_MINUTE).toBe((pollersOfSource * 60) / longPollSeconds);
  });
});
