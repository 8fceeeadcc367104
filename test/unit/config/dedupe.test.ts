import { describe, expect, it } from 'vitest';
import { defineBridge } from '../../../lib/config/define-bridge.ts';
import { hasDedupe } from '../../../lib/config/route-places.ts';
import { findWarnings } from '../../../lib/config/warnings.ts';
import { complaints, sample } from './sample.ts';

const told = (dedupe: unknown, more: object = {}) =>
  complaints({ routes: [{ to: 'soc-slack', dedupe, ...more }] });

describe('dedupe of a route', () => {
  it('is a list of fields and a time in milliseconds, however it was written', () => {
    const { routes } = defineBridge({
      ...sample,
      routes: [{ to: 'soc-slack', dedupe: { by: 'user', for: '1h' } }],
    });
    expect(routes[0]?.dedupe).toEqual({ by: ['user'], for: 3_600_000 });
  });

  it.each([
    [{ by: ['user'], for: '4m' }, 'routes[0].dedupe.for: must be between 5m and 24h, not 4m'],
    [{ by: ['user'], for: '25h' }, 'routes[0].dedupe.for: must be between 5m and 24h, not 25h'],
    [{ by: [], for: '1h' }, 'routes[0].dedupe.by: is empty'],
    [{ by: ['user', 'user'], for: '1h' }, 'routes[0].dedupe.by: names a field twice'],
  ])('is refused like this: %j', (dedupe, problem) => {
    expect(told(dedupe)).toEqual([problem]);
  });

  it('says which fields there are', () => {
    expect(told({ by: ['severity'], for: '1h' }).join()).toContain('user, threatType, category, source');
  });

  it('is refused where the route sends to no chat: other systems are sent everything', () => {
    expect(told({ by: ['user'], for: '1h' }, { to: 'lake' })).toEqual([
      'routes[0].dedupe: the route sends to no chat, and only chats are spared what is alike',
    ]);
    expect(told({ by: ['user'], for: '1h' }, { to: ['lake', 'soc-slack'] })).toEqual([]);
  });

  it.each([
    [{ shadow: true }, 'does nothing: a shadow route sends nothing'],
    [
      { when: { feed: 'threats' } },
      'does nothing: only cases have a threatType, and no case can match the route',
    ],
  ])('is warned of where it does nothing: %j', (more, warning) => {
    const dedupe = { by: ['user', 'threatType'], for: '1h' } as const;
    const routes = [{ to: 'soc-slack', dedupe, ...more } as const, { to: 'soc-slack' } as const];
    const config = defineBridge({ ...sample, routes } as never);
    expect(findWarnings(config, 0).map(({ message }) => message)).toContain(warning);
  });

  it('counts only where a route that sends something has it', () => {
    const dedupe = { by: ['user'], for: '1h' } as const;
    const withRoute = (more: object) =>
      hasDedupe(defineBridge({ ...sample, routes: [{ to: 'soc-slack', ...more }, { to: 'soc-slack' }] }));
    expect([{}, { dedupe }, { dedupe, shadow: true }].map(withRoute)).toEqual([false, true, false]);
  });
});
