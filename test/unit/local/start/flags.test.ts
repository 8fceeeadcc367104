import { describe, expect, it } from 'vitest';
import { HELP, readFlags } from '../../../../local/start/flags.ts';

describe('the flags of npm start', () => {
  it('turn into options', () => {
    expect(readFlags([])).toEqual({ kind: 'run', options: { json: false } });
    expect(
      readFlags(['--json', '--port', '4000', '--data', 'kept', '--speed=20', '--config', 'my.json']),
    ).toEqual({
      kind: 'run',
      options: { json: true, port: 4000, dataDir: 'kept', speed: 20, configFile: 'my.json' },
    });
  });

  it('name every problem at once', () => {
    expect(readFlags(['--port', 'x', '--speed', '0', '--json=yes', '--prot', '1', '--data'])).toEqual({
      kind: 'bad',
      problems: [
        '--port is a whole number from 0 to 65530, not "x".',
        '--speed is a whole number from 1 to 1000, not "0".',
        '--json takes no value.',
        '--prot is not a flag of npm start, did you mean --port? --help lists them.',
        '--data needs a value.',
      ],
    });
  });

  it('say where flags belong when npm has taken the flag and left its value', () => {
    expect(readFlags(['4000'])).toEqual({
      kind: 'bad',
      problems: ['"4000" is not a flag. Flags stand behind "--", as in npm start -- --port 4000.'],
    });
  });

  it('are all in the help, which is shown whatever else is asked', () => {
    expect(readFlags(['--port', 'x', '--help'])).toEqual({ kind: 'help' });
    for (const flag of ['--port', '--data', '--speed', '--config', '--json', '--watch'])
      expect(HELP).toContain(flag);
  });
});
