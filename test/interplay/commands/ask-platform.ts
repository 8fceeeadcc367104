import { renderRules } from '../../../lib/chats/document/outcome-choices.ts';
import { commandsFacets } from '../../../lib/compose/generated/commands-facets.ts';
import { wordsFacets } from '../../../lib/compose/generated/words-facets.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createRunCommand, type ToRun } from '../../../lib/features/commands/run-command.ts';
import type {
  AskedDomain,
  CommandLedger,
} from '../../../lib/features/entry-points/command/command-context.ts';
import type { CommandsKit } from '../../../lib/features/entry-points/commands-facet.ts';
import type { WordsFacet } from '../../../lib/features/entry-points/words-facet.ts';
import { answerStatus } from '../../../lib/features/health/answer-status.ts';
import type { ShownProblem } from '../../../lib/features/health/health-answer.ts';
import { muteCommands } from '../../../lib/features/mutes/commands.ts';
import { createMuteActions, type MuteActions } from '../../../lib/features/mutes/mute-actions.ts';
import { createMuteLedger } from '../../../lib/features/mutes/mute-ledger.ts';
import type { Proposals } from '../../../lib/features/mutes/proposal.ts';
import { CALM_POLICY } from '../../support/case-policy.ts';
import { withScript } from '../../support/client.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import type { Script } from '../../support/scripted-server.ts';
import { sample } from '../../unit/config/sample.ts';
import { EMPTY_LEDGER } from './platform.ts';

export const NOW_MS = Date.parse('2026-11-15T09:00:00Z');
export const ADA = { surface: 'slack', id: 'U0ADA', name: 'ada' };
export const BO = { surface: 'slack', id: 'U0BO', name: 'bo' };

export interface HowAsked {
  readonly ledger?: Partial<CommandLedger>;
  readonly domains?: readonly AskedDomain[];
  readonly page?: ToRun['page'];
  readonly mutes?: MuteActions;
  readonly problems?: readonly ShownProblem[];
  readonly askId?: string;
  readonly by?: typeof ADA;
  readonly log?: (event: string, fields?: object) => void;
  readonly onError?: (domain: string, error: unknown) => void;
}

/** All commands, as the functions read them. */
export const WORDS: WordsFacet = Object.assign({}, ...wordsFacets);

const config = defineBridge({ ...sample, routes: [{ name: 'all', to: 'soc-slack' }] });

const twoDomains = { ...config, domains: { ...config.domains, globex: config.domains.acme as never } };

const NO_KIT = { config, rows: createMemoryVersionedRows() } as unknown as CommandsKit;

/** With nothing muted. */
export const muteActions = (proposals?: Proposals): MuteActions => {
  const ledger = createMuteLedger(createMemoryVersionedRows());
  if (proposals) void ledger.save('acme', { mutes: [], waiting: [], proposals }, 0, NOW_MS);
  return createMuteActions({
    config,
    ledger,
    trail: { copyTrail: async () => [] },
    showAnswer: async () => undefined,
    clock: { now: () => NOW_MS },
  });
};

/** What a command is answered with by a platform that behaves as the script says. */
export const askPlatform = (text: string, script: Script, how: HowAsked = {}) =>
  withScript(
    script,
    (client) => {
      const run = createRunCommand({
        ledger: { ...EMPTY_LEDGER, ...how.ledger },
        words: WORDS,
        commands: {
          ...Object.assign({}, ...commandsFacets.map(({ create }) => create(NO_KIT))),
          ...muteCommands(
            how.mutes ?? muteActions(),
            config.routes.map(({ name }) => name),
          ),
          status: {
            answerOnce: async (domains) =>
              answerStatus({ headline: '', problems: how.problems ?? [] }, domains, twoDomains),
          },
        },
        clientOf: async () => client,
        onError: how.onError ?? (() => undefined),
        rules: renderRules({
          verdicts: undefined,
          people: {},
          domains: {
            acme: {
              consoleUrl: 'https://console.example/{kind}/{id}',
              hunting: { tenantId: '7e4a47b1-0c3d-4b8e-8f21-6d9a2c5e7b02' },
            },
          },
        } as never),
        pseudonymOf: () => 'Person 7F3K2Q',
        people: {},
        policy: CALM_POLICY,
        isIn: (destination) => destination === 'soc',
        log: how.log ?? (() => undefined),
      });
      const domains = how.domains ?? [{ name: 'acme', show: 'full' }];
      const call = { deadline: Date.now() + 5_000, priority: 'interactive' } as const;
      return run({
        askId: how.askId ?? 'ask-1',
        by: how.by ?? ADA,
        text,
        page: how.page ?? null,
        call,
        nowMs: NOW_MS,
        domains,
      });
    },
    // What is repeated has tests of its own, and would only take time here.
    { retries: 0, random: () => 0, timeoutMs: 5_000 },
  );
