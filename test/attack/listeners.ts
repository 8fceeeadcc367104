import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Something that a process waits at for callers. */
export type Listener =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

export const nameOf = (one: Listener): string =>
  one.kind === 'tcp' ? `${one.host}:${one.port}` : `the socket ${one.path}`;

/** Every listener of a group of processes, as the kernel knows them: none can be forgotten. Linux only. */
export function listenersOf(processGroup: number): Listener[] {
  const sockets = new Set(processesIn(processGroup).flatMap(socketsOf));
  const tcp = ['tcp', 'tcp6'].flatMap((table) =>
    rowsOf(table).flatMap(([, local = '', , state, , , , , , inode = '']) =>
      state === LISTENS && sockets.has(inode) ? [addressOf(local)] : [],
    ),
  );
  const unix = rowsOf('unix').flatMap(([, , , flags = '', , , inode = '', path = '']): Listener[] =>
    (Number.parseInt(flags, 16) & ACCEPTS) !== 0 && sockets.has(inode) ? [{ kind: 'unix', path }] : [],
  );
  return [...tcp, ...unix];
}

const LISTENS = '0A';
const ACCEPTS = 0x1_00_00;

const rowsOf = (table: string): string[][] =>
  readFileSync(`/proc/net/${table}`, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/));

function processesIn(group: number): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    // The name may hold blanks and brackets: what we want is behind it.
    const [, , pgid] = quietly(
      () =>
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' '),
      [],
    );
    return Number(pgid) === group;
  });
}

const socketsOf = (pid: string): string[] =>
  quietly(() => readdirSync(`/proc/${pid}/fd`), []).flatMap((fd) => {
    const link = quietly(() => readlinkSync(`/proc/${pid}/fd/${fd}`), '');
    return /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? [];
  });

/** A process may end while it is looked at. */
function quietly<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}

/** `0100007F:8451`: each four bytes are turned around. */
function addressOf(text: string): Listener {
  const [address = '', port = ''] = text.split(':');
  const bytes = (address.match(/.{8}/g) ?? []).flatMap((word) => (word.match(/../g) ?? []).reverse());
  const host =
    bytes.length === 4
      ? bytes.map((byte) => Number.parseInt(byte, 16)).join('.')
      : (bytes.join('').match(/.{4}/g) ?? []).join(':').replace(/^(?:0000:){7}0001$/, '::1');
  return { kind: 'tcp', host, port: Number.parseInt(port, 16) };
}
