import { describe, expect, it } from 'vitest';
import { writeCondition } from '../../../console/client/config/write-condition.ts';

describe('writeCondition', () => {
  it.each([
    [undefined, 'everything'],
    [{}, 'everything'],
    [{ severity: ['high', 'critical'] }, 'severity is high or critical'],
    [{ threatType: 'sabotage', text: 'backup' }, 'threat type is sabotage, and text says backup'],
    [{ not: { user: '*@test.example' } }, 'not (user is *@test.example)'],
    [{ any: [{ source: 'Syslog' }, { feed: 'threats' }] }, '(source is Syslog; or feed is threats)'],
    [{ all: [{ source: 'Syslog' }] }, 'source is Syslog'],
    ['odd', '"odd"'],
  ])('writes %j', (when, words) => {
    expect(writeCondition(when)).toBe(words);
  });
});
