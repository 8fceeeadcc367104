import type * as z from 'zod/mini';
import { describeIssue } from '../../platform/describe-issues.ts';
import {
  BrokenBodyError,
  decodeUtf8,
  type JsonObject,
  readJsonObject,
} from '../../platform/http/json-body.ts';
import { readFormFields } from './form-fields.ts';
import * as schemas from './interaction-schemas.ts';
import { toClick, toUser, toView } from './interaction-shapes.ts';
import type { SlackInteraction } from './interaction-types.ts';
import { isFrom, type Workspace, workspaceOf } from './interaction-workspace.ts';
import { allowedResponseUrl, SLACK_RESPONSE_ORIGINS } from './response-url.ts';

export type ReadInteraction =
  | { readonly ok: true; readonly interaction: SlackInteraction }
  | { readonly ok: false; readonly status: 400 | 401; readonly reason: string };

export interface InteractionReaderParts {
  /** The workspace or organization whose requests are taken. */
  readonly teamId?: string | undefined;
  /** Where a `response_url` may point to. */
  readonly responseOrigins?: readonly string[] | undefined;
}

/** Reads what Slack sent, after it was verified. What is genuine and unknown is an answer, not an error. */
export function createInteractionReader({
  teamId,
  responseOrigins = SLACK_RESPONSE_ORIGINS,
}: InteractionReaderParts = {}) {
  return function readInteraction(rawBody: Uint8Array, contentType: string | undefined): ReadInteraction {
    try {
      const { type, payload } = readPayload(decodeUtf8(rawBody), contentType);
      const workspace = workspaceOf(payload);
      if (!(isAnonymous(type, workspace) || isFrom(workspace, teamId))) {
        return { ok: false, status: 401, reason: 'it is from another workspace' };
      }
      return { ok: true, interaction: toInteraction(type, payload, workspace.teamId) };
    } catch (error) {
      if (!(error instanceof BrokenBodyError)) throw error;
      return { ok: false, status: 400, reason: error.message };
    }
  };

  function toInteraction(type: string, payload: JsonObject, teamId: string | null): SlackInteraction {
    switch (type) {
      case 'block_actions': {
        const raw = parse(schemas.BlockActionsPayload, payload);
        const [action] = raw.actions;
        // One that we would not look at must not be lost in silence.
        if (!action || raw.actions.length > 1) throw new BrokenBodyError('it holds more than one action');
        return {
          kind: 'block-actions',
          teamId,
          payload,
          ...toClick(raw, action),
          responseUrl: safe(raw.response_url),
        };
      }
      case 'view_submission':
      case 'view_closed': {
        const { user, view, trigger_id } = parse(schemas.ViewPayload, payload);
        const kind = type === 'view_closed' ? 'view-closed' : 'view-submission';
        const triggerId = trigger_id ?? null;
        return { kind, teamId, payload, user: toUser(user), triggerId, view: toView(view) };
      }
      case 'command': {
        const raw = parse(schemas.CommandPayload, payload);
        return {
          kind: 'command',
          teamId,
          payload,
          user: toUser({ id: raw.user_id, name: raw.user_name }),
          triggerId: raw.trigger_id ?? null,
          command: raw.command,
          text: raw.text ?? '',
          channelId: raw.channel_id ?? null,
          responseUrl: safe(raw.response_url),
        };
      }
      case 'event_callback': {
        const { event_id, event } = parse(schemas.EventPayload, payload);
        return { kind: 'event', teamId, eventId: event_id, event };
      }
      case 'url_verification':
        return { kind: 'url-verification', challenge: parse(schemas.UrlVerification, payload).challenge };
      case 'ssl_check':
        return { kind: 'ssl-check' };
      default:
        return { kind: 'unknown', type: /^[\w.-]{1,60}$/.test(type) ? type : 'without a name' };
    }
  }

  function safe(url: string | null | undefined): string | null {
    return allowedResponseUrl(url ?? '', responseOrigins)?.href ?? null;
  }
}

/** Nothing is done for these, and Slack does not always say where they come from. */
const PLACELESS = new Set(['url_verification', 'ssl_check']);
const PLACED = new Set(['block_actions', 'view_submission', 'view_closed', 'command', 'event_callback']);

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

function parse<T>(schema: z.ZodMiniType<T>, payload: JsonObject): T {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new BrokenBodyError(parsed.error.issues.map((issue) => describeIssue(issue, payload)).join('; '));
}
