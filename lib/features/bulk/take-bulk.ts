import { createHash } from 'node:crypto';
import type { Log } from '../../base/log.ts';
import type { CaseList, ListedCase } from '../../chats/document/bulk-list.ts';
import { isFor } from '../../chats/document/bulk-list.ts';
import { BULK } from '../../chats/document/bulk-words.ts';
import type { Target } from '../../chats/document/button-target.ts';
import { controlsOf } from '../../chats/document/case-buttons.ts';
import type { CaseStory } from '../../chats/document/case-story.ts';
import { createCaseStory } from '../../chats/document/create-case-story.ts';
import { renderRules } from '../../chats/document/outcome-choices.ts';
import type { TakeBulk } from '../../chats/presses/bulk.ts';
import type { BulkParts } from '../../chats/presses/chat-definition.ts';
import { findPressProblem, isOurs, PRESS_PROBLEMS } from '../../chats/presses/check-press.ts';
import type { Click } from '../../chats/presses/click.ts';
import { deniedMessage } from '../../chats/presses/click-messages.ts';
import type { AuthorityConfig } from '../../config/authority.ts';
import { updatedAtMsOf } from '../../posture/schemas/case.ts';
import { authorize, type Found } from '../../verdict/authorize.ts';
import { notAllowedText } from '../../verdict/refusal-text.ts';
import { isSamePerson } from '../../verdict/same-person.ts';
import { VERDICT_MESSAGE_VERSION, type VerdictMessage } from '../../verdict/verdict-message.ts';
import { bulkAnswer, type LeftOut, whyChanged, whyNotOpen } from './bulk-answer.ts';
import { bulkChoices, bulkCommentRoom, bulkForm, readBulk } from './bulk-form.ts';
import type { BulkMessage } from './bulk-message.ts';

export interface TakeBulkParts extends BulkParts {
  readonly config: AuthorityConfig;
  readonly queue: (message: VerdictMessage) => Promise<void>;
  readonly queueBulk: (message: BulkMessage) => Promise<void>;
  readonly log: Log;
}

/** An open case that the analyst may decide. */
interface Open {
  readonly is: 'open';
  readonly one: ListedCase;
  readonly story: CaseStory;
  readonly found: Found;
  readonly drawn: Drawn;
}

/** What the analyst saw of a case when choosing it. */
type Drawn = Pick<BulkMessage['cases'][number], 'episode' | 'updatedAtMs' | 'claim'>;

/** Short enough for a button with 25 of them. Nobody can choose what is hashed. */
const hashOf = (drawn: Drawn): string =>
  createHash('sha256').update(JSON.stringify(drawn)).digest('base64url').slice(0, 8);

type NotTaken = LeftOut & { readonly is: 'not-open' | 'denied'; readonly one: ListedCase };
type Judged = Open | NotTaken;

const targetFor = ({ domain, caseId, destination }: ListedCase): Target => ({
  domain,
  caseId,
  destination,
  createdAtMs: 0,
  decisionId: null,
});

