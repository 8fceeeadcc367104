import { describe, expect, it } from 'vitest';
import { createPortGuard, type PortGuardOptions } from '../../../../local/stand-in-kit/port-guard.ts';

const ask = (
  headers: Record<string, string>,
  { method = 'GET', path = '/', ...options }: PortGuardOptions & { method?: string; path?: string } = {},
) => createPortGuard(options)({ method, path, headers: { host: '127.0.0.1:4000', ...headers } });

describe('the guard of a port', () => {
  it.each(['127.0.0.1', '127.0.0.1:4000', 'localhost:1', 'LOCALHOST', '[::1]:4000'])(
    'lets in who asks for the host %s',
    (host) => {
      expect(ask({ host })).toBeUndefined();
      expect(ask({ host, origin: `http://${host.toLowerCase()}` }, { method: 'POST' })).toBeUndefined();
    },
  );

  it.each([
    'evil.example',
    'localhost.evil.example:4000',
    '127.0.0.1.evil.example',
    '127.0.0.1:4000@evil.example',
    '127.0.0.1:4000, evil.example',
    ' 127.0.0.1',
    '127.1',
    '0.0.0.0:4000',
    '10.0.0.1:4000',
    'localhost.',
    '',
  ])('says to the host "%s" which names it has', (host) => {
    expect(ask({ host })).toMatch(/127\.0\.0\.1, localhost and \[::1\] only/);
  });

  it.each([
    'http://evil.example',
    'http://127.0.0.1:4001',
    'https://127.0.0.1:4000',
    'http://localhost:4000',
    'null',
    '',
  ])('refuses pages of the origin "%s", also those it is linked from', (origin) => {
    for (const method of ['GET', 'POST', 'OPTIONS'])
      expect(ask({ origin }, { method, pages: ['/'] })).toMatch(/another origin/);
  });

  it('refuses what a page of another site asks for without telling its origin', () => {
    for (const site of ['cross-site', 'same-site', 'anything'])
      expect(ask({ 'sec-fetch-site': site })).toMatch(/another site/);
    for (const site of ['same-origin', 'none']) expect(ask({ 'sec-fetch-site': site })).toBeUndefined();
  });

  it('lets other pages link to its own, and put them into no frame', () => {
    const linked = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
    expect(ask(linked, { pages: ['/'] })).toBeUndefined();
    expect(ask(linked, { pages: ['/docs'] })).toMatch(/another site/);
    expect(ask(linked, { pages: ['/'], method: 'POST' })).toMatch(/another site/);
    for (const dest of ['iframe', 'image', 'script', 'empty'])
      expect(ask({ ...linked, 'sec-fetch-dest': dest }, { pages: ['/'] })).toMatch(/another site/);
  });

  it('lets a tunnel in where one is wanted, and still no browser', () => {
    const host = 'bridge.tunnel.example';
    expect(ask({ host }, { isPublic: true, method: 'POST' })).toBeUndefined();
    for (const origin of [`http://${host}`, `https://${host}`, 'http://127.0.0.1:4000', 'null'])
      expect(ask({ host, origin }, { isPublic: true })).toMatch(/another origin/);
    expect(ask({ origin: 'http://127.0.0.1:4000' }, { isPublic: true })).toMatch(/another origin/);
    expect(ask({ host, 'sec-fetch-site': 'cross-site' }, { isPublic: true })).toMatch(/another site/);
  });
});
