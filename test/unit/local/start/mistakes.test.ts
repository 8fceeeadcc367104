import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkStoreLog, crc32c, firstDamage } from '../../../../local/cloud/check-store-log.ts';
import { openDynalite } from '../../../../local/cloud/dynalite.ts';
import { openQueueJournal } from '../../../../local/cloud/queue-journal.ts';
import { DamagedFileError } from '../../../../local/stand-in-kit/damaged-file.ts';
import { openNotebook } from '../../../../local/stand-in-kit/notebook.ts';
import { explainFailure } from '../../../../local/start/explain-failure.ts';
import { readFlags } from '../../../../local/start/flags.ts';
import { makePrivate } from '../../../../local/start/private-folder.ts';

const require = createRequire(import.meta.url);
const { Level } = createRequire(require.resolve('dynalite'))('level');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mistakes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a folder of --data that is damaged', () => {
  /** A store with as many rows as make several blocks of its log, whose process was killed. */
  async function keptLog(): Promise<string> {
    const store = new Level(folder);
    await store.open();
    for (let n = 0; n < 300; n++) await store.put(`row-${n}`, 'x'.repeat(400));
    const [name = ''] = (await readdir(folder)).filter((one) => /^\d+\.log$/.test(one));
    const log = await readFile(join(folder, name));
    await store.close();
    await writeFile(join(folder, name), log);
    return join(folder, name);
  }

  it('is told from one that is whole, and from one whose last write was cut off', async () => {
    const path = await keptLog();
    const log = await readFile(path);
    expect(log.length).toBeGreaterThan(100_000);
    expect(firstDamage(log)).toBeNull();
    for (const cut of [1, 5, 300]) expect(firstDamage(log.subarray(0, log.length - cut))).toBeNull();
    expect(firstDamage(Buffer.concat([log, Buffer.alloc(5_000)]))).toBeNull();
    await checkStoreLog(folder);
  });

  it('is noticed when there is garbage in the middle of its log', async () => {
    const path = await keptLog();
    const log = await readFile(path);
    log.write('garbage', 50_000);
    await writeFile(path, log);
    const failed = openDynalite(folder);
    await expect(failed).rejects.toThrow(DamagedFileError);
    const said = explainFailure(await failed.catch((error: unknown) => error), folder);
    expect(said).toMatch(
      /^The bridge could not start: .+\.log is damaged: byte \d+ and what follows .+ --data\.$/,
    );
  });

  it('is noticed when its store cannot be opened, a notebook or the journal of queues cannot be read', async () => {
    writeFileSync(join(folder, 'CURRENT'), 'garbage\n');
    await expect(openDynalite(folder)).rejects.toThrow(DamagedFileError);
    writeFileSync(join(folder, 'slack.jsonl'), '{"a":1}\ngarbage\n{"b":2}\n');
    expect(() => openNotebook(join(folder, 'slack.jsonl'))).toThrow(/slack\.jsonl, line 2, is damaged/);
    writeFileSync(join(folder, 'queues.journal'), '{"odd":1}\n');
    await expect(openQueueJournal(folder)).rejects.toThrow(/queues\.journal, line 1 is damaged.* --data\.$/);
  });

  it.each(['queues.journal', 'world/slack.jsonl'])(
    'is refused when %s is a pipe, which would hang',
    async (name) => {
      mkdirSync(join(folder, 'world'));
      execFileSync('mkfifo', [join(folder, name)]);
      await expect(makePrivate(folder)).rejects.toThrow(`${join(folder, name)} is no file`);
    },
  );
});

describe('the checksum of a log', () => {
  it('is that of the standard', () => expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283));
});

describe('ports', () => {
  it('are free ones with --port 0, as everywhere else', () => {
    expect(readFlags(['--port', '0'])).toEqual({ kind: 'run', options: { json: false } });
    expect(readFlags(['--port', '4000'])).toEqual({ kind: 'run', options: { json: false, port: 4_000 } });
  });

  it('below 1024 are refused with what to do', () => {
    const refused = Object.assign(new Error('listen EACCES'), {
      code: 'EACCES',
      syscall: 'listen',
      port: 80,
    });
    expect(explainFailure(refused, undefined)).toBe(
      'Port 80 may not be opened by this user: those below 1024 are for the system. Choose one above with --port, as in npm start -- --port 4000.',
    );
  });
});
