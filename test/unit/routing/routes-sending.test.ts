import { expect, it } from 'vitest';
import { slack } from '../../../lib/config/chats/slack.ts';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { compileRoutes } from '../../../lib/routing/compile-routes.ts';
import { routesSending } from '../../../lib/routing/routes-sending.ts';
import { authorize } from '../../../lib/verdict/authorize.ts';
import { sample } from '../config/sample.ts';

/** The board reads along. Critical cases of the SOC come to it after an hour, and then all of it may decide. */
const config = defineBridge({
  ...sample,
  destinations: {
    ...sample.destinations,
    soc: { type: 'slack', channel: 'C0123SOC1' },
    board: { type: 'slack', channel: 'C0BOARD01' },
  },
  verdicts: { allow: { slackUsers: ['U0ANALYST1'] }, guests: 'may' },
  routes: [
    { name: 'reads along', to: 'board' },
    {
      name: 'soc',
      to: 'soc',
      verdicts: { allow: 'anyone-in-channel' },
      escalation: [{ after: { critical: '1h' }, to: 'board' }],
    },
  ],
});
const BOARD = { domain: 'acme', destination: 'board' };
const item = { case_id: 'c1', created_at: '2026-11-15T09:00:00Z', events: [] };
const shown = { content: { kind: 'case', item, trimmed: [] } as never };
const mayDecide = async (names: readonly string[] | null) =>
  (
    await authorize({
      config,
      ...BOARD,
      person: { surface: 'slack', id: 'U0SECRETARY', name: 'x' },
      channelId: 'C0BOARD01',
      isOutsider: false,
      routes: async () => names,
      namedIn: slack.namedIn,
      directory: { isMember: async () => 'no', isOutsider: async () => 'no' },
    })
  ).is;

it('counts a route at the place of its step only once that step was taken', async () => {
  const at = (steps: Parameters<typeof routesSending>[3]) =>
    routesSending(compileRoutes(config), BOARD, shown, steps);
  expect(at([])).toEqual(['reads along']);
  expect(await mayDecide(at([]))).toBe('denied');
  const elsewhere = [{ route: 'soc', to: ['lead'] }];
  expect(await mayDecide(at(elsewhere))).toBe('denied');
  const brought = [{ route: 'soc', to: ['board'] }];
  expect(at(brought)).toEqual(['reads along', 'soc']);
  expect(await mayDecide(at(brought))).toBe('allowed');
});
