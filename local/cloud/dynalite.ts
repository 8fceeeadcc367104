import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DamagedFileError } from '../stand-in-kit/damaged-file.ts';
import { answerInserts } from './answer-inserts.ts';
import type { Answer } from './answering-server.ts';
import { checkStoreLog } from './check-store-log.ts';

const require = createRequire(import.meta.url);
const dynalite = require('dynalite') as (options: object) => Server;
const db = require('dynalite/db') as { create(options: object): Store };
/** The store of dynalite, resolved like dynalite itself does. */
const { Level } = createRequire(require.resolve('dynalite'))('level') as {
  Level: new (path: string) => { open(): Promise<void>; close(): Promise<void> };
};

interface Store {
  readonly lifecycleManager: { gracefulClose(): Promise<void> };
}

/**
 * dynalite without a port. It authenticates nobody and lets every web page read, so only the front door may pass calls to
 * it.
 */
export async function openDynalite(path?: string) {
  if (path !== undefined) await checkFree(path);
  const { server, store } = create({ path, createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  answerInserts(server, path === undefined ? undefined : join(path, 'inserts.json'));
  const underway = new Set<Promise<Answer>>();
  let closing = false;

  return {
    ask(headers: IncomingHttpHeaders, body: Buffer): Promise<Answer> {
      // If closed during a call, dynalite throws where we cannot catch it.
      if (closing) return Promise.reject(new Error('the tables are closed'));
      const answered = new Promise<Answer>((answer) => {
        server.emit('request', requestOf(headers, body), responseTo(answer));
      });
      underway.add(answered);
      void answered.finally(() => underway.delete(answered));
      return answered;
    },
    async close(): Promise<void> {
      closing = true;
      await Promise.all(underway);
      await store.lifecycleManager.gracefulClose();
    },
  };
}

/** Its server closes the store only if it listens, so the store is captured when it is created. */
function create(options: object): { server: Server; store: Store } {
  const made = db.create;
  let store: Store | undefined;
  db.create = (given) => {
    store = made(given);
    return store;
  };
  try {
    const server = dynalite(options);
    if (!store) throw new Error('this version of dynalite makes its store in another way');
    return { server, store };
  } finally {
    db.create = made;
  }
}

/** The parts of a request and of a response that dynalite uses. */
const requestOf = (headers: IncomingHttpHeaders, body: Buffer) =>
  Object.assign(Readable.from(body.length > 0 ? [body] : []), { method: 'POST', url: '/', headers });

function responseTo(answer: (answer: Answer) => void) {
  const headers: Record<string, string> = {};
  const events = new EventEmitter();
  return Object.assign(events, {
    statusCode: 200,
    setHeader(name: string, value: string | number): void {
      // Never what it tells browsers, which is that every page may read.
      if (/^(x-amz|content-type$)/i.test(name)) headers[name.toLowerCase()] = String(value);
    },
    writeHead(status: number, more: Record<string, string>): void {
      this.statusCode = status;
      for (const [name, value] of Object.entries(more)) this.setHeader(name, value);
    },
    end(body = ''): void {
      answer({ status: this.statusCode, headers, body: Buffer.from(body) });
      events.emit('close');
    },
  });
}

/** Two clouds in one folder would lose each other's rows and messages. dynalite would only say that it is closed. */
async function checkFree(dataDir: string): Promise<void> {
  await checkStoreLog(dataDir);
  const store = new Level(dataDir);
  try {
    await store.open();
  } catch (problem) {
    const { code, message } = (problem as { cause?: { code?: string; message?: string } }).cause ?? {};
    throw code === 'LEVEL_LOCKED'
      ? new Error(`another local cloud is using ${dataDir}: stop it, or choose another folder`)
      : new DamagedFileError(`the folder ${dataDir}`, message ?? String(problem));
  }
  await store.close();
}
