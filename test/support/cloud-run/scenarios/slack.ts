import { deliveryIdOf } from '../../../../lib/case/delivery-id.ts';
import { createDynamoVersionedRows } from '../../../../lib/dynamo/dynamo-versioned-rows.ts';
import { PROOF_HEADER } from '../../../../lib/features/canary/sealed-press.ts';
import { createMuteLedger } from '../../../../lib/features/mutes/mute-ledger.ts';
import { proposalsNotice, proposalsNoticeId } from '../../../../lib/features/mutes/proposal-words.ts';
import { newDelivery } from '../../../../lib/outbox/delivery.ts';
import { createDeliveryLedger } from '../../../../lib/outbox/stored-deliveries.ts';
import { ANNA, CHANNELS, DOMAINS } from '../bridge-stage.ts';
import type { Scenario } from '../scenario.ts';
import { inChat, NO_CLICKS, noClicks, noSchedules, queueLike, SLACK_DEAD_LETTERS } from './chat-scene.ts';
import { inLedger } from './ledger.ts';

const decided: Scenario = {
  name: 'a case is shown, decided with a click, recorded, and shown as recorded',
  runs: ['SlackNotify', 'Action', 'Verdict'],
  shows: ['variable', 'event source mapping', 'route'],
  change: noSchedules,
  play: inChat(async ({ stage: { slack }, postCase, press, verdictsAtApi, said, until }) => {
    const before = await verdictsAtApi();
    const message = await postCase();
    const { channel, ts } = message;
    const shows = (words: string) => slack.message(channel, ts)?.shown.some((text) => text.includes(words));
    await press(message, 'verdict:TRUE_POSITIVE');
    await until('it can be taken back', () => shows('Undo') === true || shows('recorded') === true);
    await until('the verdict is at the API', async () => (await verdictsAtApi()) > before);
    await until('the message says that it is recorded', () => shows(', recorded ') === true);
    // Not through the address that came with the click, but through the queue of the channel.
    await until('its thread says so too', () =>
      slack.thread(channel, ts).some(({ shown }) => /Closed as|Recorded as/.test(shown.join(' '))),
    );
    // Nobody sees the audit trail here. What could not be written to it brings the click back.
    const failed = said.find(({ event, reason }) => event === 'message comes back' && reason !== 'asked for');
    if (failed) throw new Error(`a message came back: ${String(failed.reason)}`);
  }),
};

const forgedCanary: Scenario = {
  name: 'a press of a canary with a forged proof is held against the key of canaries, and refused',
  runs: ['Action'],
  shows: ['route'],
  change: noSchedules,
  play: inChat(async ({ cloud }) => {
    const press = { v: 1, id: 'none', destination: 'ops', atMs: Date.now() };
    const headers = { [PROOF_HEADER]: 'A'.repeat(22) };
    const sent = { method: 'POST', headers, body: JSON.stringify(press) };
    const { status } = await fetch(cloud.outputs.CanaryUrl ?? '', sent);
    if (status !== 401) throw new Error(`a forged press is answered with ${status}`);
  }),
};

const form: Scenario = {
  name: 'a form opens at once and is filled with the events of the case',
  runs: ['Action'],
  change: noSchedules,
  play: inChat(async ({ stage: { slack }, postCase, press, until }) => {
    const message = await postCase();
    // Longer than no time at all: a function that may run for a second only does not live to see the end of it.
    slack.plan({ kind: 'slow', method: 'views.update', delay_ms: 1_200, times: 1 });
    try {
      await press(message, 'verdict:more', 'FORM');
      await until('the form shows the events', () =>
        (slack.viewOf(ANNA)?.blocks ?? []).some(({ block_id }) => String(block_id).startsWith('events')),
      );
    } finally {
      slack.clearFaults();
      const view = slack.viewOf(ANNA);
      if (view) await slack.closeView({ viewId: view.id, userId: ANNA });
    }
  }),
};

const quarantined: Scenario = {
  name: 'what Slack does not take now is let rest and shown later',
  runs: ['SlackNotify'],
  change: noSchedules,
  play: inChat(async ({ stage: { slack }, postCase }) => {
    slack.plan({ kind: 'ratelimited', method: 'chat.postMessage', retry_after: 3, times: 1 });
    try {
      await postCase();
    } finally {
      slack.clearFaults();
    }
  }),
};

const refused: Scenario = {
  name: 'what can never be shown is parked, and of a channel that refuses the operators are told',
  runs: ['SlackNotify'],
  change: noSchedules,
  play: inChat(async (scene) => {
    const { slack } = scene.stage;
    // It is tried again without calling anybody.
    slack.plan({ kind: 'error', method: 'chat.postMessage', error: 'msg_too_long', times: 2 });
    await scene.handOverCase();
    await scene.until('it is parked', async () => {
      const waiting = await scene.operator.waiting(queueLike(scene, SLACK_DEAD_LETTERS));
      return waiting === 1;
    });
    slack.archive(CHANNELS.soc);
    try {
      await scene.handOverCase();
      await scene.until('the operators are told', () => scene.postedTo('ops').length === 1);
    } finally {
      slack.archive(CHANNELS.soc, false);
    }
  }),
};

