import { readTarget } from '../../../lib/chats/shared/button-target.ts';
import type { BlockActions, SlackInteraction, ViewSubmission } from '../../../lib/chats/slack/interaction.ts';
import { createInteractionReader } from '../../../lib/chats/slack/interaction-reader.ts';
import type { SlackBlock } from '../../../lib/chats/slack/message.ts';
import { readMetadata } from '../../../lib/chats/slack/modal-metadata.ts';
import { writeSeveralMetadata } from '../../../lib/chats/slack/several-modal.ts';
import { SEAL } from '../../support/sealed.ts';
import { type Bridge, PEOPLE } from './bridge.ts';
import type { Click, Several } from './history.ts';
import type { ModelSlack, SlackPost } from './model-slack.ts';
import type { World } from './world.ts';

const OUTCOMES = ['SAFE', 'TRUE_POSITIVE', 'FALSE_POSITIVE', 'DUPLICATE', 'ESCALATED'] as const;
const TOGETHER = ['SAFE', 'FALSE_POSITIVE', 'DUPLICATE'] as const;
const TEAM = 'T0ACME0001';

interface Pressable {
  readonly post: SlackPost;
  readonly blockId: string;
  readonly action: { readonly action_id: string; readonly value?: string; readonly selected_option?: object };
}

type Element = { action_id: string; value?: string; options?: readonly object[] };

/** Everything that a message offers to press. */
function pressables(post: SlackPost): Pressable[] {
  return post.blocks.flatMap((block: SlackBlock, index) =>
    block.type !== 'actions'
      ? []
      : (block.elements as readonly Element[]).flatMap(({ action_id, value, options }): Pressable[] =>
          options
            ? options.map((option) => ({
                post,
                blockId: `b${index}`,
                action: { action_id, selected_option: option },
              }))
            : [{ post, blockId: `b${index}`, action: { action_id, ...(value !== undefined && { value }) } }],
        ),
  );
}

