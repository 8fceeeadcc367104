import { describe, expect, it } from 'vitest';
import { HELP, readFlags } from '../../../../local/bill/flags.ts';

describe('the flags of npm run bill', () => {
  it('turn into options', () => {
    const none = { json: false, why: false, write: false };
    expect(readFlags([])).toEqual({ kind: 'run', options: none });
    expect(readFlags(['--json', '--why', '--write', '--config', 'my.json'])).toEqual({
      kind: 'run',
      options: { json: true, why: true, write: true, configFile: 'my.json' },
    });
  });

  it('name every problem at once', () => {
    expect(readFlags(['--jsno', '--why=yes', 'now', '--config'])).toEqual({
      kind: 'bad',
      problems: [
        '--jsno is not a flag of npm run bill, did you mean --json? --help lists them.',
        '--why takes no value.',
        '"now" is not a flag. Flags stand behind "--", as in npm run bill -- --json.',
        '--config needs a value.',
      ],
    });
  });

  it('are all in the help', () => {
    expect(readFlags(['--help']).kind).toBe('help');
    for (const flag of ['--config', '--why', '--json', '--write', '--help']) expect(HELP).toContain(flag);
  });
});
