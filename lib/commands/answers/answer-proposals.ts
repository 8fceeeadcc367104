import { lines, said } from '../../chats/shared/answer-words.ts';
import { mutedWhat } from '../../features/mutes/muted-words.ts';
import { rateWords } from '../../features/mutes/proposal-words.ts';
import type { CommandOf } from '../desk/command.ts';
import { type DomainAnswer, type DomainDesk, nothing } from '../desk/domain-desk.ts';
import { previewOf } from './answer-mutes.ts';

/** What is proposed to be muted; or answers that. */
export async function answerProposals(
  desk: DomainDesk,
  { id, choice }: CommandOf<'proposals'>,
): Promise<DomainAnswer> {
  const mayName = desk.show === 'full';
  if (id === null || choice === null) {
    const { all } = await desk.mutes.proposals(desk.name);
    const open = all.filter((one) => !one.answered && (mayName || one.field !== 'user'));
    if (open.length === 0) return nothing('Nothing is proposed. The bridge looks once a week.');
    const items = open.map((one) => ({
      words: [...said(rateWords(one)), `  ·  proposals ${one.id} mute, or no`],
    }));
    return { found: true, parts: [{ is: 'list', items }] };
  }
  const result = await desk.mutes.answer(desk.name, id, { choice, by: desk.by });
  if ('problem' in result) return nothing(result.problem);
  const { ok, mute } = result;
  const what = ok.field === 'user' && mayName ? ok.value : mutedWhat(ok);
  if (!mute) {
    const isMine = ok.answered.choice === choice;
    return {
      found: true,
      parts: lines(
        isMine ? ['Not muted: ', ...said(what), '. It is not proposed again for 30 days.'] : alreadyBy(ok),
      ),
    };
  }
  const preview = await previewOf(desk, mute).catch((error: unknown) => desk.explain(error));
  return {
    found: true,
    parts: lines(
      ok.answered.choice === choice
        ? ['Muted: ', ...said(what), ', until ', { atMs: mute.untilMs }, '. Critical cases are still shown.']
        : alreadyBy(ok),
      preview,
      [`What it hides: mutes ${mute.id}. To end it: unmute ${mute.id}`],
    ),
  };
}

const alreadyBy = ({
  answered,
}: {
  readonly answered: { readonly by: { readonly name: string }; readonly choice: string };
}) => [
  'Already answered: ',
  ...said(answered.by.name),
  answered.choice === 'mute' ? ' muted it.' : ' said no.',
];
