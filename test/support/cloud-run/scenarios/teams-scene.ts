import type { ShownMessage } from '../../../../local/teams/show-message.ts';
import { ADA, type BridgeStage, TEAM, TEAMS_CHANNELS } from '../bridge-stage.ts';
import type { Scene } from '../scenario.ts';
import { envelopeOf, handOverTo, TEAMS_QUEUE } from './chat-scene.ts';
import { sealOfClicks } from './ledger.ts';
import { asOperator, type Operator } from './operator.ts';

type ChannelName = keyof typeof TEAMS_CHANNELS;
type Pressed = Awaited<ReturnType<BridgeStage['teams']['click']>>;

export interface TeamsScene extends Scene {
  readonly stage: BridgeStage;
  readonly operator: Operator;
  /** What was posted to a channel since the scenario began. All scenarios share one Teams. */
  postedTo(channel: ChannelName): ShownMessage[];
  /** Somebody adds the bot to the team, and the bridge takes the news. */
  addBot(): Promise<void>;
  /** Hands a case over, as the poll does. */
  handOverCase(destination: ChannelName): Promise<void>;
  /** The same, and waits until it is in its channel. */
  postCase(destination: ChannelName): Promise<ShownMessage>;
  /** Presses something on a card. What the one who did it saw. */
  press(message: ShownMessage, verb: string, forging?: Forging): Promise<Pressed['seen']>;
}

type Forging = Parameters<BridgeStage['teams']['click']>[0]['forging'];

export const inTeams = (play: (scene: TeamsScene) => Promise<void>) => (scene: Scene) =>
  asOperator(scene.cloud, async (operator) => {
    const stage = scene.stage as BridgeStage;
    const { teams } = stage;
    const { cloud, said, until, restart } = scene;
    await sealOfClicks(cloud);
    teams.setRequestUrl(cloud.outputs.TeamsMessagingUrl ?? '');
    const before = new Map(Object.values(TEAMS_CHANNELS).map((id) => [id, teams.messages(id).length]));
    const postedTo = (name: ChannelName) =>
      teams.messages(TEAMS_CHANNELS[name]).slice(before.get(TEAMS_CHANNELS[name]));
    const handOverCase = (destination: ChannelName) =>
      handOverTo(scene, operator, TEAMS_QUEUE, envelopeOf(stage, destination));

    await play({
      stage,
      cloud,
      said,
      until,
      restart,
      operator,
      postedTo,
      handOverCase,
      async addBot() {
        const { outcomes } = await teams.install({ teamId: TEAM, channel: TEAMS_CHANNELS.duty });
        for (const outcome of outcomes) {
          const answer = outcome.kind === 'answered' ? `answered ${outcome.status}` : outcome.kind;
          if (answer !== 'answered 200') throw new Error(`told that it was added, the bot ${answer}`);
        }
      },
      async postCase(destination) {
        const isCase = ({ shown }: ShownMessage) =>
          shown.join(' ').includes(stage.openCase.case_id.slice(0, 8));
        await handOverCase(destination);
        await until('the case is in its channel', () => postedTo(destination).some(isCase));
        return postedTo(destination).find(isCase) as ShownMessage;
      },
      async press({ channel, id }, verb, forging) {
        const { seen } = await teams.click({ userId: ADA, channel, id, verb, forging });
        return seen;
      },
    });
  });
