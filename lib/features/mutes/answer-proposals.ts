import { lines, said } from '../entry-points/command/answer-words.ts';
import { type DomainAnswer, nothing } from '../entry-points/command/command-context.ts';
import { answerApprove, answerDecline, type MuteContext, previewIn } from './answer-mutes.ts';
import { howToEnd, waitingLines } from './mute-answer-words.ts';
import { mutedWhat } from './mute-notices.ts';
import { rateWords } from './proposal-words.ts';
import type { ProposalTakes } from './words.ts';

/** What is proposed to be muted; or answers that. */
export async function answerProposals(
  context: MuteContext,
  { id, choice }: ProposalTakes,
): Promise<DomainAnswer> {
  const mayName = context.show === 'full';
  if (id === null || choice === null) {
    const { all } = (await context.mutes.load(context.name)).proposals;
    const open = all.filter((one) => !one.answered && (mayName || one.field !== 'user'));
    if (open.length === 0) return nothing('Nothing is proposed. The bridge looks once a week.');
    const items = open.map((one) => ({
      words: [...said(rateWords(one)), `  ·  proposals ${one.id} mute, or no`],
    }));
    return { found: true, parts: [{ is: 'list', items }] };
  }
  const { waiting, mutes } = await context.mutes.load(context.name);
  // The buttons under what waits for a second person are those of a proposal. They may repeat.
  if ([...waiting, ...mutes].some((one) => one.id === id && ('needs' in one ? one.told : one.approvedBy)))
    return choice === 'mute' ? answerApprove(context, id) : answerDecline(context, id);
  const preview = choice === 'mute' ? await previewIn(context) : NO_PREVIEW;
  const result = await context.mutes.answer(context.name, id, { choice, by: context.by }, preview.past);
  if ('problem' in result) return nothing(result.problem);
  const { ok, became } = result;
  const what = ok.field === 'user' && mayName ? ok.value : mutedWhat(ok);
  const isMine = ok.answered.choice === choice;
  if (!became)
    return {
      found: true,
      parts: lines(
        isMine ? ['Not muted: ', ...said(what), '. It is not proposed again for 30 days.'] : alreadyBy(ok),
      ),
    };
  if ('waits' in became) return { found: true, parts: waitingLines(context, became.waits, preview) };
  const mute = became.ok;
  return {
    found: true,
    parts: lines(
      isMine
        ? ['Muted: ', ...said(what), ', until ', { atMs: mute.untilMs }, '. Critical cases are still shown.']
        : alreadyBy(ok),
      preview.words(mute),
      [howToEnd(context, mute)],
    ),
  };
}

const NO_PREVIEW = { past: null, words: () => [] };

const alreadyBy = ({
  answered,
}: {
  readonly answered: { readonly by: { readonly name: string }; readonly choice: string };
}) => [
  'Already answered: ',
  ...said(answered.by.name),
  answered.choice === 'mute' ? ' muted it.' : ' said no.',
];
