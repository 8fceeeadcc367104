import { renderRules } from '../../chats/document/outcome-choices.ts';
import type { VerdictFacet } from '../entry-points/verdict-facet.ts';
import { createAskHandler } from './ask-handler.ts';
import { readAskMessage } from './ask-message.ts';
import { createCommandLedger } from './command-ledger.ts';
import { createRunCommand } from './run-command.ts';

export const verdict: VerdictFacet = {
  isOn: () => true,
  create(kit) {
    const { config, cases, platforms, pseudonymOf, clicksSeal } = kit;
    const run = createRunCommand({
      ...kit,
      ledger: createCommandLedger({ ...kit, recordOf: cases.load }),
      clientOf: platforms.clientOf,
      onError: platforms.forgetIfRefused,
      rules: renderRules(config),
      pseudonymOf,
      people: config.people,
      isIn: (destination, chat) => config.destinations[destination]?.type === chat,
    });
    const answer = createAskHandler({ ...kit, run });
    return {
      readOwn(body) {
        const read = readAskMessage(body, clicksSeal);
        return read?.ok ? { ok: true, message: () => answer(read.message) } : read;
      },
    };
  },
};
