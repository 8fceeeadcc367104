import { randomUUID } from 'node:crypto';
import { withProof } from '../../../../lib/verdict/click-proof.ts';
import { VERDICT_MESSAGE_VERSION, writeVerdictMessage } from '../../../../lib/verdict/verdict-message.ts';
import { ANNA, DOMAINS } from '../bridge-stage.ts';
import { onAllRoles } from '../raw-template.ts';
import type { Scenario, Scene } from '../scenario.ts';
import { CLICKS_DEAD_LETTERS, CLICKS_QUEUE, inChat, noSchedules, queueLike } from './chat-scene.ts';
import { inLedger, sealOfClicks } from './ledger.ts';

const unknownCases: Scenario = {
  name: 'a verdict on a case that the API does not know fails, in every domain',
  runs: ['Verdict'],
  change: noSchedules,
  play: inChat(async (scene) => {
    for (const domain of DOMAINS) {
      await scene.operator.send(queueLike(scene, CLICKS_QUEUE), await decisionOnNothing(scene, domain));
    }
    await scene.until('both have failed and are counted', () =>
      DOMAINS.every((domain) => scene.said.some((one) => one.VerdictFailed === 1 && one.Domain === domain)),
    );
  }),
};

const unreadable: Scenario = {
  name: 'a click that can never be read is parked, and one that may be readable later is quarantined',
  runs: ['Verdict'],
  change: noSchedules,
  play: inChat(async (scene) => {
    const queue = queueLike(scene, CLICKS_QUEUE);
    await scene.operator.send(queue, 'not a click');
    await scene.until('it is parked', async () => {
      const waiting = await scene.operator.waiting(queueLike(scene, CLICKS_DEAD_LETTERS));
      return waiting === 1;
    });
    // Longer than a row holds, so that it takes two.
    const text = 'x'.repeat(150_000);
    await scene.operator.send(queue, JSON.stringify({ v: VERDICT_MESSAGE_VERSION + 1, text }));
    await inLedger(scene.cloud, ({ count }) =>
      scene.until('the other is quarantined', async () => (await count('quarantine#verdict#')) === 2),
    );
  }),
};

const triedAgain: Scenario = {
  name: 'a click that nobody can write down is tried again soon',
  runs: ['Verdict'],
  // As when somebody forbids it for the whole account. The keys of the bridge are there already.
  change(template) {
    noSchedules(template);
    const Condition = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['answer#*'] } };
    onAllRoles({ Effect: 'Deny', Action: 'dynamodb:UpdateItem', Resource: '*', Condition })(template);
  },
  denies: ['dynamodb:UpdateItem'],
  play: inChat(async (scene) => {
    const [domain = ''] = DOMAINS;
    await scene.operator.send(queueLike(scene, CLICKS_QUEUE), await decisionOnNothing(scene, domain));
    // If it were not held back for a moment only, it would be hidden for as long as the queue hides what is worked on.
    await scene.until('it was tried again', () =>
      scene.said.some(({ event, receiveCount }) => event === 'message comes back' && receiveCount === 2),
    );
  }),
};

/** As the action function would have accepted it. */
async function decisionOnNothing({ cloud }: Scene, domain: string): Promise<string> {
  const id = randomUUID();
  const text = writeVerdictMessage({
    v: VERDICT_MESSAGE_VERSION,
    kind: 'decide',
    domain,
    caseId: id,
    createdAtMs: null,
    reply: null,
    request: {
      id,
      outcome: 'SAFE',
      comment: null,
      eventIds: [],
      by: { surface: 'slack', id: ANNA, name: 'anna' },
      place: 'soc',
      clickedAtMs: Date.now(),
      overrides: null,
    },
  });
  return withProof(text, await sealOfClicks(cloud));
}

export const verdictScenarios: readonly Scenario[] = [unknownCases, unreadable, triedAgain];
