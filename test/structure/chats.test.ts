import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chats } from '../../lib/chats/registry.ts';
import { CHATS, sectionOf } from '../../lib/config/chats.ts';

const FOLDERS = ['lib', 'functions', 'cdk', 'cli'];
/**
 * The lists: of the sections, of how they are written, of the definitions, which type-check each other; of commands; of
 * beliefs; and the reference of all settings, which tests hold to the schema.
 */
const LISTS = [
  'lib/config/chats.ts',
  'lib/config/chat-schemas.ts',
  'lib/chats/registry.ts',
  'cli/commands.ts',
  'cli/chat-setups.ts',
  'cli/certify/beliefs.ts',
  'lib/config/reference/setting-examples.ts',
  'lib/config/reference/setting-words.ts',
];

/** Where a chat may be named: its folder, its section, its function with its composition, and its own commands. */
const roomsOf = (chat: string): RegExp =>
  new RegExp(
    `^(lib/chats/${chat}/|lib/config/chats/${chat}(-schema)?\\.ts|(functions|lib/compose)/notify-${chat}\\.ts|cli/commands/${chat}-)`,
  );

const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1');

/** Code that names a chat outside of its rooms; comments may tell a story about one. */
function strangers(path: string, source: string): string[] {
  if (LISTS.includes(path)) return [];
  return CHATS.filter((chat) => !roomsOf(chat).test(path))
    .filter((chat) => new RegExp(chat, 'i').test(withoutComments(source)))
    .map((chat) => `${path} names ${chat}`);
}

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file).replaceAll('\\', '/')),
);

describe('a chat', () => {
  it('is named in its own rooms and nowhere else', () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(sources.flatMap((path) => strangers(path, readFileSync(path, 'utf8')))).toEqual([]);
  });

  it.each([
    ['lib/outbox/deliver.ts', "const codes = ['slack'];"],
    ['cdk/poller.ts', "queues.of('teams')"],
    ['lib/chats/slack/chat.ts', "import type { TeamsMessage } from '../teams/message.ts';"],
    ['functions/notify-teams.ts', 'createSlackChat()'],
  ])('is noticed in %s', (path, source) => {
    expect(strangers(path, source)).toHaveLength(1);
  });

  it.each([
    ['lib/outbox/deliver.ts', '// Slack takes one a second.\nconst gapMs = 1; /* as in Teams */'],
    ['lib/chats/slack/chat.ts', "const name = 'slack';"],
    ['cli/commands/teams-package.ts', "const name = 'teams';"],
  ])('may be told of in %s', (path, source) => {
    expect(strangers(path, source)).toEqual([]);
  });

  it('has a definition with the name and the label of its section', () => {
    for (const chat of CHATS) {
      expect([chats[chat].name, chats[chat].label]).toEqual([chat, sectionOf(chat).label]);
    }
  });
});
