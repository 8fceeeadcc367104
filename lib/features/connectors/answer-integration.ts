import { ROOM } from '../../chats/document/message-limits.ts';
import {
  dotted,
  fact,
  lines,
  longText,
  moment,
  said,
  several,
  yesOrNo,
} from '../entry-points/command/answer-words.ts';
import type { CommandContext, DomainAnswer } from '../entry-points/command/command-context.ts';
import { answeredUnlessNotFound } from '../entry-points/command/unless-not-found.ts';

export const answerIntegration = ({ client, call }: CommandContext, type: string): Promise<DomainAnswer> =>
  answeredUnlessNotFound('The platform has no connector of this type.', async () => {
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
