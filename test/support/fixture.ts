import { readFileSync } from 'node:fs';

/** A golden answer, written by hand from the contract. */
export const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../fixtures/posture/${name}.json`, import.meta.url), 'utf8'));
