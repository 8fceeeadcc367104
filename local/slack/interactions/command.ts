import { z } from 'zod';
import { type Result, watch } from '../../stand-in-kit/deliver.ts';
import { type Fields, isFields, name, parseJson } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import type { Seen, Service } from '../service.ts';
import { SlackError } from '../slack-error.ts';
import type { ResponseTarget } from '../state/response-urls.ts';
import { channelOf, personOf } from './actor.ts';
import { answerMessage } from './answer-message.ts';
import { sendRequest } from './send-request.ts';

export const Command = z.strictObject({
  command: z.string().startsWith('/'),
  text: z.string().optional(),
  userId: name,
  channelId: name,
});
export type Command = z.infer<typeof Command>;

/** The answer is a message: text for the person alone, or JSON that says more. */
const readAnswer = (body: string, contentType: string): Fields | undefined => {
  if (body.trim() === '') return undefined;
  if (!contentType.includes('application/json')) return { text: body };
  const answer = parseJson(body);
  if (isFields(answer)) return Object.keys(answer).length === 0 ? undefined : answer;
  throw new SlackError('invalid_command_response');
};

export const runCommand = (
  service: Service,
  { command, text, userId, channelId }: Command,
): Promise<Result<Seen>> =>
  watch(service, userId, async () => {
    if (!service.token.holds('commands')) throw new NotPossible(`Slack knows no command ${command} here.`);
    const person = personOf(service, userId);
    const channel = channelOf(service, channelId, userId);
    const { identity, grid } = service;
    const target: ResponseTarget = { channel: channel.id, userId };
    const payload = {
      token: identity.verificationToken,
      team_id: identity.teamId,
      team_domain: identity.teamDomain,
      channel_id: channel.id,
      channel_name: channel.isPrivate ? 'privategroup' : channel.name,
      user_id: person.id,
      user_name: person.name,
      command,
      text: text ?? '',
      api_app_id: identity.appId,
      ...(grid.enterprise && { enterprise_id: grid.enterprise.id, enterprise_name: grid.enterprise.name }),
      is_enterprise_install: String(grid.orgWide),
      response_url: service.responseUrls.mint('commands', target),
      trigger_id: service.triggers.mint(person.id),
    };
    const { commands: url } = service.settings.requestUrls;
    const body = new URLSearchParams(payload).toString();
    const outcome = await sendRequest(service, { kind: 'command', url, body });
    const fail = (error: string) =>
      service.sightings.add(userId, 'error', `${command} failed with the error "${error}"`);
    if (outcome.kind !== 'answered')
      fail(outcome.kind === 'timeout' ? 'operation_timeout' : 'dispatch_failed');
    else if (!outcome.ok) fail('dispatch_failed');
    else {
      try {
        const answer = readAnswer(outcome.body, outcome.headers.get('content-type') ?? '');
        if (answer !== undefined) answerMessage(service, target, answer);
      } catch (error) {
        if (!(error instanceof SlackError)) throw error;
        fail(error.code);
      }
    }
    return { outcome, payload };
  });
