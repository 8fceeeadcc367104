import { entriesOf, type Finding, objectOf } from './schema/read-unknown.ts';
import { addressProblem } from './schema/setting-fields.ts';
import { isWebhook } from './webhooks.ts';

/** Whether a webhook is consistent with itself and the rest. Reads raw input, like the cross-checks. */
export function checkWebhooks(destinations: unknown, network: unknown): Finding[] {
  return entriesOf(destinations).flatMap(([name, raw]): Finding[] => {
    const { type, url, local, privateRanges } = objectOf(raw);
    if (!isWebhook({ type: String(type) })) return [];
    const at = (field: string, message: string) => [{ path: ['destinations', name, field], message }];
    return [
      ...(typeof url === 'string' && url.startsWith('http:') && addressProblem(url) === null && local !== true
        ? at('url', 'must be an https address; on this very machine, with local: true, also an http one')
        : []),
      ...(privateRanges !== undefined && network === undefined
        ? at('privateRanges', 'only a bridge with `network` can reach private addresses')
        : []),
    ];
  });
}
