import { html } from 'hono/html';
import { nameOf, type Schema } from './docs-document.ts';

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

export const meaningOf = (description: string | undefined, schema: Schema | undefined): string => {
  const limits = limitsOf(schema ?? {});
  const ending = limits === '' ? '' : `${limits.charAt(0).toUpperCase()}${limits.slice(1)}.`;
  return [description ?? '', ending].filter((text) => text !== '').join(' ');
};

export const typeOf = (schema: Schema | undefined): ReturnType<typeof html> | string => {
  if (schema === undefined) return 'anything';
  if (schema.$ref !== undefined) return html`<a href="#${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return html`${choices.map((choice, at) => html`${at === 0 ? '' : ' or '}${typeOf(choice)}`)}`;
  if (schema.enum) {
    const { enum: values } = schema;
    return html`${values.map((value, at) => html`${at === 0 ? '' : ', '}<span class="word">${String(value)}</span>`)}`;
  }
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

export const shapeBlock = (name: string, schema: Schema) => {
  const rows = Object.entries(schema.properties ?? {}).map(([field, held]) => {
    const optional = schema.required?.includes(field) ? '' : html` <span class="soft">optional</span>`;
    return html`<tr>
      <th scope="row"><code>${field}</code>${optional}</th>
      <td>${typeOf(held)}</td>
      <td class="soft">${meaningOf(held.description, held)}</td>
    </tr>`;
  });
  const shown =
    rows.length === 0
      ? html`<p>${typeOf(schema)}</p>`
      : html`<div class="scroll"><table class="fields"><tbody>${rows}</tbody></table></div>`;
  return html`<article id="${name}"><h3>${name}</h3>${shown}</article>`;
};
