import { lines, said } from '../entry-points/command/answer-words.ts';
import { type DomainAnswer, nothing } from '../entry-points/command/command-context.ts';
import { type MuteContext, previewOf } from './answer-mutes.ts';
import { mutedWhat } from './muted-words.ts';
import { rateWords } from './proposal-words.ts';
import type { ProposalTakes } from './words.ts';

/** What is proposed to be muted; or answers that. */
export async function answerProposals(
  context: MuteContext,
  { id, choice }: ProposalTakes,
): Promise<DomainAnswer> {
  const mayName = context.show === 'full';
  if (id === null || choice === null) {
    const { all } = await context.mutes.proposals(context.name);
    const open = all.filter((one) => !one.answered && (mayName || one.field !== 'user'));
    if (open.length === 0) return nothing('Nothing is proposed. The bridge looks once a week.');
    const items = open.map((one) => ({
      words: [...said(rateWords(one)), `  ·  proposals ${one.id} mute, or no`],
    }));
    return { found: true, parts: [{ is: 'list', items }] };
  }
  const result = await context.mutes.answer(context.name, id, { choice, by: context.by });
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
  const preview = await previewOf(context, mute).catch((error: unknown) => context.explain(error));
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
