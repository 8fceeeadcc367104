import { renderRules } from '../../../lib/chats/shared/outcome-choices.ts';
import type { AskedDomain, CommandLedger } from '../../../lib/commands/desk/domain-desk.ts';
import { createRunCommand, type ToRun } from '../../../lib/commands/run-command.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { createMuteDesk, type MuteDesk } from '../../../lib/features/mutes/mute-desk.ts';
import { createMuteLedger } from '../../../lib/features/mutes/mute-ledger.ts';
import type { Proposals } from '../../../lib/features/mutes/proposal.ts';
import { CALM_POLICY } from '../../support/case-policy.ts';
import { withScript } from '../../support/client.ts';
import { createMemoryVersionedRows } from '../../support/memory/memory-versioned-rows.ts';
import type { Script } from '../../support/scripted-server.ts';
import { sample } from '../config/sample.ts';
import { EMPTY_LEDGER } from './platform.ts';

export const NOW_MS = Date.parse('2026-11-15T09:00:00Z');
export const ADA = { surface: 'slack', id: 'U0ADA', name: 'ada' };

export interface HowAsked {
  readonly ledger?: Partial<CommandLedger>;
  readonly domains?: readonly AskedDomain[];
  readonly page?: ToRun['page'];
  readonly mutes?: MuteDesk;
  readonly askId?: string;
  readonly log?: (event: string, fields?: object) => void;
  readonly onError?: (domain: string, error: unknown) => void;
}

const config = defineBridge({ ...sample, routes: [{ name: 'all', to: 'soc-slack' }] });

/** With nothing muted. */
export const muteDesk = (proposals?: Proposals): MuteDesk => {
  const ledger = createMuteLedger(createMemoryVersionedRows());
  if (proposals) void ledger.save('acme', { mutes: [], proposals }, 0, NOW_MS);
  return createMuteDesk({
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
        clientOf: async () => client,
        onError: how.onError ?? (() => undefined),
        domainNames: ['acme', 'globex'],
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
        mutes: how.mutes ?? muteDesk(),
        routes: config.routes.map(({ name }) => name),
        isIn: (destination) => destination === 'soc',
        log: how.log ?? (() => undefined),
      });
      const domains = how.domains ?? [{ name: 'acme', show: 'full' }];
      const call = { deadline: Date.now() + 5_000, priority: 'interactive' } as const;
      return run({
        askId: how.askId ?? 'ask-1',
        by: ADA,
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
