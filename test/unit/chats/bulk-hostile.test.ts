import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseStory } from '../../../lib/chats/document/case-story.ts';
import { readMetadata, writeMetadata } from '../../../lib/chats/slack/form-metadata.ts';
import { renderBulkAnswer as slackAnswer, writeForm } from '../../../lib/chats/slack/write-form.ts';
import { renderBulkAnswer, renderBulkForm } from '../../../lib/chats/teams/bulk-card.ts';
import { bulkAnswer } from '../../../lib/features/bulk/bulk-answer.ts';
import { bulkChoices, bulkForm } from '../../../lib/features/bulk/bulk-form.ts';
import { checkView } from '../../../local/slack/blocks/check-blocks.ts';
import { shareOf } from '../../support/extent.ts';
import { SEAL } from '../../support/sealed.ts';
import { renderDigest as slackDigest } from '../../support/written-slack.ts';
import { renderDigest as teamsDigest } from '../../support/written-teams.ts';
import { anyStory, outcomeRules } from './document/hostile.ts';
import { ANNA, rules, story, uuid } from './document/stories.ts';
import { messageProblems as slackProblems, viewProblems } from './slack/check-limits.ts';
import { messageProblems } from './teams/check-card.ts';

const listFor = (stories: readonly unknown[]) => ({
  cases: stories.map((_, at) => ({ domain: 'acme', caseId: uuid(at), destination: 'soc' })),
  onlyFor: { surface: 'slack', id: ANNA.id },
});

const someStories = fc.array(anyStory, { minLength: 1, maxLength: 25 });
const runs = { numRuns: shareOf(60) };

const modalOf = (stories: readonly CaseStory[], choices = bulkChoices(rules())) => {
  const metadata = writeMetadata(
    {
      about: { mode: 'bulk', list: listFor(stories) },
      ...{ channel: 'C0123ABCD', messageTs: '1.2', threadTs: null },
      responseUrl: 'https://hooks.slack.com/actions/T1/2/3',
    },
    SEAL.of,
  );
  return writeForm(bulkForm(stories, choices, 1_900), 'bulk', metadata ?? expect.fail('no form'));
};

const leftOut = (stories: readonly CaseStory[]) =>
  stories.map((one) => ({ caseId: one.caseId, story: one, why: [{ said: one.headline }] }));

describe('whatever several cases hold', () => {
  it('the form of Slack takes it, and is read back', () => {
    fc.assert(
      fc.property(someStories, outcomeRules, (stories, outcomes) => {
        const view = modalOf(stories, bulkChoices(rules(outcomes)));
        expect(viewProblems(view)).toEqual([]);
        expect(checkView(view)).toMatchObject({ ok: true });
        const read = readMetadata(view.private_metadata, SEAL);
        expect(read?.origin).toBe('genuine');
        const about = read?.metadata.about;
        expect(about?.mode === 'bulk' && about.list.cases).toHaveLength(stories.length);
        const moved = String(view.private_metadata).replace('C0123', 'C0124');
        expect(readMetadata(moved, SEAL)?.origin).toBe('altered');
      }),
      runs,
    );
  });

  it('the card of Teams holds nothing that comes alive', () => {
    fc.assert(
      fc.property(someStories, (stories) => {
        const list = listFor(stories);
        const form = { is: 'form', list, form: bulkForm(stories, bulkChoices(rules()), 1_800) } as const;
        expect(messageProblems(renderBulkForm(form, SEAL.of) ?? expect.fail('no form'))).toEqual([]);
        const answer = bulkAnswer('SAFE', 1, leftOut(stories));
        expect(messageProblems(renderBulkAnswer(answer, list, SEAL.of))).toEqual([]);
      }),
      runs,
    );
  });

  it('the answer in Slack keeps within its limits', () => {
    fc.assert(
      fc.property(someStories, (stories) => {
        const view = slackAnswer(bulkAnswer('SAFE', 2, leftOut(stories)));
        // There is nothing to send.
        expect(viewProblems(view)).toEqual(['submit']);
        expect(checkView(view)).toMatchObject({ ok: true });
      }),
      runs,
    );
  });

  it('a digest has a button for each list, and none where nothing can be sealed', () => {
    const lists = [listFor(Array.from({ length: 25 })).cases, listFor(Array.from({ length: 3 })).cases];
    const digest = {
      ...{ of: 'storm' as const, sinceMs: 1, total: 28, cases: 28, severities: [], types: [], people: [] },
      bulk: lists,
    } as const;
    const slack = slackDigest({ ...digest, sealOf: SEAL.of });
    expect(slackProblems(slack)).toEqual([]);
    expect(JSON.stringify(slack)).toContain('bulk:open:2');
    const teams = teamsDigest({ ...digest, sealOf: SEAL.of });
    expect(messageProblems(teams)).toEqual([]);
    expect(teams.card.actions?.map(({ title }) => title)).toEqual(['Decide 1 to 25…', 'Decide 26 to 28…']);
    expect(JSON.stringify([slackDigest(digest), teamsDigest(digest)])).not.toContain('bulk:open');
  });

  it('looks like this', () => {
    const form = modalOf([story(), story()]);
    const [input] = form.blocks as unknown as readonly {
      element: { options: { text: { text: string } }[] };
    }[];
    const options = input?.element.options ?? [];
    expect(options.map(({ text }) => text.text)).toEqual([
      'All 2 of these',
      'Data exfiltration · Dana Frost · High',
      'Data exfiltration · Dana Frost · High',
    ]);
  });
});
