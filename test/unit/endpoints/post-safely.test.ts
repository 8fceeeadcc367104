import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAddressCheck } from '../../../lib/base/http/address-rules.ts';
import { createPostSafely, type Resolve } from '../../../lib/endpoints/post-safely.ts';
import { FORBIDDEN_ADDRESSES, FORBIDDEN_HOSTS } from './forbidden-addresses.ts';

let connections = 0;
let answer: (socket: Socket) => void = (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n');
const servers: Server[] = [];
let port = 0;

const listen = (host: string, at: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      connections++;
      socket.on('error', () => undefined);
      socket.once('data', () => answer(socket));
    });
    servers.push(server);
    server.once('error', reject);
    server.listen(at, host, () => resolve((server.address() as { port: number }).port));
  });

beforeAll(async () => {
  port = await listen('0.0.0.0', 0);
  // Machines without IPv6 have nothing to connect to there either.
  await listen('::1', port).catch(() => undefined);
});
afterAll(() => {
  for (const server of servers) server.close();
});
afterEach(() => {
  connections = 0;
  answer = (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n');
});

const request = (url: string, rules = {}, timeoutMs = 2_000) => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{}',
  rules,
  timeoutMs,
});
const here = (path = '') => request(`http://127.0.0.1:${port}/${path}`, { local: true });

describe('what is not public', () => {
  it.each(FORBIDDEN_ADDRESSES)('%s is refused as an address', (address) => {
    expect(createAddressCheck({})(address)).toBe(false);
  });

  it.each(FORBIDDEN_HOSTS)('https://%s is not connected to', async (host) => {
    const url = `https://${host.includes('/') ? host : `${host}:${port}/`}`;
    // What is no address must not find its way out of the test.
    const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const posted = await createPostSafely({ resolve })(request(url));
    expect(posted.is).toBe('address');
    expect(connections).toBe(0);
  });

  it.each(FORBIDDEN_ADDRESSES)('a name that leads to %s is not connected to', async (address) => {
    const resolve: Resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }];
    const posted = await createPostSafely({ resolve })(request(`https://rebound.example:${port}/`));
    expect([posted.is, connections]).toEqual(['address', 0]);
  });

  it('is refused also where only one of several addresses is so', async () => {
    const resolve: Resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    const posted = await createPostSafely({ resolve })(request(`https://both.example:${port}/`));
    expect([posted.is, connections]).toEqual(['address', 0]);
  });

  it('is not reached by a name that changes between judging and connecting', async () => {
    let asked = 0;
    const resolve: Resolve = async () => {
      asked++;
      // Public, and nobody is there: TEST-NET-like but allowed by the list below.
      return [{ address: asked === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }];
    };
    const rules = { privateRanges: ['192.0.2.0/24'] };
    const posted = await createPostSafely({ resolve })(
      request(`https://rebind.example:${port}/`, rules, 300),
    );
    expect(posted.is).toBe('nothing');
    expect([asked, connections]).toEqual([1, 0]);
  });

  it('is not reached where the system would resolve a name otherwise than it was judged', async () => {
    // Every system knows this name, and leads it here.
    const resolve: Resolve = async () => [{ address: '192.0.2.1', family: 4 }];
    const rules = { privateRanges: ['192.0.2.0/24'] };
    for (const host of ['localhost', 'localhost.']) {
      const posted = await createPostSafely({ resolve })(request(`https://${host}:${port}/`, rules, 300));
      expect([posted.is, connections]).toEqual(['nothing', 0]);
    }
  });

  it('is not reached by a way to translate addresses that a list of ranges opened', () => {
    const check = createAddressCheck({ privateRanges: ['::/0', '64:ff9b::/96', '2002::/16'] });
    for (const address of [
      '64:ff9b::a9fe:a9fe',
      '64:ff9b::169.254.169.254',
      '64:ff9b:1::a9fe:a9fe',
      '64:ff9b::127.0.0.1',
      '64:ff9b::',
      '2002:a9fe:a9fe::1',
      '2002:7f00:1::',
      '::169.254.169.254',
      '::ffff:0:169.254.169.254',
      '::ffff:169.254.169.254',
    ])
      expect([address, check(address)]).toEqual([address, false]);
    expect(check('64:ff9b::10.0.0.1')).toBe(true);
  });

  it('stays refused where a list of ranges would open it', () => {
    const check = createAddressCheck({ privateRanges: ['0.0.0.0/0', '::/0'] });
    for (const address of ['127.0.0.1', '169.254.169.254', '::1', 'fe80::1', 'fd00:ec2::254', '0.0.0.0'])
      expect([address, check(address)]).toEqual([address, false]);
    expect(check('10.0.0.1')).toBe(true);
    expect(check('fd12::1')).toBe(true);
  });

  it('may be this machine, by the switch, and then nothing else that is private', () => {
    const check = createAddressCheck({ local: true });
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(check)).toEqual([true, true, true]);
    expect(['10.0.0.1', '169.254.169.254', '192.168.1.1', '0.0.0.0'].some(check)).toBe(false);
  });

  it.each(['93.184.215.14', '1.1.1.1', '2606:4700::1111', '::ffff:1.1.1.1', '172.32.0.1', '100.128.0.1'])(
    '%s is public',
    (address) => expect(createAddressCheck({})(address)).toBe(true),
  );
});

