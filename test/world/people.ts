import { createHmac } from 'node:crypto';
import { NOT_TAKEN } from '../../lib/chats/document/texts.ts';
import { ANALYSTS, BOT, CHANNELS, TENANT } from './config.ts';
import type { PlannedClick } from './history.ts';
import { PEOPLE } from './platform.ts';
import type { RollOut } from './roll-out.ts';
import type { Button, Shown } from './shown.ts';
import { type Slack, TEAM } from './slack.ts';
import { SERVICE, type Teams, TOKEN } from './teams.ts';
import type { World } from './world.ts';

interface Around {
  readonly world: World;
  readonly rollOut: RollOut;
  readonly slack: Slack;
  readonly teams: Teams;
}

export interface Press extends Taken {
  readonly post: Shown;
  readonly verb: string;
  readonly who: string;
  readonly atMs: number;
  /** It was not there any more when it was pressed. */
  readonly old: boolean;
}

/** `isTaken`: the chat was told that it arrived. */
interface Taken {
  isTaken: boolean;
  /** Slack has its answer by then: who pressed is told alone that it did not arrive. */
  wasRefused?: boolean;
}

interface Submitted extends Taken {
  readonly who: (typeof ANALYSTS)[number];
  readonly atMs: number;
}

/** People who press what stands before them, and type commands. */
export function createPeople({ world, rollOut, slack, teams }: Around) {
  const { time, random, say, count, createInstance, wrong } = world;
  let serial = 0;
  const presses: Press[] = [];
  const forms: Submitted[] = [];
  const bulkForms: Submitted[] = [];
  const bulks: Bulk[] = [];
  const answered = new Map<number, Answered>();

  /** A function answers, or dies. A chat then sends the same once more, now and then. */
  function hand(path: string, headers: Record<string, string>, body: string, press?: Taken): void {
    const event = { rawPath: `/s${path}`, headers, requestContext: { http: { method: 'POST' } }, body };
    rollOut
      .of('action')
      .action(createInstance('action'))(event)
      .then(
        ({ statusCode, body: said }) => {
          // A chat is told in so many words where a press has to be repeated.
          const isTaken = statusCode === 200 && !said.includes(NOT_TAKEN) && !said.includes('"errors"');
          if (press && isTaken && !press.wasRefused) press.isTaken = true;
          // An earlier version that does not know the chat has nothing at its address.
          const isUnknown = statusCode === 404 && rollOut.deployed('action') === 'earlier';
          if (statusCode >= 400 && statusCode < 500 && !isUnknown)
            wrong.push(`a click was answered with ${statusCode}`);
        },
        (error: Error) => say(() => `a click failed: ${String(error)}`),
      );
  }

  function toSlack(fields: Record<string, string>, again = false, press?: Taken): void {
    const body = new URLSearchParams(fields).toString();
    const send = () => {
      const timestamp = String(Math.floor(time.nowMs / 1000));
      const proof = createHmac('sha256', 'signing-secret-of-slack')
        .update(`v0:${timestamp}:${body}`)
        .digest('hex');
      hand(
        '/slack/interactions',
        {
          'content-type': 'application/x-www-form-urlencoded',
          'x-slack-request-timestamp': timestamp,
          'x-slack-signature': `v0=${proof}`,
        },
        body,
        press,
      );
    };
    send();
    if (again) time.schedule(time.nowMs + 3_000, send);
  }

  function pressInSlack(
    post: Shown,
    { verb, data, block }: Button,
    who: (typeof ANALYSTS)[number],
    again: boolean,
    press: Press,
  ): void {
    say(() => `${who.name} presses ${verb} at ${post.channel} ${post.id}`);
    const responseUrl = slack.newHook(post);
    answered.set(Number(responseUrl.split('/').at(-1)), (text) => {
      if (text.includes(NOT_TAKEN)) Object.assign(press, { wasRefused: true, isTaken: false });
    });
    const payload = {
      type: 'block_actions',
      user: { id: who.slack, name: who.name, team_id: TEAM },
      team: { id: TEAM },
      container: {
        type: 'message',
        message_ts: post.id,
        channel_id: post.channel,
        is_ephemeral: 'isEphemeral' in post,
      },
      channel: { id: post.channel },
      trigger_id: `trigger-${++serial}`,
      message: {
        ts: post.id,
        blocks: (post.raw as readonly object[]).map((one, index) => ({ ...one, block_id: `b${index}` })),
      },
      response_url: responseUrl,
      actions: [
        { ...data, type: 'button', block_id: block, action_ts: `${(time.nowMs / 1000).toFixed(3)}${serial}` },
      ],
    };
    toSlack({ payload: JSON.stringify(payload) }, again, press);
  }

  /** Somebody fills in the form that was opened for them. */
  slack.onView = (callback, metadata) => {
    if (!['verdict', 'bulk'].includes(callback) || metadata === '') return;
    const who = ANALYSTS[Math.floor(random() * 3)] as (typeof ANALYSTS)[number];
    const id = ++serial;
    const values = {
      outcome: { outcome: { type: 'radio_buttons', selected_option: { value: 'FALSE_POSITIVE' } } },
      comment: { comment: { type: 'plain_text_input', value: `because ${id}` } },
      ...(callback === 'bulk' && {
        cases: { cases: { type: 'checkboxes', selected_options: [{ value: 'all' }] } },
      }),
    };
    time.schedule(time.nowMs + 5_000, () => {
      say(() => `${who.name} submits a form (${callback})`);
      count(callback === 'bulk' ? 'forms for several' : 'forms');
      const payload = {
        type: 'view_submission',
        user: { id: who.slack, name: who.name, team_id: TEAM },
        team: { id: TEAM },
        view: {
          id: `V${id}`,
          hash: `h${id}`,
          callback_id: callback,
          private_metadata: metadata,
          state: { values },
        },
      };
      const form = { who, atMs: time.nowMs, isTaken: false };
      // Of several cases, those that cannot be decided are left out, and only the analyst is told.
      (callback === 'bulk' ? bulkForms : forms).push(form);
      toSlack({ payload: JSON.stringify(payload) }, false, form);
    });
  };

  /** Types `/posture ...`; `then` gets what only they see of the answer. */
  function type(text: string, who: (typeof ANALYSTS)[number], then?: Answered): void {
    say(() => `${who.name} types /posture ${text}`);
    const responseUrl = slack.newHook({ channel: CHANNELS.soc, id: 'none' } as Shown);
    if (then) answered.set(Number(responseUrl.split('/').at(-1)), then);
    toSlack({
      ...{ command: '/posture', text, team_id: TEAM, channel_id: CHANNELS.soc },
      ...{ trigger_id: `trigger-${++serial}`, user_id: who.slack, user_name: who.name },
      response_url: responseUrl,
    });
  }
  slack.onAnswer = (hook, text, buttons) => {
    const then = answered.get(hook);
    answered.delete(hook);
    then?.(text, buttons);
  };

  function pressInTeams(
    post: Shown,
    { verb, data }: Button,
    who: (typeof ANALYSTS)[number],
    press: Press,
  ): void {
    say(() => `${who.name} presses ${verb} at ${post.channel} ${post.id}`);
    const activity = {
      ...{
        type: 'invoke',
        name: 'adaptiveCard/action',
        id: `f:${++serial}`,
        channelId: 'msteams',
        serviceUrl: SERVICE,
      },
      timestamp: new Date(time.nowMs).toISOString(),
      replyToId: post.id,
      from: { id: `29:${who.name}`, name: who.name, aadObjectId: who.teams },
      recipient: { id: `28:${BOT}` },
      conversation: {
        id: `${post.channel};messageid=${post.thread ?? post.id}`,
        tenantId: TENANT,
        conversationType: 'channel',
      },
      channelData: {
        tenant: { id: TENANT },
        team: { id: '19:team@thread.tacv2' },
        channel: { id: post.channel },
      },
      value: { action: { type: 'Action.Execute', verb, data } },
    };
    hand('/teams/messages', { authorization: `Bearer ${TOKEN}` }, JSON.stringify(activity), press);
  }

  return {
    presses,
    /** That were sent off with a decision on one case. */
    forms,
    bulkForms,
    /** Something that stands there now, or stood there once. */
    click({ which, press, who: index, old, again }: PlannedClick): void {
      const who = ANALYSTS[index] as (typeof ANALYSTS)[number];
      const offering = [...slack.posts, ...teams.posts]
        .filter((post) => !post.isDeleted)
        .map((post) => ({ post, buttons: old ? (post.first?.buttons ?? []) : post.buttons }))
        .filter(({ buttons }) => buttons.length > 0);
      const chosen = offering[which % Math.max(1, offering.length)];
      const button = chosen?.buttons[press % chosen.buttons.length];
      if (!chosen || !button) return;
      const pressed: Press = {
        ...{ post: chosen.post, verb: button.verb, who: who.name, atMs: time.nowMs, old, isTaken: false },
      };
      presses.push(pressed);
      count(old ? 'old clicks' : 'clicks');
      if (chosen.post.chat === 'slack') pressInSlack(chosen.post, button, who, again, pressed);
      else pressInTeams(chosen.post, button, who, pressed);
    },
    /**
     * A mute, which a second person approves, and which is ended again two minutes later or ends by itself. Nobody approves that
     * of the third person, which would hide critical cases.
     */
    mute({ what, end }: { readonly what: number; readonly end: boolean }): void {
      const [who, second] = ANALYSTS as [(typeof ANALYSTS)[number], (typeof ANALYSTS)[number]];
      const whom = what < 3 ? `person ${PEOPLE[what]}` : 'type insider_threat';
      count('mutes');
      type(`mute ${whom} ${what === UNAPPROVED ? 'critical ' : ''}5m because tests`, who, (text) => {
        const [, id] = /unmute ([0-9a-z]+)/.exec(text) ?? [];
        const [, waits] = /mutes ([0-9a-z]+) approve/.exec(text) ?? [];
        if (waits !== undefined && what !== UNAPPROVED) {
          count('mutes approved');
          time.schedule(time.nowMs + 10_000, () => type(`mutes ${waits} approve`, second));
        }
        if (!end || id === undefined) return;
        time.schedule(time.nowMs + UNMUTED_MS, () => {
          count('unmutes');
          type(`unmute ${id}`, who);
        });
      });
    },
    /** All open cases of a person at once, from a list that only they see. */
    decideAll({ person, who: index }: { readonly person: number; readonly who: number }): void {
      const who = ANALYSTS[index] as (typeof ANALYSTS)[number];
      type(`decide ${PEOPLE[person]}`, who, (_, [button]) => {
        if (!button) return;
        const list = { channel: CHANNELS.soc, id: 'list', raw: [], isEphemeral: true };
        bulks.push({ person, who: who.name, atMs: time.nowMs });
        time.schedule(time.nowMs + 4_000, () => {
          count('bulks');
          pressInSlack(list as unknown as Shown, button, who, false, NOBODY);
        });
      });
    },
    bulks,
  };
}

const UNMUTED_MS = 120_000;
/** Of this person everybody sees critical cases, whoever asks to mute them. */
export const UNAPPROVED = 2;
const NOBODY = { isTaken: false } as Press;
type Answered = (text: string, buttons: readonly Button[]) => void;
/** Somebody decides all cases of a person. */
export interface Bulk {
  readonly person: number;
  readonly who: string;
  readonly atMs: number;
}
