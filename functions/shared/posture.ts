import config from '../../bridge.config.ts';
import { createDynamoBudget } from '../../lib/dynamo/dynamo-budget.ts';
import { createPostureClient, type PostureClient } from '../../lib/posture/client.ts';
import { log, type openTable, readSecret } from './aws.ts';

/** The API of a domain, within the budget that all functions share; null for a domain that is not configured. */
export async function openPosture(
  domain: string,
  table: ReturnType<typeof openTable>,
): Promise<PostureClient | null> {
  const settings = config.domains[domain];
  if (!settings) return null;
  const onProblem = (problem: unknown) => log('budget unavailable', { domain, problem: String(problem) });
  return createPostureClient({
    baseUrl: settings.baseUrl,
    apiKey: await readSecret(settings.apiKey),
    auth: settings.auth,
    parameterNames: settings.parameterNames ?? {},
    budget: createDynamoBudget({ ...table, key: domain, onProblem }),
  });
}
