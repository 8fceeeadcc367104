import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { LocalCloud } from '../../local/cloud/local-cloud.ts';
import { readBody } from '../../local/stand-in-kit/control/read-body.ts';
import type { LedgerReader } from '../ledger-reader.ts';
import { Scenario } from '../requests.ts';
import { realChat, type Surroundings } from '../surroundings.ts';
import { addChatRoutes } from './chat/chat-routes.ts';
import { createPressCase } from './chat/press-case.ts';
import { createSlackView } from './chat/slack-view.ts';
import { createTeamsView } from './chat/teams-view.ts';
import { describeRun } from './describe-run.ts';
import type { FunctionLogs } from './logs/function-logs.ts';
import { createAnswerWatch } from './logs/watch-answers.ts';
import { createNameFinder, findPeople } from './people.ts';
import type { StandIns } from './stand-ins.ts';
import { watchChats } from './watch-chats.ts';
import { createScenarioRunner } from './world/run-scenario.ts';
import { createWorldWatch } from './world/watch-world.ts';

export interface LocalSurroundingsParts {
  readonly config: BridgeConfig;
  readonly standIns: StandIns;
  readonly cloud: Pick<LocalCloud, 'functions' | 'outputs'>;
  readonly logs: FunctionLogs;
  readonly ledger: Pick<LedgerReader, 'deliveries' | 'answers'>;
  readonly now: () => number;
}

/** The stand-ins around a bridge of `npm start`: chats with buttons to press, and a world to change. */
export function createLocalSurroundings(parts: LocalSurroundingsParts): Surroundings {
  const { config, standIns, logs, now } = parts;
  const people = findPeople(standIns, config);
  const world = createWorldWatch(parts);
  const act = createScenarioRunner(standIns, world);
  logs.onLine(createAnswerWatch(createNameFinder(standIns), (text) => logs.tell({ kind: 'event', text })));
  const about = describeRun(parts);
  return {
    about,
    people,
    pressCase:
      about.outcomes.length > 0 ? createPressCase({ ...parts, outcomes: about.outcomes }) : undefined,
    chats: {
      slack: standIns.slack ? createSlackView(standIns.slack, now) : realChat(config, 'slack'),
      teams: standIns.teams ? createTeamsView(standIns.teams) : realChat(config, 'teams'),
    },
    world,
    watchMessages: (subscribers) => watchChats(standIns, people, subscribers),
    addRoutes(api, changed) {
      addChatRoutes(api, standIns, people);
      api.post('/world', async (c) => {
        const said = await act(await readBody(c, Scenario));
        if (await world.look()) changed();
        return c.json(said);
      });
    },
    async findItem({ domain, feed, id }) {
      if (!world.posture || feed !== 'cases') return null;
      const path = `/cases/${encodeURIComponent(id)}?domain=${encodeURIComponent(domain)}`;
      return ((await world.posture.find(path)) as { case?: unknown }).case;
    },
  };
}
