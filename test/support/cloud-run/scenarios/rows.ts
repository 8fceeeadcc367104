import { randomUUID } from 'node:crypto';
import { deliveryIdOf } from '../../../../lib/queues/delivery-id.ts';
import { packEnvelope } from '../../../../lib/queues/pack-envelope.ts';
import { DOMAINS } from '../bridge-stage.ts';
import type { Scenario } from '../scenario.ts';
import { inChat, noSchedules, queueLike, SLACK_QUEUE, TEAMS_QUEUE } from './chat-scene.ts';
import { inTeams } from './teams-scene.ts';

/** Rows that nothing else here comes to. */
const threatInSlack: Scenario = {
  name: 'a threat of no case is shown in its channel',
  runs: ['SlackNotify'],
  change: noSchedules,
  play: inChat(async (scene) => {
    await scene.operator.send(queueLike(scene, SLACK_QUEUE), threatFor('soc'));
    await scene.until('the threat is in its channel', () => scene.postedTo('soc').length > 0);
  }),
};

const threatInTeams: Scenario = {
  name: 'a threat of no case is shown in its channel of Teams',
  runs: ['TeamsNotify'],
  change: noSchedules,
  play: inTeams(async (scene) => {
    await scene.addBot();
    await scene.operator.send(queueLike(scene, TEAMS_QUEUE), threatFor('duty'));
    await scene.until('the threat is in its channel', () =>
      scene.postedTo('duty').some(({ shown }) => shown.join(' ').includes('A threat of its own')),
    );
  }),
};

function threatFor(destination: string): string {
  const [domain = ''] = DOMAINS;
  const item = { event_id: randomUUID(), created_at: new Date().toISOString(), title: 'A threat of its own' };
  const deliveryId = deliveryIdOf({ domain, destination, feed: 'threats', id: item.event_id });
  const about = { domain, destination, deliveryId, routes: ['everything'], handedOverAt: item.created_at };
  return packEnvelope({ v: 1, kind: 'threat', ...about, item } as never);
}

export const rowScenarios: readonly Scenario[] = [threatInSlack, threatInTeams];
