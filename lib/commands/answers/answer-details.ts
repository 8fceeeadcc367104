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
import type { Sentence } from '../../chats/shared/decision-text.ts';
import { counted } from '../../chats/shared/format.ts';
import { humanise } from '../../chats/shared/headline.ts';
import { ROOM } from '../../chats/shared/message-limits.ts';
import { tellThreat, tellThreats } from '../../chats/shared/tell-threat.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { NotFoundError } from '../../posture/errors.ts';
import type { Case } from '../../posture/schemas/case.ts';
import { type DomainAnswer, type DomainDesk, nothing } from '../desk/domain-desk.ts';
import { veiledPerson, veiledThreat } from '../desk/veiled.ts';
import { threatLine } from './answer-lists.ts';
import { lookForThreat, lookForThreats } from './find-items.ts';

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

/** So many events of a case are looked for. */
const MOST_EVENTS = 100;
const AT_ONCE = 10;

/** Queries that find an event in the logs, or all events of a case that the bridge has shown. */
export async function answerHunt(desk: DomainDesk, id: string): Promise<DomainAnswer> {
  const { item } = await desk.ledger.caseOf(desk.name, id);
  return item ? huntCase(desk, item) : huntEvent(desk, id);
}

async function huntCase(desk: DomainDesk, { events }: Case): Promise<DomainAnswer> {
  const ids = [...new Set((events ?? []).map(({ event_id }) => event_id))].slice(0, MOST_EVENTS);
  const stored = await inParallel(ids, AT_ONCE, (id) => desk.ledger.threatOf(desk.name, id));
  const known = stored.filter((threat) => threat !== null);
  const left = ids.filter((_, at) => stored[at] === null);
  let trouble: Sentence = [];
  const listed =
    left.length === 0
      ? []
      : await lookForThreats(desk, left).catch((error: unknown) => {
          trouble = desk.explain(error);
          return [];
        });
  const threats = [...known, ...listed].map((threat) => veiledThreat(desk, threat));
  const { hunting } = tellThreats(
    threats.map((item) => ({ domain: desk.name, id: item.event_id, item })),
    desk.rules,
  );
  const missing = ids.length - threats.length;
  return {
    found: true,
    parts: [
      ...lines(
        [`${counted(ids.length, 'event')} of this case.`],
        missing > 0 && trouble.length === 0
          ? [`${missing} of them are not among the first 1,000 threats of the platform.`]
          : trouble,
        hunting.length === 0 ? [NO_QUERY] : [],
      ),
      ...(hunting.length > 0 ? [{ is: 'hunting', queries: hunting } as const] : []),
    ],
  };
}

async function huntEvent(desk: DomainDesk, id: string): Promise<DomainAnswer> {
  const stored = await desk.ledger.threatOf(desk.name, id);
  const looked = stored ? { item: stored, all: false } : await lookForThreat(desk, id);
  if (!looked.item) return nothing(looked.all ? 'No such event.' : NOT_AMONG);
  const { hunting } = tellThreat(veiledThreat(desk, looked.item), desk.name, desk.rules);
  return {
    found: true,
    parts: [
      { is: 'list', items: [threatLine(desk, looked.item)] },
      ...(hunting.length > 0 ? [{ is: 'hunting', queries: hunting } as const] : lines([NO_QUERY])),
    ],
  };
}

const NOT_AMONG = 'Not among the first 1,000 threats that the platform lists. Look for it in the platform.';
const NO_QUERY =
  'Nothing finds it in the logs: the platform names no source event of it, or a table that the bridge does not know.';
