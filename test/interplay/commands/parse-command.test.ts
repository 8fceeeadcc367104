import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_COMMAND, parseCommand } from '../../../lib/features/commands/parse-command.ts';
import { anyCharacter } from '../../unit/any-character.ts';
import { WORDS } from './ask-platform.ts';

function parse(text: string, domains: readonly string[] = ['acme', 'globex']) {
  const parsed = parseCommand(text, domains, WORDS);
  if (parsed.is === 'mistake') return parsed;
  return { is: 'command' as const, command: { is: parsed.name, ...parsed.takes }, domain: parsed.domain };
}

describe('a command', () => {
  it.each([
    ['', { is: 'help' }, null],
    ['help', { is: 'help' }, null],
    ['  HELP  ', { is: 'help' }, null],
    ['/posture mine', { is: 'mine' }, null],
    ['case 7f3e', { is: 'case', id: '7f3e' }, null],
    ['case `7f3e`', { is: 'case', id: '7f3e' }, null],
    ['hunt e1 in acme', { is: 'hunt', id: 'e1' }, 'acme'],
    ['drift d1 in GLOBEX', { is: 'drift', id: 'd1' }, 'globex'],
    ['cases', { is: 'cases' }, null],
    ['cases closed', { is: 'cases', state: 'closed' }, null],
    [
      'cases Insider-Threat a@b.c pending_investigation',
      {
        is: 'cases',
        state: 'pending_investigation',
        threatType: 'insider_threat',
        email: 'a@b.c',
      },
      null,
    ],
    ['cases <mailto:a@b.c|a@b.c>', { is: 'cases', email: 'a@b.c' }, null],
    [
      'threats Initial Access source:SigninLogs a@b.c',
      {
        is: 'threats',
        category: 'Initial Access',
        source: 'SigninLogs',
        email: 'a@b.c',
      },
      null,
    ],
    [
      'threats 7f3e2a10-0000-4000-8000-000000000001',
      {
        is: 'threats',
        tuid: '7f3e2a10-0000-4000-8000-000000000001',
      },
      null,
    ],
    ['who Anna  Berg in acme', { is: 'who', search: 'Anna Berg' }, 'acme'],
    ['who in', { is: 'who', search: 'in' }, null],
    ['nhi “payroll sync”', { is: 'nhi', search: 'payroll sync' }, null],
    ['integration okta', { is: 'integration', type: 'okta' }, null],
    ['status', { is: 'status' }, null],
    [
      'mute person Anna@acme.example 2h because she travels in acme',
      {
        is: 'mute',
        field: 'user',
        value: 'Anna@acme.example',
        critical: false,
        forMs: 7_200_000,
        reason: 'she travels',
      },
      'acme',
    ],
    [
      'mute type insider threat critical 15m',
      {
        is: 'mute',
        field: 'threatType',
        value: 'insider_threat',
        critical: true,
        forMs: 900_000,
        reason: null,
      },
      null,
    ],
    ['mutes', { is: 'mutes', id: null, choice: null }, null],
    ['mutes 12ab', { is: 'mutes', id: '12ab', choice: null }, null],
    ['mutes 12ab Approve', { is: 'mutes', id: '12ab', choice: 'approve' }, null],
    ['unmute 12ab', { is: 'unmute', id: '12ab' }, null],
  ])('is read: %s', (text, command, domain) => {
    expect(parse(text)).toEqual({ is: 'command', command, domain });
  });

  it.each([
    ['csaes', 'There is no command csaes. Did you mean cases?'],
    ['delete everything', 'There is no command delete.'],
    ['case', 'Usage: case ID.'],
    ['case a b', 'Usage: case ID.'],
    ['who', 'Usage: who EMAIL or NAME.'],
    ['integration', 'Usage: integration TYPE.'],
    ['mute', 'Usage: mute person|type|category|source|route NAME'],
    ['mute person anna@acme.example because she travels', 'Usage: mute'],
    ['mute person anna@acme.example 2h because', 'Usage: mute'],
    ['mute planet mars 2h because red', 'Usage: mute'],
    ['unmute', 'Usage: unmute ID.'],
    ['cases clsoed', 'clsoed is not a state, a type or an e-mail address. Did you mean closed?'],
    ['x'.repeat(LONGEST_COMMAND + 1), 'A command has at most 300 characters.'],
  ])('that is mistyped is answered with how it is written: %s', (text, words) => {
    const parsed = parse(text);
    if (parsed.is !== 'mistake') throw new Error('it was read');
    const said = parsed.words.map((part) => (typeof part === 'object' && 'said' in part ? part.said : part));
    expect(said.join('')).toContain(words);
  });

  it('says nothing of a domain that the person may not ask about', () => {
    expect(parse('who Anna in initech')).toMatchObject({
      command: { search: 'Anna in initech' },
      domain: null,
    });
    expect(JSON.stringify(parse('case 1 in initech'))).not.toContain('initech');
    expect(JSON.stringify(parse('cases closed in acme', []))).not.toContain('globex');
  });

  it('is read or refused, whatever somebody types', () => {
    const names = [
      'case',
      'cases',
      'threats',
      'who',
      'nhi',
      'integration',
      'drift',
      'hunt',
      'mine',
      'status',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...names, ''),
        fc.string({ unit: anyCharacter, maxLength: 400 }),
        (name, rest) => {
          const parsed = parse(`${name} ${rest}`);
          expect(['command', 'mistake']).toContain(parsed.is);
          // What goes into requests and buttons has neither line breaks nor what cannot be seen.
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in it
          expect(JSON.stringify(parsed)).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/);
        },
      ),
    );
  });
});
