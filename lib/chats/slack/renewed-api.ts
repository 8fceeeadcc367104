import type { SlackApi } from './api.ts';
import { isStaleToken } from './refusals.ts';

/** The Web API with a token that an operator may replace: when Slack refuses it, it is read again and the call repeated. */
export function createRenewedApi(open: (renew?: boolean) => Promise<SlackApi>): SlackApi {
  return {
    async call(method, args) {
      const answer = await (await open()).call(method, args);
      if (answer.is !== 'refused' || !isStaleToken(answer.code)) return answer;
      // Slack did not carry out a refused call, so a second try does nothing twice.
      return (await open(true)).call(method, args);
    },
  };
}
