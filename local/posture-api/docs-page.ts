import { html, raw } from 'hono/html';
import { STYLE } from './docs-style.ts';

// Only what the page shows of an OpenAPI document.
type Schema = {
  type?: string | string[];
  $ref?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
};
type Content = { content?: Record<string, { schema?: Schema }> };
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema };
type Operation = {
  summary?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses?: Record<string, Content & { description?: string }>;
};
type Document = {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

const limitsOf = (schema: Schema): string =>
  [
    schema.minimum === undefined ? '' : `from ${schema.minimum}`,
    schema.maximum === undefined ? '' : `up to ${schema.maximum}`,
    schema.maxLength === undefined ? '' : `at most ${schema.maxLength} characters`,
    schema.maxItems === undefined ? '' : `at most ${schema.maxItems} items`,
    schema.default === undefined ? '' : `default ${String(schema.default)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');

const meaningOf = (description: string | undefined, schema: Schema | undefined): string => {
  const limits = limitsOf(schema ?? {});
  const ending = limits === '' ? '' : `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`;
  return [description ?? '', ending].filter((text) => text !== '').join(' ');
};

const typeOf = (schema: Schema | undefined): ReturnType<typeof html> | string => {
  if (schema === undefined) return 'anything';
  if (schema.$ref !== undefined) return html`<a href="#${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return html`${choices.map((choice, at) => html`${at === 0 ? '' : ' or '}${typeOf(choice)}`)}`;
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? []].flat();
  if (types.includes('array'))
    return html`list of ${typeOf(schema.items)}${types.includes('null') ? ' or null' : ''}`;
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    return html`object: ${fields.map(
      ([name, field], at) => html`${at === 0 ? '' : '; '}<code>${name}</code> ${typeOf(field)}`,
    )}${types.includes('null') ? ' (or null)' : ''}`;
  }
  const named = types.map((type) => (type === 'string' && schema.format ? schema.format : type));
  return named.length === 0 ? 'anything' : named.join(' or ');
};

const fieldRows = (schema: Schema) =>
  Object.entries(schema.properties ?? {}).map(
    ([name, field]) => html`<tr>
      <td><code>${name}</code>${schema.required?.includes(name) ? '' : html` <span class="soft">optional</span>`}</td>
      <td>${typeOf(field)}</td>
      <td class="soft">${meaningOf(field.description, field)}</td>
    </tr>`,
  );

const operationBlock = (path: string, method: string, operation: Operation) => {
  const body = operation.requestBody?.content?.['application/json']?.schema;
  return html`<article id="${anchorOf(path, method)}">
    <h3><span class="method">${method.toUpperCase()}</span><code>${path}</code></h3>
    <p>${operation.summary ?? ''}</p>
    ${
      operation.parameters?.length
        ? html`<table>
            <thead><tr><th>Parameter</th><th>Type</th><th>Meaning</th></tr></thead>
            <tbody>${operation.parameters.map(
              (parameter) => html`<tr>
                <td><code>${parameter.name}</code> <span class="soft">${parameter.in}</span></td>
                <td>${typeOf(parameter.schema)}</td>
                <td class="soft">${meaningOf(parameter.description, parameter.schema)}</td>
              </tr>`,
            )}</tbody>
          </table>`
        : ''
    }
    ${body ? html`<p>Body: ${typeOf(body)}</p>` : ''}
    <table>
      <thead><tr><th>Status</th><th>Body</th><th>When</th></tr></thead>
      <tbody>${Object.entries(operation.responses ?? {}).map(
        ([status, answer]) => html`<tr>
          <td><code>${status}</code></td>
          <td>${typeOf(answer.content?.['application/json']?.schema)}</td>
          <td class="soft">${answer.description ?? ''}</td>
        </tr>`,
      )}</tbody>
    </table>
  </article>`;
};

const anchorOf = (path: string, method: string): string => `${method}${path.replace(/[^a-z_]+/gi, '-')}`;
const shortPath = (path: string): string => path.replace('/api/v1/external', '');

/** The OpenAPI document as a page to read: no script, nothing loaded from elsewhere. */
export const renderDocs = (source: object) => {
  const document = source as Document;
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.flatMap(({ operation }) => operation.tags ?? []))];
  const schemas = Object.entries(document.components?.schemas ?? {});
  const ofTag = (tag: string) => operations.filter(({ operation }) => operation.tags?.includes(tag));
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
<nav aria-label="Contents">
${tags.map(
  (tag) =>
    html`<h2>${tag}</h2>${ofTag(tag).map(
      ({ path, method }) =>
        html`<a href="#${anchorOf(path, method)}">${method.toUpperCase()} ${shortPath(path)}</a>`,
    )}`,
)}
<h2>Shapes</h2>${schemas.map(([name]) => html`<a href="#${name}">${name}</a>`)}
</nav>
<main>
<h1>${document.info.title}</h1>
<p class="soft">Version ${document.info.version}. <a href="/openapi.json">openapi.json</a></p>
<p>${document.info.description ?? ''}</p>
<p>Send the key of a domain as <code>X-API-Key: KEY</code> or <code>Authorization: Bearer KEY</code>.</p>
${tags.map(
  (tag) =>
    html`<h2>${tag}</h2>${ofTag(tag).map(({ path, method, operation }) => operationBlock(path, method, operation))}`,
)}
<h2>Shapes</h2>
${schemas.map(
  ([name, schema]) =>
    html`<article id="${name}"><h3>${name}</h3><table><tbody>${fieldRows(schema)}</tbody></table></article>`,
)}
</main>
</div></body></html>`;
};