/** Takes bulk decisions in the action function. Each case is judged as if it were pressed alone. */
export function createTakeBulk(parts: TakeBulkParts): TakeBulk {
  const { config, lookUp, routesOf, namedIn, queue, queueBulk, log } = parts;
  const rules = renderRules(config);
  const choices = config.verdicts ? bulkChoices(config.verdicts) : [];

  async function judge(list: CaseList, one: ListedCase, click: Click): Promise<Judged> {
    const target = targetFor(one);
    const { domain, caseId, destination } = one;
    const { by, channelId, isOutsider, directory } = click;
    const where = { surface: by.surface, channelId };
    // A list for one person alone stands in no channel of a case.
    const problem =
      list.onlyFor === null || !Object.hasOwn(config.domains, domain)
        ? await findPressProblem({ config, lookUp }, { target, origin: 'genuine' }, where)
        : null;
    const known = await lookUp(target);
    const { content, key, record } = known?.delivery ?? {};
    if (!known || content?.kind !== 'case' || !key)
      return { is: 'not-open', one, caseId, story: null, why: [PRESS_PROBLEMS['not-known']] };
    const story = createCaseStory({ ...content, ...key, config: rules, answer: known.answer, record });
    if (problem) {
      const is = isOurs(config, target) ? 'denied' : 'not-open';
      return { is, one, caseId, story, why: [PRESS_PROBLEMS[problem]] };
    }
    const allowed = await authorize({
      ...{ config, person: by, channelId, isOutsider, directory, namedIn, domain, destination },
      routes: () => routesOf(target).catch(() => null),
    });
    if (allowed.is !== 'allowed')
      return { is: 'denied', one, caseId, story, why: [notAllowedText(allowed, where.surface)] };
    if (!controlsOf(story.standing, where.surface).includes('choices'))
      return { is: 'not-open', one, caseId, story, why: whyNotOpen(story) };
    const { claim } = story;
    const drawn = {
      episode: record?.episode ?? 0,
      updatedAtMs: updatedAtMsOf(content.item),
      claim: claim && !isSamePerson(claim.by, by, config.people) ? claim.id : null,
    };
    const was = hashOf(drawn);
    if (one.was !== undefined && one.was !== was)
      return { is: 'not-open', one, caseId, story, why: whyChanged(story) };
    return { is: 'open', one: { ...one, was }, story, found: allowed.found, drawn };
  }

  /** One per case; none if the list is for another person alone. */
  async function sorted(list: CaseList, cases: readonly ListedCase[], click: Click) {
    const judged = isFor(list, click.by)
      ? onePerCase(await Promise.all(cases.map((one) => judge(list, one, click))))
      : [];
    return {
      open: judged.filter((one) => one.is === 'open'),
      leftOut: judged.filter((one) => one.is !== 'open'),
    };
  }

  return {
    async offer(list, click) {
      const { open, leftOut } = await sorted(list, list.cases, click);
      const none = { ...bulkAnswer('SAFE', 0, leftOut), title: [BULK.none] };
      if (open.length === 0) return { is: 'answered', answer: none };
      const cases = open.map(({ one }) => one);
      const stories = open.map(({ story }) => story);
      return {
        is: 'form',
        list: { ...list, cases },
        form: bulkForm(stories, choices, bulkCommentRoom(click.by, cases, choices)),
      };
    },

    async decide(list, entries, click) {
      const room = bulkCommentRoom(click.by, list.cases, choices);
      const read = readBulk(entries, { cases: list.cases, choices, room });
      if (read.is === 'errors') return read;
      const { outcome, comment } = read;
      const { open, leftOut } = await sorted(list, read.cases, click);
      if (open.length > 0) await queueBulk(messageOf(open, { outcome, comment }, click));
      await noteDenied(leftOut, { is: 'outcome', outcome }, click);
      return { is: 'answered', answer: bulkAnswer(outcome, open.length, leftOut) };
    },
  };

  /** Each denial goes into the trail, like a press on that case alone. The analyst was told here already. */
  async function noteDenied(
    leftOut: readonly NotTaken[],
    press: Parameters<typeof deniedMessage>[1],
    click: Click,
  ): Promise<void> {
    const denied = leftOut.filter((one) => one.is === 'denied');
    await Promise.all(
      denied.map(({ one, why }) =>
        queue({
          ...deniedMessage(String(why[0]), press, targetFor(one), {
            ...click,
            id: `${click.id} ${one.caseId}`.slice(0, 400),
          }),
          reply: null,
        }).catch((error: unknown) => log('denied not noted', { error: String(error) })),
      ),
    );
  }
}

/** If a case was sent to several places of a chat, the first where it can be decided. */
function onePerCase(judged: readonly Judged[]): readonly Judged[] {
  const best = new Map<string, Judged>();
  for (const one of judged) {
    const name = JSON.stringify([one.one.domain, one.one.caseId]);
    const known = best.get(name);
    if (!known || (known.is !== 'open' && one.is === 'open')) best.set(name, one);
  }
  return [...best.values()];
}

function messageOf(
  open: readonly Open[],
  decided: Pick<BulkMessage, 'outcome' | 'comment'>,
  { by, reply, id: clickId, atMs, channelId }: Click,
): BulkMessage {
  return {
    v: VERDICT_MESSAGE_VERSION,
    kind: 'bulk',
    clickId,
    by,
    atMs,
    channelId,
    reply,
    ...decided,
    cases: open.map(
      ({ one: { domain, caseId, destination: place }, story: { openedAtMs }, found, drawn }) => ({
        domain,
        caseId,
        createdAtMs: openedAtMs,
        place,
        found,
        ...drawn,
      }),
    ),
  };
}
