import { html, raw } from 'hono/html';
import type { Document, Endpoint } from './docs-document.ts';
import { anchorOf, endpointBlock } from './docs-endpoint.ts';
import { shapeBlock } from './docs-schema.ts';
import { STYLE } from './docs-style.ts';

const shortPath = (path: string): string => path.replace('/api/v1/external', '');

/** The OpenAPI document as a page to read: no script, nothing loaded from elsewhere. */
export const renderDocs = (source: object, origin: string) => {
  const document = source as Document;
  const endpoints = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Endpoint => ({ path, method, operation })),
  );
  const tags = [...new Set(endpoints.flatMap(({ operation }) => operation.tags ?? []))];
  const schemas = document.components?.schemas ?? {};
  const ofTag = (tag: string) => endpoints.filter(({ operation }) => operation.tags?.includes(tag));
  const endpointLink = (endpoint: Endpoint) =>
    html`<a href="#${anchorOf(endpoint)}"><span class="verb">${endpoint.method.toUpperCase()}</span> ${shortPath(endpoint.path)}</a>`;
  const contents = html`${tags.map((tag) => html`<h2>${tag}</h2>${ofTag(tag).map(endpointLink)}`)}
<h2>Shapes</h2>${Object.keys(schemas).map((name) => html`<a href="#${name}">${name}</a>`)}`;
  // Twice on purpose: next to the text on wide screens, folded on narrow ones. CSS shows one of them.
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title}</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
</head>
<body><div class="page">
<nav class="side" aria-label="Contents">${contents}</nav>
<main>
<h1>${document.info.title}</h1>
<p class="soft">Version ${document.info.version}. <a href="/openapi.json">openapi.json</a></p>
<details class="menu"><summary>Contents</summary><nav aria-label="Contents">${contents}</nav></details>
<p>${document.info.description ?? ''}</p>
<p>Send the key of a domain as <code>X-API-Key: KEY</code> or <code>Authorization: Bearer KEY</code>. The curl lines
read it from the shell variable <code>KEY</code>; a click selects a line whole.</p>
${tags.map(
  (tag) => html`<h2>${tag}</h2>${ofTag(tag).map((endpoint) => endpointBlock(endpoint, schemas, origin))}`,
)}
<h2>Shapes</h2>
${Object.entries(schemas).map(([name, schema]) => shapeBlock(name, schema))}
</main>
</div></body></html>`;
};
