import type { SlackApi } from './api.ts';
import { isStaleToken } from './refusals.ts';

/** The Web API with a token that may be replaced: one that is refused is asked for again, and the call with it. */
export function createRenewedApi(open: (renew?: boolean) => Promise<SlackApi>): SlackApi {
  return {
    async call(method, args) {
      const answer = await (await open()).call(method, args);
      if (answer.is !== 'refused' || !isStaleToken(answer.code)) return answer;
      // Refused means not taken, so asking once more does nothing twice.
      return (await open(true)).call(method, args);
    },
  };
}
