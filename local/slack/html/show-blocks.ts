import { html } from 'hono/html';
import type { Fields } from '../../stand-in-kit/fields.ts';
import { optionsOf } from '../interactions/state-values.ts';
import type { Names } from '../reading/names.ts';
import { type Html, showRichText, showText } from './show-text.ts';

export type Shown = { readonly names: Names; readonly nowMs: number };

/** The question that the script asks first. */
const confirmOf = ({ confirm }: Fields, { names }: Shown): string => {
  const { title, text } = (confirm ?? {}) as Fields;
  return confirm === undefined ? '' : `${showText(title, names)}\n\n${showText(text, names)}`;
};

/** The label of the button that means yes. */
const yesOf = ({ confirm }: Fields, { names }: Shown): string =>
  confirm === undefined ? '' : `${showText((confirm as Fields).confirm, names)}`;

/** Its label, and below it its description. */
const showOption = ({ text, description }: Fields, { names }: Shown): Html =>
  html`<span>${showText(text, names)}${description ? html` <small>${showText(description, names)}</small>` : ''}</span>`;

const showButton = (element: Fields, block: Fields, shown: Shown, option?: Fields): Html =>
  html`<button type="button" class="${String(element.style ?? '')}" data-action="${String(element.action_id)}"
data-block="${String(block.block_id)}" data-value="${String(element.value ?? '')}"
data-option="${String(option?.value ?? '')}" data-confirm="${confirmOf(element, shown)}" data-yes="${yesOf(element, shown)}">${showOption(option ?? element, shown)}</button>`;

const showElement = (element: Fields, block: Fields, shown: Shown): Html => {
  if (element.type === 'button') return showButton(element, block, shown);
  const isMenu = element.type === 'overflow' || element.type === 'static_select';
  if (!isMenu) return html`<span class="soft">[${String(element.type)}]</span>`;
  const options = optionsOf(element).map((option) => showButton(element, block, shown, option));
  const label = element.placeholder === undefined ? '…' : showText(element.placeholder, shown.names);
  const spoken = element.placeholder === undefined ? 'More' : label;
  return html`<details class="menu"><summary aria-label="${spoken}">${label}</summary><div>${options}</div></details>`;
};

const choice = (kind: 'radio' | 'checkbox', name: string, option: Fields, chosen: boolean, shown: Shown) =>
  html`<label class="choice"><input type="${kind}" name="${name}" value="${String(option.value)}" ${chosen ? 'checked' : ''}>
${showOption(option, shown)}</label>`;

/** An input of a form, named after its block, under which it is submitted. */
const showInput = (element: Fields, name: string, shown: Shown): Html => {
  const { type, max_length: most } = element;
  const initial = [element.initial_option, ...((element.initial_options ?? []) as Fields[])] as Fields[];
  const isChosen = (option: Fields) => initial.some((one) => one?.value === option.value);
  const words = String(element.initial_value ?? '');
  if (type === 'plain_text_input')
    return element.multiline
      ? html`<textarea name="${name}" rows="4" maxlength="${String(most ?? 3000)}">${words}</textarea>`
      : html`<input name="${name}" maxlength="${String(most ?? 3000)}" value="${words}">`;
  if (type === 'radio_buttons')
    return html`${optionsOf(element).map((option) => choice('radio', name, option, isChosen(option), shown))}`;
  if (type === 'checkboxes' || type === 'multi_static_select')
    return html`<div class="many" data-many="${name}">${optionsOf(element).map((option) =>
      choice('checkbox', name, option, isChosen(option), shown),
    )}</div>`;
  if (type === 'static_select')
    return html`<select name="${name}"><option value=""></option>${optionsOf(element).map(
      (option) =>
        html`<option value="${option.value}" ${isChosen(option) ? 'selected' : ''}>${showText(option.text, shown.names)}${option.description ? ` (${showText(option.description, shown.names)})` : ''}</option>`,
    )}</select>`;
  return html`<input name="${name}" placeholder="${String(type)}">`;
};

const showTable = ({ caption, rows }: Fields, { names, nowMs }: Shown): Html => {
  const [header = [], ...body] = rows as Fields[][];
  const cell = (one: Fields) =>
    one.type === 'rich_text' ? showRichText(one, names, nowMs) : html`${String(one.text)}`;
  return html`<table class="rich"><caption>${String(caption)}</caption>
<thead><tr>${header.map((one) => html`<th>${cell(one)}</th>`)}</tr></thead>
<tbody>${body.map((row) => html`<tr>${row.map((one) => html`<td>${cell(one)}</td>`)}</tr>`)}</tbody></table>`;
};

const showBlock = (block: Fields, shown: Shown, errors: Readonly<Record<string, string>>): Html => {
  const { names } = shown;
  const blockId = String(block.block_id);
  const texts = (all: unknown) =>
    ((all ?? []) as Fields[]).map((one) => html`<span>${one.alt_text ?? showText(one, names)}</span>`);
  switch (block.type) {
    case 'rich_text':
      return html`<div class="rich">${showRichText(block, names, shown.nowMs)}</div>`;
    case 'actions':
      return html`<div class="row">${(block.elements as Fields[]).map((one) => showElement(one, block, shown))}</div>`;
    case 'context':
      return html`<div class="soft">${texts(block.elements)}</div>`;
    case 'header':
      return html`<h3>${showText(block.text, names)}</h3>`;
    case 'data_table':
      return showTable(block, shown);
    case 'divider':
      return html`<hr>`;
    case 'input':
      return html`<fieldset ${block.dispatch_action ? html`data-dispatch="${String((block.element as Fields).action_id)}"` : ''}><legend>${showText(block.label, names)}${block.optional ? html` <small>optional</small>` : ''}</legend>
${showInput(block.element as Fields, blockId, shown)}
${block.hint ? html`<small>${showText(block.hint, names)}</small>` : ''}
${errors[blockId] ? html`<p class="error">${errors[blockId]}</p>` : ''}</fieldset>`;
    case 'section':
      return html`<div class="rich"><p>${block.text ? showText(block.text, names) : ''}</p>${texts(block.fields)}
${block.accessory ? showElement(block.accessory as Fields, block, shown) : ''}</div>`;
    default:
      return html`<div class="soft">[${String(block.alt_text ?? block.type)}]</div>`;
  }
};

export const showBlocks = (
  blocks: readonly Fields[],
  shown: Shown,
  errors: Readonly<Record<string, string>> = {},
): Html[] => blocks.map((block) => showBlock(block, shown, errors));
