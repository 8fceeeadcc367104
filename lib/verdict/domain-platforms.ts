import type { Clock } from '../base/clock.ts';
import type { CaseVerdict } from '../case/answer.ts';
import type { PostureClient } from '../posture/client.ts';
import { UnauthorizedError } from '../posture/posture-errors.ts';
import type { Case } from '../posture/schemas/case.ts';
import { createVerdictPlatform, findCase, type VerdictPlatform } from './verdict-platform.ts';

const FIND_WITHIN_MS = 10_000;

/** The platforms of all domains. A client whose key was refused is created again: the key may have been changed. */
export function createPlatforms(
  open: (domain: string) => Promise<PostureClient | null>,
  clock: Pick<Clock, 'now'>,
) {
  const clients = new Map<string, PostureClient>();

  async function clientOf(domain: string): Promise<PostureClient | null> {
    const client = clients.get(domain) ?? (await open(domain));
    if (client) clients.set(domain, client);
    return client;
  }

  function forgetIfRefused(domain: string, error: unknown): void {
    if (error instanceof UnauthorizedError) clients.delete(domain);
  }

  return {
    async of(domain: string): Promise<VerdictPlatform | null> {
      const client = await clientOf(domain);
      if (!client) return null;
      const platform = createVerdictPlatform(client);
      return {
        ...platform,
        async submitVerdict(...call) {
          const answer = await platform.submitVerdict(...call);
          if (answer.status !== 'recorded') forgetIfRefused(domain, answer.error);
          return answer;
        },
        closedAtMs: (...call) =>
          platform.closedAtMs(...call).catch((error: unknown) => {
            forgetIfRefused(domain, error);
            throw error;
          }),
      };
    },

    /** The API client of a domain; null if the domain is not configured. Callers pass its errors to `forgetIfRefused`. */
    clientOf,
    forgetIfRefused,

    async findCase({ domain, caseId, createdAtMs }: CaseVerdict): Promise<Case | null> {
      const client = await clientOf(domain);
      if (!client || createdAtMs === undefined) return null;
      const call = { deadline: clock.now() + FIND_WITHIN_MS, priority: 'interactive' } as const;
      return findCase(client, caseId, createdAtMs, call).catch((error: unknown) => {
        forgetIfRefused(domain, error);
        throw error;
      });
    },
  };
}
