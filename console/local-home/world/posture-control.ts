import * as z from 'zod';
import { refuse } from '../../../local/stand-in-kit/control/read-body.ts';
import type { World } from '../../wire.ts';
import type { ReferenceApi } from '../stand-ins.ts';

export type ApiState = World['api']['state'];

const Faults = z.object({
  faults: z.array(
    z.object({
      fault_id: z.number(),
      kind: z.string(),
      status: z.number().optional(),
      times: z.number().optional(),
      probability: z.number().optional(),
    }),
  ),
});
type Fault = z.infer<typeof Faults>['faults'][number];

/** A look is soon repeated. An action may take longer: it can create hundreds of cases at once. */
const LOOK_MS = 2_000;
const DO_MS = 10_000;
const SLOW_MS = 3_000;
/** Short enough that the bridge retries after its shortest pause. */
const SOON_DAYS = 0.0005;

const notReady = (resource: string, now: Date) => ({
  path: `/${resource}`,
  kind: 'status',
  status: 423,
  body: {
    error: 'resource_not_ready',
    resource,
    message: `The resource "${resource}" will be ready in about a minute.`,
    details: 'Made up by the console.',
    days_until_ready: SOON_DAYS,
    external_api_enabled_at_utc: now.toISOString(),
    now_utc: now.toISOString(),
  },
});

const FAULTS: Readonly<Record<ApiState, (now: Date) => readonly object[]>> = {
  well: () => [],
  'not-ready': (now) => [notReady('cases', now), notReady('threats', now)],
  slow: () => [{ path: '/', kind: 'delay', delay_ms: SLOW_MS }],
  failing: () => [{ path: '/', kind: 'status', status: 503, body: { error: 'unavailable' } }],
};

/** Permanent faults, like ours. What a developer planned for a few requests is left alone. */
const lasts = ({ times, probability }: Fault): boolean => times === undefined && probability === undefined;

function stateIn(faults: readonly Fault[]): ApiState {
  const lasting = faults.filter(lasts);
  if (lasting.some(({ status }) => status === 423)) return 'not-ready';
  if (lasting.some(({ kind }) => kind !== 'delay')) return 'failing';
  return lasting.length > 0 ? 'slow' : 'well';
}

/** The reference server, through its control surface. Its state is requested each time, and stored nowhere. */
export function createPostureControl({ controlUrl }: Pick<ReferenceApi, 'controlUrl'>) {
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const asked = fetch(`${controlUrl}${path}`, {
      method,
      signal: AbortSignal.timeout(method === 'GET' ? LOOK_MS : DO_MS),
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    });
    const answer = await asked.catch((error: Error) => {
      if (error.name !== 'TimeoutError') throw error;
      return refuse('The reference server does not answer. Look into its terminal, and try again.');
    });
    const said = (await answer.json()) as { error?: string };
    if (!answer.ok) refuse(said.error ?? `The reference server answers ${answer.status}.`);
    return said;
  }
  const faults = async () => Faults.parse(await call('GET', '/faults')).faults;
  return {
    post: (path: string, body: object) => call('POST', path, body),
    remove: (path: string, body: object) => call('DELETE', path, body),
    find: (path: string) => call('GET', path),
    state: async (): Promise<ApiState> => stateIn(await faults()),
    async setState(state: ApiState, now: Date): Promise<void> {
      for (const { fault_id } of (await faults()).filter(lasts)) await call('DELETE', `/faults/${fault_id}`);
      for (const fault of FAULTS[state](now)) await call('POST', '/faults', fault);
    },
    order: async (): Promise<string> =>
      z.object({ order: z.string() }).parse(await call('GET', '/settings')).order,
  };
}

export type PostureControl = ReturnType<typeof createPostureControl>;
