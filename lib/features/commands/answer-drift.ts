import { humanise } from '../../case/threat-type-words.ts';
import { ROOM } from '../../chats/document/message-limits.ts';
import { dotted, fact, lines, longText, moment, said } from '../entry-points/command/answer-words.ts';
import type { CommandContext, DomainAnswer } from '../entry-points/command/command-context.ts';
import { redactedPerson } from '../entry-points/command/redacted.ts';
import { answeredUnlessNotFound } from '../entry-points/command/unless-not-found.ts';

export const answerDrift = (context: CommandContext, id: string): Promise<DomainAnswer> =>
  answeredUnlessNotFound('No drift event has this id.', async () => {
    const { computator, time_period, period_start_at, detected_at, user, delta } = await context.client.drift(
      id,
      context.call,
    );
    const person = redactedPerson(context, [user?.email, user?.name]);
    return {
      found: true,
      parts: [
        ...lines(
          dotted(
            said(computator ? humanise(computator) : 'Drift', ROOM.headline),
            said(person.name, ROOM.email),
          ),
          dotted(
            fact('Detected', moment(detected_at))[0] ?? [],
            fact('Period', said(time_period, ROOM.signal))[0] ?? [],
            fact('Since', moment(period_start_at))[0] ?? [],
          ),
        ),
        ...longText(delta === undefined || delta === null ? null : person.scrub(textOf(delta))),
      ],
    };
  });

/** The contract does not say what a delta is. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
