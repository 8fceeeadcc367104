import type { Commands, CommandsFacet, DomainCommand } from '../entry-points/commands-facet.ts';
import { answerMute, answerMutes, answerUnmute } from './answer-mutes.ts';
import { answerProposals } from './answer-proposals.ts';
import { createMuteActions, type MuteActions } from './mute-actions.ts';
import { createMuteLedger } from './mute-ledger.ts';
import { createProposalDisplay } from './show-proposals.ts';
import type { MutesTakes, MuteTakes, NamedMute, ProposalTakes } from './words.ts';

/** `routes`: the names of all of them. */
export function muteCommands(mutes: MuteActions, routes: readonly string[]) {
  const mute: DomainCommand<MuteTakes> = {
    title: () => ['Mute'],
    changes: () => true,
    answer: (context, takes) => answerMute({ ...context, mutes, routes }, takes),
  };
  const listed: DomainCommand<MutesTakes> = {
    title: ({ choice }) => [choice === null ? 'What is muted' : 'Mute approval'],
    changes: ({ choice }) => choice !== null,
    answer: (context, takes) => answerMutes({ ...context, mutes }, takes),
  };
  const unmute: DomainCommand<NamedMute> = {
    title: () => ['Unmute'],
    changes: () => true,
    answer: (context, takes) => answerUnmute({ ...context, mutes }, takes),
  };
  const proposals: DomainCommand<ProposalTakes> = {
    title: () => ['Proposed mutes'],
    changes: ({ choice }) => choice !== null,
    answer: (context, takes) => answerProposals({ ...context, mutes }, takes),
  };
  return { mute, mutes: listed, unmute, proposals } satisfies Commands;
}

export const commands: CommandsFacet = {
  isOn: () => true,
  create(kit) {
    const mutes = createMuteActions({
      ...kit,
      ledger: createMuteLedger(kit.rows),
      trail: kit.answers,
      showAnswer: createProposalDisplay({ ...kit, ledger: kit.deliveries }),
    });
    return muteCommands(
      mutes,
      kit.config.routes.map(({ name }) => name),
    );
  },
};
