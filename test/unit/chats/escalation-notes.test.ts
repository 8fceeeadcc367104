import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TakenStep } from '../../../lib/case/answer.ts';
import { broughtLine, escalationNotes } from '../../../lib/chats/document/escalation-notes.ts';
import { planThread } from '../../../lib/chats/document/plan-thread.ts';
import { withMentions as slackMentions } from '../../../lib/chats/slack/mention.ts';
import { withMentions as teamsMentions } from '../../../lib/chats/teams/card-with-mentions.ts';
import { bytesOf, MOST_BYTES } from '../../../lib/chats/teams/message.ts';
import { checkMessageBlocks } from '../../../local/slack/blocks/check-blocks.ts';
import { readMessage as readSlack } from '../../../local/slack/reading/read-message.ts';
import { checkCard } from '../../../local/teams/cards/check-card.ts';
import { readMessage as readTeams } from '../../../local/teams/reading/read-message.ts';
import { renderCase as slackCase, renderThread as slackThread } from '../../support/written-slack.ts';
import { renderCase as teamsCase, renderThread as teamsThread } from '../../support/written-teams.ts';
import { NASTY } from './document/hostile.ts';
import { story } from './document/stories.ts';

const aStep = (more: object = {}) => ({
  n: 1,
  route: 'severe',
  step: 1,
  afterMs: 600_000,
  atMs: Date.parse('2026-11-16T09:00:00Z'),
  to: [] as string[],
  ...more,
});
const planOf = (steps: readonly TakenStep[], said = 'high fraud, Dana') => {
  const plan = planThread({ ...story(), evidence: [] }, null, { seen: [], told: [] });
  return { ...plan, trail: escalationNotes(steps, { about: { said, link: null }, destination: 'soc' }) };
};
const names = {
  userName: () => undefined,
  channelName: () => undefined,
  findPerson: () => undefined,
  findChannel: () => undefined,
};
const inSlack = (steps: readonly TakenStep[], about?: string) =>
  slackThread(planOf(steps, about)).map(({ key, message }) => ({
    key,
    message,
    read: readSlack({ text: message.text, blocks: message.blocks } as never, names),
  }));
const inTeams = (steps: readonly TakenStep[], about?: string) =>
  teamsThread(planOf(steps, about)).map(({ key, message }) => ({
    key,
    message,
    read: readTeams({ text: '', textFormat: 'plain', entities: [], cards: [message.card] } as never),
  }));

describe('the note that nobody answered', () => {
  it.each([
    [{}, 'high fraud, Dana', 'Unacknowledged for 10 minutes: high fraud, Dana'],
    [{ afterMs: 60_000 }, 'high fraud, Dana', 'Unacknowledged for 1 minute: high fraud, Dana'],
    [
      { afterMs: 2 * 86_400_000, to: ['lead', 'duty'] },
      'high fraud, Dana',
      'Unacknowledged for 2 days: high fraud, Dana. Also sent to lead, duty',
    ],
    [
      { to: ['soc', 'lead'] },
      'high fraud, Dana',
      'Unacknowledged for 10 minutes: high fraud, Dana. Also sent to lead',
    ],
  ])('says for %j what happened, in both chats', (more, about, words) => {
    const steps = [aStep(more)];
    const [slack] = inSlack(steps, about ?? undefined);
    const [teams] = inTeams(steps, about ?? undefined);
    expect(slack?.key).toBe('escalation:1');
    expect(slack?.read.shown.join('')).toContain(words);
    expect(teams?.read.shown.join('')).toContain(words);
    expect(slack?.message.text).toContain(words);
  });

  it('says of each place once that it was sent there, and nothing of it where that is', () => {
    const steps = [
      aStep({ to: ['lead'] }),
      aStep({ n: 2, to: ['lead', 'duty'] }),
      aStep({ n: 3, to: ['soc'] }),
    ];
    const told = inSlack(steps).map(({ message }) => message.text.replace(/.*Dana/, ''));
    expect(told).toEqual(['. Also sent to lead', '. Also sent to duty', '']);
  });

  it('stands on the message itself where the case came with it', () => {
    const steps = [aStep({ afterMs: 5_400_000, brought: true, to: ['soc'] }), aStep({ n: 2 })];
    expect(inSlack(steps).map(({ key }) => key)).toEqual(['escalation:2']);
    const why = broughtLine(steps);
    expect(why).toBe('Sent here because it was unacknowledged for 90 minutes.');
    const slack = readSlack(slackCase({ ...story(), why }) as never, names);
    const teams = readTeams({
      text: '',
      textFormat: 'plain',
      entities: [],
      cards: [teamsCase({ ...story(), why }).card],
    } as never);
    expect(slack.shown.join('')).toContain(why);
    expect(teams.shown.join('')).toContain(why);
    expect(broughtLine([aStep()])).toBe(null);
  });

  it('calls nobody by itself and keeps the limits of both chats, whatever the rows say', () => {
    const text = fc.oneof(
      fc.constantFrom(...NASTY),
      fc.string(),
      fc.string({ maxLength: 3 }).map((one) => one.repeat(4_000)),
    );
    const number = fc.oneof(fc.integer(), fc.double());
    const step = fc.record({
      n: fc.nat(),
      route: text,
      step: fc.nat(),
      afterMs: number,
      atMs: fc.integer({ min: 0, max: 4_000_000_000_000 }),
      to: fc.array(text, { maxLength: 30 }),
      brought: fc.boolean(),
    });
    const called = [{ id: 'S0000DUTY', name: 'S0000DUTY' }];
    const ada = [{ id: '5f9d1a2b-0c3d-4e5f-8a9b-0c1d2e3f4a5b', name: 'Ada' }];
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 3 }), fc.option(text), (steps, about) => {
        for (const { message, read } of inSlack(steps, about ?? undefined)) {
          expect(read.mentions).toEqual([]);
          expect(checkMessageBlocks(message.blocks)).toMatchObject({ ok: true });
          expect(checkMessageBlocks(slackMentions(message, called).blocks)).toMatchObject({ ok: true });
        }
        for (const { message, read } of inTeams(steps, about ?? undefined)) {
          expect(read.mentions).toEqual([]);
          const posted = teamsMentions(message, ada);
          expect(checkCard(posted.card)).toEqual([]);
          expect(bytesOf(posted)).toBeLessThanOrEqual(MOST_BYTES);
        }
      }),
    );
  });
});
