import type { Hono, MiddlewareHandler } from 'hono';
import { html } from 'hono/html';

/** The page's script and style, in memory. */
export interface ClientFiles {
  readonly script: string;
  readonly style: string;
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** On every answer. */
export const secureHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header('Content-Security-Policy', POLICY);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  c.header('Cache-Control', 'no-store');
};

const shell = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>posture-bridge</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="console.css">
<script src="console.js" type="module"></script>
</head>
<body>
<div id="app"></div>
<noscript>The console needs JavaScript.</noscript>
</body>
</html>
`;

/** A bridge. Without it every browser would request one in vain. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#2f5d8a"/><path d="M4 21h24M8 21v-6m16 6v-6M4 15c5 0 8 2 12 2s7-2 12-2" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></svg>`;

/** The page itself. Everything on it comes from this server. */
export function addPage(app: Hono, { script, style }: ClientFiles): void {
  const type = (name: string) => ({ 'Content-Type': `${name}; charset=utf-8` });
  app.get('/', (c) => c.html(shell));
  app.get('/console.js', (c) => c.body(script, 200, type('text/javascript')));
  app.get('/console.css', (c) => c.body(style, 200, type('text/css')));
  app.get('/icon.svg', (c) => c.body(ICON, 200, type('image/svg+xml')));
}
