import { signRequest } from '../../../local/slack/signature.ts';
import type { BridgeWorld } from './bridge-world.ts';

/** Sends any payload as Slack would, with its signature. */
export function sendSigned({ slack, cloud }: BridgeWorld, payload: unknown): Promise<Response> {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const timestamp = Math.floor(Date.now() / 1000);
  return fetch(cloud.outputs.SlackRequestUrl ?? '', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': signRequest(slack.signingSecret, timestamp, body),
    },
    body,
  });
}

/** The same click once more, some time later: as from a screen that does not show yet what happened since. */
export function clickAgain(world: BridgeWorld, payload: object | undefined): Promise<Response> {
  const { actions = [] } = (payload ?? {}) as { actions?: object[] };
  const actionTs = (Date.now() / 1000).toFixed(6);
  return sendSigned(world, { ...payload, actions: actions.map((one) => ({ ...one, action_ts: actionTs })) });
}
