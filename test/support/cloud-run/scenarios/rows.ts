import { randomUUID } from 'node:crypto';
import { deliveryIdOf } from '../../../../lib/case/delivery-id.ts';
import type { Envelope } from '../../../../lib/case/envelope.ts';
import { createDynamoVersionedRows } from '../../../../lib/dynamo/dynamo-versioned-rows.ts';
import { createPersonaLedger } from '../../../../lib/features/personas/persona-ledger.ts';
import { subjectsOf } from '../../../../lib/features/personas/subjects-of-case.ts';
import type { LocalCloud } from '../../../../local/cloud/local-cloud.ts';
import { type BridgeStage, DOMAINS } from '../bridge-stage.ts';
import type { Scenario } from '../scenario.ts';
import { handOverTo, inChat, noSchedules, SLACK_QUEUE, TEAMS_QUEUE } from './chat-scene.ts';
import { inLedger } from './ledger.ts';
import { inTeams } from './teams-scene.ts';

/** Rows that nothing else here comes to. */
const threatInSlack: Scenario = {
  name: 'a threat of no case is shown in its channel',
  runs: ['SlackNotify'],
  change: noSchedules,
  play: inChat(async (scene) => {
    await handOverTo(scene, scene.operator, SLACK_QUEUE, threatFor('soc'));
    await scene.until('the threat is in its channel', () => scene.postedTo('soc').length > 0);
  }),
};

const threatInTeams: Scenario = {
  name: 'a threat of no case is shown in its channel of Teams',
  runs: ['TeamsNotify'],
  change: noSchedules,
  play: inTeams(async (scene) => {
    await scene.addBot();
    await handOverTo(scene, scene.operator, TEAMS_QUEUE, threatFor('duty'));
    await scene.until('the threat is in its channel', () =>
      scene.postedTo('duty').some(({ shown }) => shown.join(' ').includes('A threat of its own')),
    );
  }),
};

const whoInSlack: Scenario = {
  name: 'the thread of a case tells who it is about',
  runs: ['SlackNotify'],
  change: noSchedules,
  play: inChat(async ({ stage, cloud, postCase, until }) => {
    await keepPersona(cloud, stage);
    const { channel, ts } = await postCase();
    await until('its thread tells it', () =>
      stage.slack.thread(channel, ts).some(({ shown }) => shown.join(' ').includes(TOLD)),
    );
  }),
};

const whoInTeams: Scenario = {
  name: 'the thread of a case in Teams tells who it is about',
  runs: ['TeamsNotify'],
  change: noSchedules,
  play: inTeams(async ({ stage, cloud, addBot, postCase, until }) => {
    await keepPersona(cloud, stage);
    await addBot();
    const { channel, root } = await postCase('duty');
    await until('its thread tells it', () =>
      stage.teams.thread(channel, root).some(({ shown }) => shown.join(' ').includes(TOLD)),
    );
  }),
};

const TOLD = 'Works in the night';

/** What the reconciler would have kept. */
const keepPersona = (cloud: LocalCloud, { openCase }: BridgeStage): Promise<void> =>
  inLedger(cloud, async (ledger) => {
    const [domain = ''] = DOMAINS;
    const parts = ledger.at(Date.now());
    const rows = createDynamoVersionedRows(parts);
    const [subject] = subjectsOf(openCase);
    if (!subject) throw new Error('the case names nobody');
    await createPersonaLedger({ rows, clock: parts.clock }).keep(domain, subject, {
      about: 'person',
      name: 'Somebody',
      parts: [{ is: 'text', text: TOLD }],
      people: [],
    });
  });

function threatFor(destination: string): Envelope {
  const [domain = ''] = DOMAINS;
  const item = { event_id: randomUUID(), created_at: new Date().toISOString(), title: 'A threat of its own' };
  const deliveryId = deliveryIdOf({ domain, destination, feed: 'threats', id: item.event_id });
  const about = { domain, destination, deliveryId, routes: ['everything'], handedOverAt: item.created_at };
  return { kind: 'threat', ...about, item };
}

export const rowScenarios: readonly Scenario[] = [threatInSlack, threatInTeams, whoInSlack, whoInTeams];
