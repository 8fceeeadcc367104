import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { cdkArguments } from '../../../cli/deploy/cdk-arguments.ts';

/** Of `cdk deploy`, where a word is nearest to one of ours. */
const CDK_FLAGS = ['--tags', '--trace', '--all', '--force', '--json', '--build', '--ci', '--concurrency'];

describe('synth, diff, deploy and destroy', () => {
  it.each([
    [
      ['synth', '--config', 'x.ts'],
      ['synth', '-c', 'config=x.ts'],
    ],
    [
      ['synth', '--quiet', '--config=x.ts'],
      ['synth', '-c', 'config=x.ts', '--quiet'],
    ],
    [
      ['deploy', '-c', 'home=aws', '--name', 'staging', '--table', 't1', '--require-approval', 'never'],
      ['deploy', '-c', 'name=staging', '-c', 'table=t1', '-c', 'home=aws', '--require-approval', 'never'],
    ],
    [
      ['diff', '--config', 'x.ts', '--', '--name'],
      ['diff', '-c', 'config=x.ts', '--', '--name'],
    ],
  ])('hand %j to CDK as %j', (given, handed) => {
    expect(cdkArguments(given)).toEqual(handed);
  });

  it.each([
    [['synth', '-c', 'config=x.ts', '-c', 'name=staging']],
    [['synth', '--context', 'config=x.ts', 'Bridge', '-o', 'out']],
    [['deploy', ...CDK_FLAGS]],
  ])('leave %j as it is', (given) => {
    expect(cdkArguments(given)).toEqual(given);
  });

  it.each([
    [['--config', 'a.ts', '-c', 'config=b.ts'], 'config is given more than once (a.ts, b.ts): give it once'],
    [
      ['--config', 'a.ts', '--context=config=b.ts'],
      'config is given more than once (a.ts, b.ts): give it once',
    ],
    [['--config', 'a.ts', '-cconfig=b.ts'], 'config is given more than once (a.ts, b.ts): give it once'],
    [['--config', 'a.ts', '-c=config=b.ts'], 'config is given more than once (a.ts, b.ts): give it once'],
    [['--config', 'a.ts', '--config', 'b.ts'], 'config is given more than once (a.ts, b.ts): give it once'],
    [['-c', 'table=a', '--table', 'b'], 'table is given more than once (a, b): give it once'],
    [['--config'], '--config needs a value'],
    [['--config', '--quiet'], '--config needs a value'],
    [['--config='], '--config needs a value'],
    [['--confg', 'a.ts'], '--confg is no flag: did you mean --config?'],
    [['--tabel=a'], '--tabel is no flag: did you mean --table?'],
  ])('refuse %j in a sentence', (given, says) => {
    expect(() => cdkArguments(['deploy', ...given])).toThrow(says);
  });

  it('ends with 2 where it was called in a wrong way, and does not run CDK', () => {
    const args = ['--import', 'tsx', 'cli/deploy/cdk.ts', 'synth', '--config', 'a.ts', '-c', 'config=b.ts'];
    const { status, stdout, stderr } = spawnSync('node', args, { encoding: 'utf8' });
    expect(stderr).toMatch(/^config is given more than once .*\n\nposture-bridge synth/);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  });
});
