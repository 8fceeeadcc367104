import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandAnswer } from '../../../lib/chats/document/command-answer.ts';
import { readPage, writePage } from '../../../lib/chats/document/command-page.ts';
import type { SlackMessage } from '../../../lib/chats/slack/message.ts';
import { renderAnswer as inSlack } from '../../../lib/chats/slack/renderer.ts';
import { renderAnswer as inTeams } from '../../../lib/chats/teams/renderer.ts';
import { checkMessageBlocks } from '../../../local/slack/blocks/check-blocks.ts';
import { shareOf } from '../../support/extent.ts';
import { SEAL } from '../../support/sealed.ts';
import { nastyText } from '../../unit/chats/document/hostile.ts';
import { nodesOf, messageProblems as slackProblems } from '../../unit/chats/slack/check-limits.ts';
import { harms } from '../../unit/chats/slack/harms.ts';
import { messageProblems as teamsProblems } from '../../unit/chats/teams/check-card.ts';
import { askPlatform } from './ask-platform.ts';
import { IDS, platform } from './platform.ts';

function expectFine(answer: CommandAnswer): void {
  const message = inSlack(answer, SEAL.of);
  expect(slackProblems(message)).toEqual([]);
  expect(checkMessageBlocks(message.blocks)).toMatchObject({ ok: true });
  expect(harms(message)).toEqual([]);
  expect(teamsProblems(inTeams(answer, SEAL.of))).toEqual([]);
}

const nasty = nastyText.map((said) => ({ said }));
const sentence = fc.array(
  fc.oneof(
    nasty,
    fc.constant('  ·  '),
    fc.integer().map((atMs) => ({ atMs })),
  ),
  {
    minLength: 1,
    maxLength: 8,
  },
);
const part = fc.oneof(
  sentence.map((words) => ({ is: 'heading', words }) as const),
  fc.array(sentence, { maxLength: 12 }).map((lines) => ({ is: 'lines', lines }) as const),
  fc
    .array(
      sentence.map((words) => ({ words, link: null })),
      { maxLength: 12 },
    )
    .map((items) => ({ is: 'list', items }) as const),
  nastyText.map((text) => ({ is: 'text', text }) as const),
);
const more = fc.record({ text: nastyText, domain: fc.constant('acme'), after: nastyText }).map((page) => ({
  label: 'More',
  page,
}));
const anyAnswer: fc.Arbitrary<CommandAnswer> = fc.record({
  title: sentence,
  parts: fc.array(part, { maxLength: 60 }),
  more: fc.array(more, { maxLength: 5 }),
});

describe('text from outside', () => {
  it('does nothing in any answer, and fits', () => {
    fc.assert(fc.property(anyAnswer, expectFine), { numRuns: shareOf(400) });
  });

  it.each([
    '<!channel> <@U0123ABCD> @here *bold* <https://evil.example|click>',
    '[click](https://evil.example) **bold** {{DATE(2026-01-01T00:00:00Z)}} <at>all</at>',
    '\u202eevil\u202c \u0000 \ufffe 💣 \ud800',
    'line one\nline two\r\n> quote\n```code```',
    'x'.repeat(20_000),
    '👨‍👩‍👧‍👦'.repeat(2_000),
  ])('does nothing through a platform that sends it everywhere: %s', async (text) => {
    for (const command of [
      ...['cases', 'threats', 'who Anna', 'nhi payroll', `nhi ${IDS.nhi}`, 'integration okta'],
      ...[`case ${IDS.case}`, `drift ${IDS.drift}`, `hunt ${IDS.event}`],
    ]) {
      for (const kind of ['found', 'many'] as const)
        expectFine(await askPlatform(command, platform(kind, text)));
    }
  });

  it('does nothing as what somebody typed', async () => {
    const typed = fc.constantFrom(
      'who',
      'nhi',
      'case',
      'drift',
      'hunt',
      'integration',
      'threats',
      'cases',
      '',
    );
    await fc.assert(
      fc.asyncProperty(typed, nastyText, async (name, text) => {
        expectFine(await askPlatform(`${name} ${text}`.slice(0, 290), platform('none')));
      }),
      { numRuns: shareOf(100) },
    );
  });
});

describe('an id that leads elsewhere', () => {
  it.each(['..', '../../users', 'a/b', '%2e%2e', '?x=1', '#', 'a?page_size=200', 'x'.repeat(280)])(
    'stays one part of one address: %s',
    async (id) => {
      const paths: string[] = [];
      const script = platform('none');
      for (const command of ['drift', 'integration'] as const) {
        await askPlatform(`${command} ${id}`, (request) => {
          paths.push(request.path);
          return script(request);
        });
      }
      for (const path of paths) {
        expect(path).toMatch(/^\/api\/v1\/external\/(drift|integrations)\/[^/?#]+$/);
        expect(decodeURIComponent(path.split('/').at(-1) ?? '')).toBe(id);
      }
    },
  );
});

describe('the log', () => {
  it('says that a platform is in trouble, and never what was asked', async () => {
    const lines: string[] = [];
    const refused: unknown[] = [];
    const how = {
      log: (event: string, fields?: object) => void lines.push(JSON.stringify([event, fields])),
      onError: (domain: string, error: unknown) => void refused.push([domain, error]),
    };
    for (const command of [
      'integration anna@acme.example',
      'who anna@acme.example',
      'drift anna@acme.example',
    ]) {
      await askPlatform(command, platform('401'), how);
    }
    expect(lines).toHaveLength(3);
    expect(lines.join()).toContain('unauthorized');
    expect(lines.join()).not.toContain('anna');
    // So that the key is read again.
    expect(refused).toHaveLength(3);
  });
});

describe('a button for more', () => {
  it('carries what the bridge wrote and nothing else', () => {
    fc.assert(
      fc.property(nastyText, nastyText, (text, after) => {
        const page = { text, domain: 'acme', after };
        const value = writePage(page, SEAL.of);
        if (value === null) return;
        expect(readPage(value, SEAL)).toEqual(page);
        const other = { ...JSON.parse(value), d: 'globex' };
        expect(readPage(JSON.stringify(other), SEAL)).toBeNull();
        expect(readPage(value, null)).toBeNull();
      }),
    );
    for (const value of [undefined, 7, '', '{}', 'x'.repeat(3_000)]) expect(readPage(value, SEAL)).toBeNull();
  });

  it('is left out where its place is too long for one', () => {
    const page = { text: 'cases', domain: 'acme', after: '\u00e9'.repeat(500) };
    const message: SlackMessage = inSlack(
      { title: ['x'], parts: [], more: [{ label: 'More', page }] },
      SEAL.of,
    );
    expect([...nodesOf(message.blocks)].some(({ type }) => type === 'button')).toBe(false);
  });
});
