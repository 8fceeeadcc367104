import { html, raw } from 'hono/html';
import { type Answer, bodyOf, type Endpoint, nameOf, type Parameter, type Schemas } from './docs-document.ts';
import { meaningOf, typeOf } from './docs-schema.ts';

export const anchorOf = ({ path, method }: Endpoint): string => `${method}${path.replace(/[^a-z_]+/gi, '-')}`;

/** A long path may wrap before a slash, never inside a name. */
const breakable = (path: string) =>
  path.split(/(?<=.)(?=\/)/).map((part, at) => html`${at === 0 ? '' : raw('<wbr>')}${part}`);

/** Identifiers differ between servers, so they are shell variables; other examples are ready to use. */
const pathValueOf = ({ name, schema }: Parameter): string =>
  schema?.format === 'uuid' || schema?.example === undefined
    ? `$${name.toUpperCase()}`
    : String(schema.example);

/** A request to paste into a shell in which KEY is set. */
export const curlOf = ({ path, method, operation }: Endpoint, schemas: Schemas, origin: string): string => {
  const parameters = operation.parameters ?? [];
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, pathValueOf(parameter)), path);
  const query = parameters.some(({ name }) => name === 'page_size') ? '?page_size=10' : '';
  const url = `"${origin}${filled}${query}"`;
  const body = bodyOf(operation.requestBody);
  if (body === undefined) return `curl -H "X-API-Key: $KEY" ${url}`;
  const example = JSON.stringify(schemas[nameOf(body.$ref ?? '')]?.example ?? {});
  return [
    `curl -X ${method.toUpperCase()} -H "X-API-Key: $KEY" -H "Content-Type: application/json"`,
    `-d '${example}'`,
    url,
  ].join(' \\\n  ');
};

const parameterRow = (parameter: Parameter) => html`<tr>
  <th scope="row"><code>${parameter.name}</code> <span class="soft">${parameter.in}</span></th>
  <td>${typeOf(parameter.schema)}</td>
  <td class="soft">${meaningOf(parameter.description, parameter.schema)}${
    parameter['x-name-unconfirmed'] ? html` <span class="mark">name not confirmed by the contract</span>` : ''
  }</td>
</tr>`;

const answerRow = ([status, answer]: [string, Answer]) => html`<tr>
  <th scope="row"><code>${status}</code></th>
  <td>${typeOf(bodyOf(answer))}</td>
  <td class="soft">${answer.description ?? ''}${Object.entries(answer.headers ?? {}).map(
    ([name, header]) => html` <code>${name}</code>: ${header.description ?? ''}`,
  )}</td>
</tr>`;

export const endpointBlock = (endpoint: Endpoint, schemas: Schemas, origin: string) => {
  const { path, method, operation } = endpoint;
  const body = bodyOf(operation.requestBody);
  const parameters = operation.parameters ?? [];
  return html`<article id="${anchorOf(endpoint)}">
    <h3><span class="method">${method.toUpperCase()}</span> <code>${breakable(path)}</code></h3>
    <p>${operation.summary ?? ''}</p>
    <pre class="curl" tabindex="0"><code>${curlOf(endpoint, schemas, origin)}</code></pre>
    ${
      parameters.length === 0
        ? ''
        : html`<div class="scroll"><table class="fields">
            <thead><tr><th>Parameter</th><th>Type</th><th>Meaning</th></tr></thead>
            <tbody>${parameters.map(parameterRow)}</tbody>
          </table></div>`
    }
    ${body === undefined ? '' : html`<p>Body: ${typeOf(body)}</p>`}
    <div class="scroll"><table>
      <thead><tr><th>Status</th><th>Body</th><th>When</th></tr></thead>
      <tbody>${Object.entries(operation.responses ?? {}).map(answerRow)}</tbody>
    </table></div>
  </article>`;
};