const forged: Scenario = {
  name: 'a click that Slack did not sign is refused and counted',
  runs: ['Action'],
  change: noSchedules,
  play: inChat(async ({ stage: { slack }, postCase, press, said, until }) => {
    const message = await postCase();
    slack.set({ signing: { wrongSecret: true, skewSeconds: 0 } });
    try {
      const told = await press(message, 'verdict:FALSE_POSITIVE').catch((error: Error) => error.message);
      if (!told?.includes('answered 401')) throw new Error(`it was not refused: ${told ?? 'it was taken'}`);
      await until('it is counted', () => said.some(({ RequestsRefused }) => RequestsRefused === 1));
    } finally {
      slack.set({ signing: { wrongSecret: false, skewSeconds: 0 } });
    }
  }),
};

const lost: Scenario = {
  name: 'who clicked is told when the click could not be taken, and it is counted',
  runs: ['Action'],
  change: noClicks,
  denies: NO_CLICKS,
  play: inChat(async ({ stage: { slack }, postCase, press, said, until }) => {
    const before = slack.ephemeral(ANNA).length;
    await press(await postCase(), 'verdict:TRUE_POSITIVE');
    await until('who clicked is told', () =>
      slack
        .ephemeral(ANNA)
        .slice(before)
        .some(({ shown }) => shown.join(' ').includes('Press again')),
    );
    await until('it is counted', () => said.some(({ ClicksLost }) => ClicksLost === 1));
  }),
};

const asked: Scenario = {
  name: 'who may decide is answered what they ask: of an event, of what they decided, and of the bridge',
  runs: ['SlackNotify', 'Action', 'Verdict'],
  change: noSchedules,
  play: inChat(async ({ stage: { slack }, postCase, press, until }) => {
    const message = await postCase();
    await press(message, 'claim:claim');
    const shown = () => slack.message(message.channel, message.ts)?.shown.join('') ?? '';
    await until('everybody sees who is on it', () => shown().includes('has had this'));
    const before = slack.ephemeral(ANNA).length;
    const answers: readonly (readonly [string, string])[] = [
      ['hunt 7f3e2a10-0000-4000-8000-000000000001', 'No such case or event.'],
      ['mine', ' has had this since '],
      ['status', 'The bridge is healthy.'],
    ];
    for (const [text, words] of answers) {
      await slack.command({ command: '/posture', text, userId: ANNA, channelId: CHANNELS.soc });
      await until(`"${text}" is answered`, () =>
        slack
          .ephemeral(ANNA)
          .slice(before)
          .some(({ shown }) => shown.join('').includes(words)),
      );
    }
  }),
};

const PROPOSED = '0123abcd';

const proposed: Scenario = {
  name: 'a mute that was proposed is answered, and its note says so',
  runs: ['SlackNotify', 'Action', 'Verdict'],
  change: noSchedules,
  play: inChat(async ({ stage: { slack }, cloud, postCase, press, until }) => {
    // The verdict function makes the key that commands are proven with when it first runs.
    const message = await postCase();
    await press(message, 'claim:claim');
    const shown = () => slack.message(message.channel, message.ts)?.shown.join('') ?? '';
    await until('everybody sees who is on it', () => shown().includes('has had this'));
    const [domain = ''] = DOMAINS;
    const atMs = Date.now();
    await inLedger(cloud, async (ledger) => {
      const rows = createDynamoVersionedRows(ledger.at(atMs));
      const one = {
        id: PROPOSED,
        field: 'threatType',
        value: 'sabotage',
        by: { SAFE: 9 },
        lately: 1,
        atMs,
      } as const;
      const proposals = { atMs, told: true, all: [one] };
      await createMuteLedger(rows).save(domain, { mutes: [], waiting: [], proposals }, 0, atMs);
      const id = deliveryIdOf({
        domain,
        feed: 'notice',
        id: proposalsNoticeId({ atMs }),
        destination: 'ops',
      });
      const notice = { ...proposalsNotice(domain, proposals), at: new Date(atMs).toISOString() };
      const key = { domain, feed: 'notices', id, destination: 'ops' } as const;
      await createDeliveryLedger(rows).save(
        newDelivery(key, { kind: 'notice', notice }, atMs),
        0,
        null,
        atMs,
      );
    });
    const text = `proposals ${PROPOSED} no in ${domain}`;
    // Slack may have been too slow to say who asks: then one types it again.
    for (let isAgain = true, tries = 0; isAgain && tries < 5; tries++) {
      const before = slack.ephemeral(ANNA).length;
      await slack.command({ command: '/posture', text, userId: ANNA, channelId: CHANNELS.soc });
      await until('it is answered', () => slack.ephemeral(ANNA).length > before);
      const told = slack.ephemeral(ANNA).slice(before);
      isAgain = told.some(({ shown }) => /try again|send it again/i.test(shown.join('')));
    }
    await until('the note says what became of it', () =>
      slack.messages(CHANNELS.ops).some(({ shown }) => shown.join('').includes('said no.')),
    );
  }),
};

export const slackScenarios: readonly Scenario[] = [
  ...[decided, forgedCanary, form, quarantined, refused, forged, lost, asked, proposed],
];
