import { describe, expect, it } from 'vitest';
import { createHarness, HOST } from './harness.ts';

const ACT = { do: 'set-order', order: 'by-id' };
const { get, post, app } = createHarness();

describe('who may use the console', () => {
  it('does nothing without an Origin, or for a form', async () => {
    const headers = { Host: HOST, 'Content-Type': 'application/json' };
    const body = JSON.stringify(ACT);
    expect((await app.request('/api/world', { method: 'POST', headers, body })).status).toBe(403);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      expect((await post('/api/world', ACT, { 'Content-Type': type })).status).toBe(415);
    }
  });

  it('says what is wrong with a body, and takes none that is too large', async () => {
    const answer = await post('/api/world', '{');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: 'The body is not JSON.' });
    expect((await post('/api/world', { do: 'explode' })).status).toBe(400);
    expect((await post('/api/try', { item: 'x'.repeat(600_000) })).status).toBe(413);
  });

  it('lets nothing come from elsewhere into the page', async () => {
    for (const path of ['/', '/console.js', '/console.css', '/icon.svg', '/api/config', '/api/nothing']) {
      const { headers } = await get(path);
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|http|\*|data:/);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    }
    const page = await (await get('/')).text();
    expect(page).not.toMatch(/<style|style=|<script>|\son\w+=/);
    expect([...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      'icon.svg',
      'console.css',
      'console.js',
    ]);
  });
});