/** People who press what a message shows at that moment. */
export function createPeople(
  world: World,
  slack: ModelSlack,
  bridge: Bridge,
  clickOnDuty: (click: Click) => boolean,
) {
  const { time, random, say, count, createInstance, isTroubled, chance, history, wrong } = world;
  const read = createInteractionReader({ teamIds: [TEAM] });
  let clicks = 0;

  /** A function answers, or dies. Slack then sends the same once more, now and then. */
  function hand(interaction: SlackInteraction, again: boolean): void {
    const answer = bridge.action(createInstance('action'));
    answer(interaction).catch((error: Error) => wrong.push(`a click failed: ${error.stack}`));
    if (again) time.schedule(time.nowMs + Math.floor(random() * 4_000), () => hand(interaction, false));
  }

  function press({ post, blockId, action }: Pressable, who: string, again: boolean): void {
    const actionTs = `${(time.nowMs / 1_000).toFixed(3)}${String(++clicks).padStart(3, '0')}`;
    const responseUrl = slack.newHook(post);
    const message = {
      ts: post.ts,
      blocks: post.blocks.map((block, index) => ({ ...block, block_id: `b${index}` })),
    };
    const payload = {
      type: 'block_actions',
      user: { id: who, name: who.slice(2, 5).toLowerCase(), team_id: TEAM },
      team: { id: TEAM },
      container: { type: 'message', message_ts: post.ts, channel_id: post.channel, is_ephemeral: false },
      channel: { id: post.channel },
      trigger_id: `trigger-${clicks}`,
      message,
      response_url: responseUrl,
      actions: [{ ...action, type: 'button', block_id: blockId, action_ts: actionTs }],
    };
    say(() => `${who} presses ${action.action_id} at ${post.channel} ${post.ts}`);
    count('clicks');
    if (history.realRenderer) {
      const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
      const interaction = read(Buffer.from(body), 'application/x-www-form-urlencoded');
      if (interaction.ok) hand(interaction.interaction, again);
      else wrong.push(`a click was not understood: ${interaction.reason}`);
      return;
    }
    hand(
      {
        kind: 'block-actions',
        teamId: TEAM,
        payload,
        user: payload.user,
        triggerId: payload.trigger_id,
        actionId: action.action_id,
        actionTs,
        channelId: post.channel,
        messageTs: post.ts,
        threadTs: null,
        ephemeral: false,
        view: null,
        responseUrl,
      } satisfies BlockActions,
      again,
    );
  }

  /** Somebody fills in the form that was opened for them, now and then twice at once. */
  slack.onView = (privateMetadata) => {
    const metadata = readMetadata(privateMetadata, null)?.metadata;
    const who = PEOPLE[Math.floor(random() * 3.2)] as string;
    const outcome = OUTCOMES[Math.floor(random() * OUTCOMES.length)] as string;
    const id = ++clicks;
    const values = {
      outcome: { outcome: { type: 'radio_buttons', selected_option: { value: outcome } } },
      comment: { comment: { type: 'plain_text_input', value: `because ${id}` } },
    };
    const submission: ViewSubmission = {
      kind: 'view-submission',
      teamId: TEAM,
      user: { id: who, name: who.slice(2, 5).toLowerCase() },
      view: { id: `V${id}`, hash: `h${id}`, callbackId: 'verdict', privateMetadata, values },
    };
    time.schedule(time.nowMs + 1_000 + Math.floor(random() * 20_000), () => {
      say(() => `${who} submits ${metadata?.mode} ${outcome}`);
      count('forms');
      hand(submission, isTroubled() && chance(20));
    });
  };

  /** Somebody submits a form for several cases. */
  function submitSeveral(
    privateMetadata: string,
    who: string,
    chosen: readonly string[],
    again: boolean,
  ): void {
    const id = ++clicks;
    const outcome = TOGETHER[Math.floor(random() * TOGETHER.length)] as string;
    const submission: ViewSubmission = {
      kind: 'view-submission',
      teamId: TEAM,
      user: { id: who, name: who.slice(2, 5).toLowerCase() },
      view: {
        id: `V${id}`,
        hash: `h${id}`,
        callbackId: 'several',
        privateMetadata,
        values: {
          cases: { cases: { selected_options: chosen.map((value) => ({ value })) } },
          outcome: { outcome: { selected_option: { value: outcome } } },
          comment: { comment: { value: `because ${id}` } },
        },
      },
    };
    say(() => `${who} decides several: ${chosen} as ${outcome}`);
    count('several');
    hand(submission, again);
  }

  slack.onSeveral = (privateMetadata) => {
    const who = PEOPLE[Math.floor(random() * 3.2)] as string;
    time.schedule(time.nowMs + 1_000 + Math.floor(random() * 20_000), () =>
      submitSeveral(privateMetadata, who, ['all'], isTroubled() && chance(20)),
    );
  };

  /** Cases that stand in the channel at that moment, as the form would list them. */
  function several({ who, which, again }: Several): void {
    const posts = slack.posts.filter(({ deleted, threadTs }) => !deleted && threadTs === null);
    const [first] = posts;
    const listed = posts
      .filter(({ channel }) => channel === first?.channel)
      .flatMap((post) =>
        pressables(post).flatMap(({ action }) => readTarget(action.value, SEAL)?.target ?? []),
      );
    const cases = [...new Map(listed.map((one) => [one.caseId, one])).values()].map(
      ({ domain, caseId, destination }) => ({ domain, caseId, destination }),
    );
    if (!first || cases.length === 0) return;
    const metadata = writeSeveralMetadata(
      {
        list: { cases, onlyFor: null },
        channel: first.channel,
        messageTs: null,
        threadTs: null,
        responseUrl: slack.newHook(first),
        commentRoom: 1_000,
      },
      SEAL.of,
    );
    if (metadata === null) return;
    const chosen = cases.map((_, at) => String(at)).filter((_, at) => ((which >> at) & 1) === 1);
    const person = PEOPLE[who === 15 ? 3 : who % 3] as string;
    const all = chosen.length > 0 ? chosen : ['all'];
    submitSeveral(metadata, person, all, again === 'repeat');
    if (again === 'double')
      time.schedule(time.nowMs + Math.floor(random() * 400), () =>
        submitSeveral(metadata, person, all, false),
      );
  }

  /** Waits a little for something to press. */
  function click(clicked: Click, patience = 6): void {
    const { which, press: button, who, again, onIt = false } = clicked;
    if ((history.teams || history.small) && who % 2 === 0 && clickOnDuty(clicked)) return;
    const offers = slack.posts
      .filter(({ deleted, blocks }) => !deleted && blocks.length > 0)
      .map((post) => pressables(post).filter(({ action }) => action.action_id.startsWith('claim:') === onIt));
    const offered = offers.filter((one) => one.length > 0);
    const chosen = offered[which % Math.max(1, offered.length)];
    if (!chosen) {
      if (patience > 0) {
        time.schedule(time.nowMs + 5_000, () => click(clicked, patience - 1));
      }
      return;
    }
    const pressed = chosen[button % chosen.length] as Pressable;
    // The one who may not decide tries seldom.
    const person = PEOPLE[who === 15 ? 3 : who % 3] as string;
    press(pressed, person, again === 'repeat');
    if (again !== 'double') return;
    time.schedule(time.nowMs + Math.floor(random() * 400), () => press(pressed, person, false));
  }

  return { click, several };
}
