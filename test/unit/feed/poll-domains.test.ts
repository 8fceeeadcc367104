import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLog } from '../../../lib/base/log.ts';
import { pollDomains } from '../../../lib/feed/poll-domains.ts';

function setUp() {
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const said = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { log, said };
}

const refuse = (words: string) => Promise.reject(new Error(words));

it('polls domains side by side, so that one that stalls holds up no other', async () => {
  const { log } = setUp();
  const polled: string[] = [];
  const { promise: stalled, resolve: goOn } = withResolvers();
  const run = pollDomains(
    ['acme', 'beta', 'gamma'],
    async (domain) => {
      if (domain === 'acme') await stalled;
      polled.push(domain);
    },
    log,
  );
  await sleep(0);
  expect(polled).toEqual(['beta', 'gamma']);
  goOn();
  await run;
  expect(polled).toEqual(['beta', 'gamma', 'acme']);
});

it('lets the others have their turn before the failure of one ends the run, and names it', async () => {
  const { log, said } = setUp();
  const polled: string[] = [];
  const run = pollDomains(
    ['acme', 'beta', 'gamma'],
    async (domain) => {
      if (domain === 'beta') throw new Error('the parameter /beta/key is empty');
      await sleep(0);
      polled.push(domain);
    },
    log,
  );
  await expect(run).rejects.toThrow('1 of 3 domains were not polled: beta');
  expect(polled).toEqual(['acme', 'gamma']);
  expect(said()).toMatchObject([
    { event: 'domain not polled', domain: 'beta', problem: 'Error: the parameter /beta/key is empty' },
  ]);
});

it('says which domain failed while another one still stalls', async () => {
  const { log, said } = setUp();
  void pollDomains(
    ['acme', 'beta'],
    (domain) => (domain === 'beta' ? refuse('no') : new Promise(() => {})),
    log,
  );
  await sleep(0);
  expect(said()).toMatchObject([{ domain: 'beta' }]);
});

it('fails as a single domain fails', async () => {
  const { log } = setUp();
  await expect(pollDomains(['acme'], () => refuse('as it was'), log)).rejects.toThrow('as it was');
});

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
