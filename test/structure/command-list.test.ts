import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CASE_QUESTIONS } from '../../lib/chats/document/case-questions.ts';
import { COMMANDS, usageOf } from '../../lib/chats/document/command-list.ts';

const page = readFileSync('docs/commands.md', 'utf8');
/** The first cells of the first table. */
const listed = [...(page.split('## ')[1] ?? '').matchAll(/^\| `(.+?)` \|/gm)].map((row) =>
  (row[1] ?? '').replaceAll('\\|', '|'),
);

describe('docs/commands.md', () => {
  it('lists every command as help writes it, in its order, and no other', () => {
    expect(listed).toEqual(COMMANDS.map(usageOf));
  });

  it('names every question that the menu of a case has', () => {
    for (const { label } of CASE_QUESTIONS) expect(page.replaceAll(/\s+/g, ' ')).toContain(`*${label}*`);
  });
});
