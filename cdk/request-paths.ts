import type { CfnRoute, HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { Fn, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { CANARY_PATH } from '../lib/config/canary.ts';
import { type ChatName, sectionOf } from '../lib/config/chats.ts';
import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import { LINK_PATH, VERDICTS_PATH } from '../lib/config/webhooks.ts';

export interface RequestPath {
  readonly chat: ChatName;
  readonly path: string;
}

/** Where each chat sends clicks: under a part that a stranger cannot guess. */
export function requestPaths(
  scope: Construct,
  chats: readonly ChatName[],
  { requests: { path: given } }: BridgeConfig,
): readonly RequestPath[] {
  const secret = secretOf(scope, given);
  return chats.map((chat) => ({ chat, path: `/${secret}${sectionOf(chat).requests.path}` }));
}

/** Where the bridge presses its own canaries. */
export const canaryPath = (scope: Construct, { requests: { path } }: BridgeConfig): string =>
  `/${secretOf(scope, path)}${CANARY_PATH}`;

/** Where systems send verdicts, each under its own name; and, after a change, where they may still send them. */
export function verdictsPaths(
  scope: Construct,
  { requests }: BridgeConfig,
): { readonly now: string; readonly before: string | undefined } {
  const at = (secret: string) => `/${secret}${VERDICTS_PATH}`;
  const before = isMoving(requests) ? at(ofTheStack(scope)) : undefined;
  return { now: at(secretOf(scope, requests.path)), before };
}

/**
 * Where links lead: behind the ids of two routes, which AWS draws and no request shows. Another secret than that of chats and
 * systems, because many people read links; another path for these makes another one for links.
 */
export const linkPath = (others: CfnRoute, beside: HttpRoute): string =>
  `/${others.ref}${beside.routeId}${LINK_PATH}`;

const secretOf = (scope: Construct, given: string | undefined): string => given ?? ofTheStack(scope);

/**
 * `.../stack/NAME/51af3dc0-da77-11e4-872e-1234567db123`: AWS generates it when it creates the stack, it stays as long as
 * the stack does, and no file of ours contains it. See docs/decisions/0009-requests-prove-where-they-come-from.md.
 */
const ofTheStack = (scope: Construct): string => Fn.select(2, Fn.split('/', Stack.of(scope).stackId));

const isMoving = ({ path, stackPath }: BridgeConfig['requests']): boolean =>
  path !== undefined && stackPath === 'keep';

/** The paths that chats call until they know the configured one. */
export const pathsBefore = (
  scope: Construct,
  chats: readonly ChatName[],
  { requests }: BridgeConfig,
): readonly RequestPath[] =>
  isMoving(requests)
    ? chats.map((chat) => ({ chat, path: `/${ofTheStack(scope)}${sectionOf(chat).requests.path}` }))
    : [];
