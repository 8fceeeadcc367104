import { humanise } from '../../case/headline.ts';
import {
  dotted,
  fact,
  lines,
  longText,
  moment,
  said,
  several,
  yesOrNo,
} from '../../chats/shared/answer-words.ts';
import { ROOM } from '../../chats/shared/message-limits.ts';
import { NotFoundError } from '../../posture/errors.ts';
import { type DomainAnswer, type DomainDesk, nothing } from '../desk/domain-desk.ts';
import { veiledPerson } from '../desk/veiled.ts';

async function unlessNotFound(none: string, answer: () => Promise<DomainAnswer>): Promise<DomainAnswer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NotFoundError) return nothing(none);
    throw error;
  }
}

export const answerIntegration = ({ client, call }: DomainDesk, type: string): Promise<DomainAnswer> =>
  unlessNotFound('The platform knows no connector of this type.', async () => {
    const one = await client.integration(type, call);
    return {
      found: true,
      parts: [
        {
          is: 'list',
          items: [{ words: dotted(said(one.display_name ?? type, ROOM.name), statusWords(one.status)) }],
        },
        ...lines(
          ...fact('Type', said(one.connector_type, ROOM.id)),
          ...fact('Category', said(one.category, ROOM.category)),
          ...fact('Configured', yesOrNo(one.configured)),
          ...fact('Enabled', yesOrNo(one.enabled)),
          ...fact('Signals', several(one.signals)),
          ...fact('Changed', moment(one.updated_at)),
        ),
        ...longText(one.description),
      ],
    };
  });

const STATUSES: ReadonlyMap<string, string> = new Map([
  ['active', 'active: it is polled successfully'],
  ['degraded', 'degraded: it failed three times in a row or more'],
  ['disabled', 'disabled'],
  ['pending', 'pending: it was never polled successfully'],
  ['not_configured', 'not configured'],
]);
const statusWords = (status: string | null | undefined) => {
  const known = STATUSES.get(status?.toLowerCase() ?? '');
  return known === undefined ? said(status, ROOM.signal) : [known];
};

export const answerDrift = (desk: DomainDesk, id: string): Promise<DomainAnswer> =>
  unlessNotFound('The platform knows no drift event with this id.', async () => {
    const { computator, time_period, period_start_at, detected_at, user, delta } = await desk.client.drift(
      id,
      desk.call,
    );
    const person = veiledPerson(desk, [user?.email, user?.name]);
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
