import * as z from 'zod';
import { refuse } from '../../../local/stand-in-kit/control/read-body.ts';
import type { Scenario } from '../../requests.ts';
import type { Ran } from '../../wire.ts';
import type { StandIns } from '../stand-ins.ts';
import type { PostureControl } from './posture-control.ts';
import type { WorldWatch } from './watch-world.ts';

type Wanted = z.output<typeof Scenario>;
type ScenarioOf<Kind extends Wanted['do']> = Extract<Wanted, { do: Kind }>;

const API_WORDS: Readonly<Record<ScenarioOf<'set-api'>['state'], string>> = {
  well: 'The API is well again. The bridge finds that out by itself, after a pause within about a minute.',
  'not-ready':
    'The API says that it is not ready (423). The bridge says so once, and looks again every minute.',
  slow: 'The API takes three seconds for each answer.',
  failing: 'The API answers 503. No case is lost, and no verdict is sent twice.',
};

const MOVED: Readonly<Record<ScenarioOf<'move-case'>['state'], string>> = {
  investigating: 'is under investigation',
  enforced: 'was acted on',
  closed: 'was closed',
};

/** Changes the world around the bridge, and says what was done. */
export function createScenarioRunner(
  { slack, teams }: StandIns,
  { posture, killer }: Pick<WorldWatch, 'posture' | 'killer'>,
) {
  const api = (): PostureControl =>
    posture ?? refuse('The API is the real one, and this page cannot change it.');
  const caseUrl = ({ caseId }: { caseId: string }) => `/cases/${encodeURIComponent(caseId)}`;

  async function openCases(wanted: ScenarioOf<'open-cases'>): Promise<Ran> {
    const { count, kind, lateByMs, events, domain } = wanted;
    const severe = { severity: 'critical', flagged: true };
    const answer = await api().post('/cases', {
      count,
      ...(domain !== undefined && { domain }),
      ...(kind === 'severe'
        ? { events: Array.from({ length: events }, () => severe) }
        : { event_count: events }),
      ...(kind === 'severe' && { threat_type: 'account_compromise' }),
      ...(kind === 'late' && { visible_in_ms: lateByMs }),
    });
    const { case_ids: caseIds } = z.object({ case_ids: z.array(z.string()) }).parse(answer);
    const what = count === 1 ? `Case ${caseIds[0]?.slice(0, 8)} was made` : `${count} cases were made`;
    const late = kind === 'late' ? `, and will be listed in ${Math.round(lateByMs / 1_000)} seconds` : '';
    return { said: `${what}${late}.`, caseIds };
  }

  function setChat(chat: typeof slack | typeof teams, chatName: string, up: boolean): Ran {
    if (!chat) refuse(`There is no ${chatName} of our own here.`);
    chat.clearFaults();
    if (up) return { said: `${chatName} is up again. What waited arrives by itself.`, isShown: true };
    chat.plan({ kind: 'down', status: 503 });
    return {
      said: `${chatName} is down: everything it is asked fails. What is for it waits in the ledger.`,
      isShown: true,
    };
  }

  function kill({ function: id }: ScenarioOf<'kill'>): Ran {
    const { when } = killer.kill(id) ?? refuse(`There is no function ${id}.`);
    const said =
      when === 'now'
        ? `${id} was killed while it ran. What it had in hand comes back when SQS gives it up for lost, after some minutes.`
        : `${id} does not run now. It will be killed in the middle of its next run.`;
    return { said, ...(when !== 'now' && { isShown: true }) };
  }

  return async function runScenario(wanted: Wanted): Promise<Ran> {
    switch (wanted.do) {
      case 'open-cases':
        return openCases(wanted);
      case 'attach-event':
        await api().post(`${caseUrl(wanted)}/events`, { domain: wanted.domain });
        return { said: `Case ${wanted.caseId.slice(0, 8)} has one more event.` };
      case 'move-case':
        await api().post(`${caseUrl(wanted)}/state`, { domain: wanted.domain, state: wanted.state });
        return { said: `Case ${wanted.caseId.slice(0, 8)} ${MOVED[wanted.state]} in the platform.` };
      case 'delete-case':
        await api().remove(caseUrl(wanted), { domain: wanted.domain });
        return { said: `Case ${wanted.caseId.slice(0, 8)} is no longer in the platform.` };
      case 'set-api':
        await api().setState(wanted.state, new Date());
        return { said: API_WORDS[wanted.state], isShown: true };
      case 'set-order':
        await api().post('/settings', { order: wanted.order });
        return {
          said: `The API lists ${wanted.order} from now on. The bridge learns that from the pages it reads.`,
          isShown: true,
        };
      case 'set-slack':
        return setChat(slack, 'Slack', wanted.up);
      case 'set-teams':
        return setChat(teams, 'Teams', wanted.up);
      case 'kill':
        return kill(wanted);
    }
  };
}
