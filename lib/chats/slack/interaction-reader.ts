import { BrokenBodyError, decodeUtf8, type JsonObject, readJsonObject } from '../../base/http/json-body.ts';
import { CLOUDS } from './clouds.ts';
import {
  type Home,
  readBlockActions,
  readCommand,
  readUrlVerification,
  readViewSubmission,
  type SlackInteraction,
} from './interaction.ts';
import { isForeign, isFrom, type Workspace, workspaceOf } from './interaction-workspace.ts';
import { allowedResponseUrl } from './response-url.ts';
import { readFormFields } from './urlencoded-fields.ts';

export type ReadInteraction =
  | { readonly ok: true; readonly interaction: SlackInteraction }
  | { readonly ok: false; readonly status: 400 | 401; readonly reason: string };

export interface InteractionReaderParts {
  /** The workspaces and organizations whose requests are taken. */
  readonly teamIds?: readonly string[] | undefined;
  /** Where a `response_url` may point to. */
  readonly responseOrigins?: readonly string[] | undefined;
}

/** Reads what Slack sent, after it was verified. What is genuine and unknown is an answer, not an error. */
export function createInteractionReader({
  teamIds,
  responseOrigins = CLOUDS.public.responseOrigins,
}: InteractionReaderParts = {}) {
  return function readInteraction(rawBody: Uint8Array, contentType: string | undefined): ReadInteraction {
    try {
      const { type, payload } = readPayload(decodeUtf8(rawBody), contentType);
      const workspace = workspaceOf(payload);
      if (!workspace || !(isAnonymous(type, workspace) || isFrom(workspace, teamIds))) {
        return { ok: false, status: 401, reason: whereFrom(workspace, teamIds) };
      }
      return {
        ok: true,
        interaction: toInteraction(type, payload, {
          teamId: workspace.teamId,
          isForeign: isForeign(workspace),
        }),
      };
    } catch (error) {
      if (!(error instanceof BrokenBodyError)) throw error;
      return { ok: false, status: 400, reason: error.message };
    }
  };

  function toInteraction(type: string, payload: JsonObject, home: Home): SlackInteraction {
    switch (type) {
      case 'block_actions':
        return readBlockActions(payload, home, allowedUrl);
      case 'view_submission':
        return readViewSubmission(payload, home);
      case 'command':
        return readCommand(payload, home, allowedUrl);
      case 'url_verification':
        return readUrlVerification(payload);
      default:
        return { kind: 'unknown', type: /^[\w.-]{1,60}$/.test(type) ? type : 'without a name' };
    }
  }

  function allowedUrl(url: string): string | null {
    return allowedResponseUrl(url, responseOrigins)?.href ?? null;
  }
}

/** The bridge does nothing for these requests, and Slack does not always say where they come from. */
const PLACELESS = new Set(['url_verification', 'ssl_check']);
const PLACED = new Set(['block_actions', 'view_submission', 'view_closed', 'command', 'event_callback']);

/** The id of a workspace does not help where an organization installed the app, nor the other way round. */
function whereFrom(workspace: Workspace | null, teamIds: readonly string[] = []): string {
  const { isOrgWide = false, teamId = null, enterpriseId = null } = workspace ?? {};
  if (isOrgWide && teamId === null) return 'it is from an organization that slack.teamId does not name';
  return enterpriseId !== null && teamIds.includes(enterpriseId)
    ? 'it is from a workspace that installed the app for itself, and slack.teamId names only its organization'
    : 'it is from another workspace';
}

const isAnonymous = (type: string, { teamId, enterpriseId }: Workspace): boolean =>
  PLACELESS.has(type) || (!PLACED.has(type) && teamId === null && enterpriseId === null);

function readPayload(text: string, contentType = ''): { type: string; payload: JsonObject } {
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase();
  if (mediaType === 'application/json') return typed(readJsonObject(text));
  if (mediaType !== 'application/x-www-form-urlencoded') {
    throw new BrokenBodyError('the content type is neither a form nor JSON');
  }
  const form = readFormFields(text);
  const payload = form.get('payload');
  if (payload !== undefined) return typed(readJsonObject(payload));
  const type = form.has('command') ? 'command' : form.get('ssl_check') === '1' ? 'ssl_check' : 'form';
  return { type, payload: Object.fromEntries(form) };
}

const typed = (payload: JsonObject) => ({
  type: typeof payload.type === 'string' ? payload.type : '',
  payload,
});