describe('a request', () => {
  const post = createPostSafely();

  it('goes nowhere but over https, unless it stays on this machine', async () => {
    const url = `http://127.0.0.1:${port}/`;
    expect(await post(request(url))).toEqual({ is: 'address', reason: 'only https addresses are called' });
    expect((await post(request('ftp://1.1.1.1/', { local: true }))).is).toBe('address');
    expect((await post(request(`http://user:pass@127.0.0.1:${port}/`, { local: true }))).is).toBe('address');
    expect(connections).toBe(0);
    expect(await post(here())).toMatchObject({ is: 'answered', answer: { status: 204 } });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a %i', async (status) => {
    answer = (socket) =>
      socket.end(`HTTP/1.1 ${status} Elsewhere\r\nlocation: http://127.0.0.1:${port}/metadata\r\n\r\n`);
    expect(await post(here())).toMatchObject({ is: 'answered', answer: { status } });
    expect(connections).toBe(1);
  });

  it('needs the head of an answer and nothing else: bodies may be slow, endless or packed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const bodies: ((socket: Socket) => void)[] = [
      (socket) => void socket.write('content-length: 1000000000\r\n\r\nx'),
      (socket) => {
        socket.write('transfer-encoding: chunked\r\n\r\n');
        const timer = setInterval(() => socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`), 1);
        socket.on('close', () => clearInterval(timer));
      },
      (socket) => {
        socket.write(`content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
        socket.write(bomb);
      },
    ];
    for (const body of bodies) {
      answer = (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        body(socket);
      };
      const before = process.memoryUsage().rss;
      const startedAt = Date.now();
      expect(await post(here())).toMatchObject({ is: 'answered', answer: { status: 200 } });
      expect(Date.now() - startedAt).toBeLessThan(1_500);
      expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
    }
  });

  it.each<[string, (socket: Socket) => void]>([
    ['hangs', () => undefined],
    ['is cut', (socket) => socket.destroy()],
    [
      'never ends its headers',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write(`x-more: ${'y'.repeat(1_000)}\r\n`), 5);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    [
      'sends its headers a byte at a time',
      (socket) => {
        const timer = setInterval(() => socket.write('H'), 50);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    [
      'says 103 again and again',
      (socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 5);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    ['does not speak HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    [
      'switches protocols',
      (socket) =>
        void socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    ],
  ])('ends in time when the receiver %s', async (_, play) => {
    answer = play;
    const startedAt = Date.now();
    const posted = await post({ ...here(), timeoutMs: 400 });
    expect(posted.is).toBe('nothing');
    expect(Date.now() - startedAt).toBeLessThan(1_200);
  });

  it('ends in time when nobody knows the name', async () => {
    const never: Resolve = () => new Promise(() => undefined);
    const posted = await createPostSafely({ resolve: never })(request('https://slow.example/', {}, 100));
    expect(posted).toEqual({ is: 'nothing', reason: 'no answer in time' });
  });

  it('trusts no certificate that is not valid', async () => {
    const posted = await post(request(`https://127.0.0.1:${port}/`, { local: true }));
    expect(posted.is).toBe('nothing');
  });
});
