import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainAnswer } from '../../../lib/chats/document/command-answer.ts';
import { readProposalPress, writeProposalPress } from '../../../lib/chats/document/proposal-press.ts';
import type { TypedCommand } from '../../../lib/chats/presses/chat-definition.ts';
import { createTakeCommand } from '../../../lib/chats/presses/take-chat-command.ts';
import { checkMessageBlocks } from '../../../local/slack/blocks/check-blocks.ts';
import { SEAL } from '../../support/sealed.ts';
import { renderNotice as inSlack } from '../../support/written-slack.ts';
import { renderNotice as inTeams } from '../../support/written-teams.ts';
import { nastyText } from './document/hostile.ts';
import { messageProblems as slackProblems } from './slack/check-limits.ts';
import { harms } from './slack/harms.ts';
import { messageProblems } from './teams/check-card.ts';

const PRESS = { domain: 'acme', id: '0123abcd', choice: 'mute', destination: 'ops' } as const;
const notice = (words: string, became: string | null) => ({
  ...{
    code: 'mutes_proposed',
    title: 'acme: one thing is mostly harmless',
    text: 'Why.',
    at: '2026-11-15T10:00:00Z',
  },
  proposals: [{ id: PRESS.id, words, became }],
  ...{ domain: 'acme', destination: 'ops', sealOf: SEAL.of },
});

describe('a note with mutes to approve', () => {
  it('is harmless whatever its words hold, in both chats', () => {
    fc.assert(
      fc.property(nastyText, fc.option(nastyText), (words, became) => {
        const slack = inSlack(notice(words, became));
        expect(slackProblems(slack)).toEqual([]);
        expect(checkMessageBlocks(slack.blocks)).toMatchObject({ ok: true });
        expect(harms(slack)).toEqual([]);
        expect(messageProblems(inTeams(notice(words, became)))).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });

  it('has two buttons until somebody answered, and then says what became of it', () => {
    const open = [inSlack(notice('w', null)), inTeams(notice('w', null))].map((one) => JSON.stringify(one));
    for (const text of open)
      expect(text.match(/proposal:(mute|no):0123abcd/g)?.length).toBeGreaterThanOrEqual(2);
    for (const one of [inSlack(notice('w', 'anna said no.')), inTeams(notice('w', 'anna said no.'))]) {
      expect(JSON.stringify(one)).toContain('anna said no.');
      expect(JSON.stringify(one)).not.toContain('proposal:');
    }
  });
});

describe('an answer to a proposal', () => {
  const config = { destinations: { ops: { type: 'slack', channel: 'C0OPS00000' } } } as never;
  const pressed = {
    id: 'a1',
    atMs: 1,
    by: { surface: 'slack', id: 'U0ANNA0000', name: 'anna' },
    channelId: 'C0OPS00000',
    directory: { isMember: async () => 'no' as const, isOutsider: async () => 'no' as const },
    reply: { surface: 'slack' },
  } as const;
  const take = async (press: typeof PRESS | null, channelId: string = pressed.channelId) => {
    const asked: TypedCommand[] = [];
    const ask = async (typed: TypedCommand) => {
      asked.push(typed);
      return plainAnswer('Looking it up');
    };
    const parts = { config, ask, lookUp: async () => null, log: () => undefined, metrics: () => undefined };
    const answer = press && readProposalPress(writeProposalPress(press, SEAL.of), SEAL);
    await createTakeCommand(parts).take({ ...pressed, channelId }, { is: 'proposal', answer });
    return asked.map(({ text }) => text);
  };

  it('is the command that one could type', async () => {
    expect(await take(PRESS)).toEqual(['proposals 0123abcd mute in acme']);
  });

  it('counts only where it was asked, and only as the bridge wrote it', async () => {
    expect(await take(PRESS, 'C0OTHER000')).toEqual([]);
    expect(await take(null)).toEqual([]);
    const value = writeProposalPress(PRESS, SEAL.of) ?? '';
    expect(readProposalPress(value, SEAL)).toEqual(PRESS);
    expect(readProposalPress(value.replace('0123abcd', '0123abce'), SEAL)).toBeNull();
    expect(readProposalPress(value.replace('"mute"', '"no"'), SEAL)).toBeNull();
    expect(readProposalPress(value.replace('acme', 'emca'), SEAL)).toBeNull();
    expect(readProposalPress(value, null)).toBeNull();
  });
});
