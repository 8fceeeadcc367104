import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../support/run-command.ts';
import { sample } from '../config/sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'config-check-'));
afterAll(() => rmSync(folder, { recursive: true }));
const config = join(folder, 'bridge.config.json');
const CLEAN = {
  ...sample,
  routes: [
    { name: 'all', to: 'soc-slack' },
    { name: 'kept', to: 'lake' },
  ],
};

async function checked(written: unknown, expected?: readonly object[], ...flags: string[]) {
  writeFileSync(config, typeof written === 'string' ? written : JSON.stringify(written));
  const routes = join(folder, 'bridge.routes.json');
  rmSync(routes, { force: true });
  if (expected) writeFileSync(routes, JSON.stringify(expected));
  const { status, stdout, stderr } = await runCommand(['config', 'check', '--config', config, ...flags]);
  return { status, lines: stdout.trimEnd().split('\n'), stderr };
}

describe('posture-bridge config check', () => {
  it('says all that is wrong at once, with what was meant, and ends with 1', async () => {
    const { status, lines } = await checked({
      ...CLEAN,
      poll: { lookback: 60 },
      routes: [{ name: 'night', when: { severity: 'hihg' }, to: 'soc-slak' }],
    });
    expect(status).toBe(1);
    expect(lines).toEqual([
      "✗ poll.lookback: is 60, without a unit: write it like '30s', '15m', '24h' or '2d'; did you mean '60s'?",
      '✗ routes[0].when.severity: is no severity "hihg", did you mean "high"? (the route "night")',
      '✗ routes[0].to: unknown destination "soc-slak", did you mean "soc-slack"? (the route "night")',
      '',
      `${config}: 3 things to mend.`,
    ]);
  });

  it('says what is only odd, and ends with 0', async () => {
    const { status, lines } = await checked({ ...CLEAN, routes: CLEAN.routes.slice(0, 1) });
    expect(status).toBe(0);
    expect(lines).toEqual([
      '? destinations.lake: no route names it, and ops does not either, so nothing is ever sent there',
      '',
      `${config}: nothing is wrong. 1 thing may not be what you mean.`,
    ]);
    expect((await checked(CLEAN)).lines).toEqual([`${config}: nothing is wrong or odd.`]);
  });

  it('tries the routes on what they are expected to do', async () => {
    const item = { severity: 'high' };
    const held = await checked(CLEAN, [{ name: 'a case', item, to: ['soc-slack', 'lake'] }]);
    expect([held.status, held.lines[0]]).toEqual([0, expect.stringMatching(/^✓ all 1 expectations/)]);
    const broken = await checked(CLEAN, [{ name: 'a case', item, to: ['lake'] }]);
    expect([broken.status, broken.lines[0]]).toEqual([1, expect.stringMatching(/^✗ a case: /)]);
  });

  it('tells a program the same', async () => {
    const { lines } = await checked({ ...CLEAN, poll: { every: 30 } }, undefined, '--json');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      well: false,
      wrong: [{ path: 'poll.every', suggestion: '30s' }],
      odd: [],
    });
  });

  it('says where a file cannot be read', async () => {
    const { status, stderr } = await checked('{ "domains": ');
    expect(status).toBe(1);
    expect(stderr).toContain('line 1');
  });
});
