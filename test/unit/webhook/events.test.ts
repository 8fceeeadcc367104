import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../lib/config/event-types.ts';
import { exampleOf } from '../../../lib/webhook/event-examples.ts';
import { eventFiles } from '../../../lib/webhook/event-files.ts';
import { eventOf } from '../../../lib/webhook/hook-event.ts';
import { eventProblems as problems } from '../../support/event-problems.ts';
import { answers, createHookWorld } from './hook-world.ts';
import { failedVerdict, recordedVerdict } from './verdicts.ts';

const FOLDER = 'docs/events';

describe('docs/events', () => {
  it('says what events are today; otherwise run npm run events', () => {
    const written = new Map(
      readdirSync(FOLDER)
        .filter((name) => name.endsWith('.json'))
        .map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]),
    );
    expect(written).toEqual(eventFiles());
  });

  it.each(EVENT_TYPES)('has an example of %s that its schema allows', (type) => {
    const example = exampleOf(type) as { type: string; data: Record<string, unknown> };
    expect(problems(example)).toBe(null);
    for (const field of Object.keys(example.data)) {
      const { [field]: _, ...rest } = example.data;
      if (field !== 'domain' && field !== 'code') continue;
      expect(problems({ ...example, data: rest } as never)).not.toBe(null);
    }
  });

  it('allows what is really sent, however odd the item', async () => {
    const world = createHookWorld();
    world.receive(() => answers(200));
    await world.announce('c1');
    await world.announce('odd \u{1f600}', {
      threat_type: 'new_kind',
      state: 'tomorrow',
      more: { nested: [1] },
    });
    await world.announce('bare', { user_name: null, user_email: null, threat_brief: null, events: null });
    world.clock.advance(1);
    await world.change('c1', 'r2');
    await world.tellVerdict(recordedVerdict('c1', world.clock.now(), '<script>'));
    await world.tellVerdict(failedVerdict('c1', world.clock.now()));
    world.notice('n1');
    await world.pass(60_000);
    expect(world.requests).toHaveLength(7);
    for (const { body } of world.requests) expect(problems(JSON.parse(body))).toBe(null);
  });
});

describe('a change of a case', () => {
  const typeOf = (more: object, changed = true) =>
    eventOf({
      ...{ v: 1, kind: 'case', deliveryId: 'd', domain: 'acme', destination: 'siem', routes: [] },
      handedOverAt: '2026-11-16T09:00:00Z',
      changed,
      item: { case_id: 'c1', created_at: '2026-11-16T09:00:00Z', ...more },
    }).type;

  it('is told as its closing only by who follows its state', () => {
    expect(typeOf({ state: 'closed' })).toBe('case.closed');
    expect(typeOf({ state: 'investigating' })).toBe('case.changed');
    expect(typeOf({ closed_at: '2026-11-16T09:00:00Z' })).toBe('case.changed');
    expect(typeOf({ state: 'closed' }, false)).toBe('case.created');
  });
});
