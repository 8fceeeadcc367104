import {
  type Action,
  AdaptiveCard,
  ExecuteAction,
  type Input,
  OpenUrlAction,
  SubmitAction,
} from 'adaptivecards';
import type { TeamsClick } from '../../wire.ts';
import { CARD_HOST } from './card-host.ts';
import { drawEmoji } from './draw-emoji.ts';
import { boldParts, mentionParts } from './text-parts.ts';

export type Pressed = Pick<TeamsClick, 'verb' | 'actionId' | 'title' | 'inputs'>;

// The renderer would turn Markdown into HTML, and texts come from outside. A hook that leaves every text unchanged keeps
// it from looking for a converter.
AdaptiveCard.onProcessMarkdown = () => {};

const BUTTON = 'button';

/** What was typed, unfolded and focused: it stays when the card is rendered again. */
interface Kept {
  readonly typed: ReadonlyMap<string, string>;
  readonly unfolded: string | undefined;
  readonly focused: string | undefined;
}

const labelOf = (element: Element | null | undefined): string | undefined =>
  element?.getAttribute('aria-label') ?? element?.textContent ?? undefined;

const inputsOf = (card: AdaptiveCard): Input[] => card.getAllInputs(true);

function keep(host: HTMLElement, card: AdaptiveCard): Kept {
  const focused = host.contains(document.activeElement) ? document.activeElement : null;
  return {
    typed: new Map(inputsOf(card).map((input) => [input.id ?? '', String(input.value ?? '')])),
    unfolded: labelOf(host.querySelector(`${BUTTON}[aria-expanded="true"]`)),
    focused: focused?.matches(BUTTON) ? labelOf(focused) : undefined,
  };
}

const buttonCalled = (host: HTMLElement, label: string | undefined): HTMLElement | undefined =>
  label === undefined
    ? undefined
    : [...host.querySelectorAll<HTMLElement>(BUTTON)].find((one) => labelOf(one) === label);

const strong = (text: string, className = ''): HTMLElement => {
  const element = document.createElement('strong');
  element.textContent = text;
  element.className = className;
  return element;
};

/** Renders mentions, and our own words in bold, which is the only Markdown that the bridge writes. */
function drawMarkup(host: HTMLElement, entities: unknown): void {
  for (const block of host.querySelectorAll<HTMLElement>('.ac-textBlock')) {
    if (block.childElementCount > 0 || !/\*\*|<at>/.test(block.textContent ?? '')) continue;
    block.replaceChildren(
      ...mentionParts(block.textContent ?? '', entities).flatMap((part) =>
        part.mention
          ? [strong(part.text, 'mention')]
          : boldParts(part.text).map(({ text, bold }) =>
              bold ? strong(text) : document.createTextNode(text),
            ),
      ),
    );
  }
}

function readPress(action: Action): Pressed | null {
  if (!(action instanceof ExecuteAction || action instanceof SubmitAction)) return null;
  const inputs = Object.values(action.getReferencedInputs() ?? {})
    .map((input) => [input.id ?? '', String(input.value ?? '')] as const)
    .filter(([id, value]) => id !== '' && value !== '');
  return {
    ...(action instanceof ExecuteAction && action.verb ? { verb: action.verb } : {}),
    ...(action.id ? { actionId: action.id } : {}),
    ...(action.title ? { title: action.title } : {}),
    inputs: Object.fromEntries(inputs),
  };
}

const drawn = new WeakMap<HTMLElement, { readonly card: AdaptiveCard; readonly json: string }>();

export interface Hands {
  press(pressed: Pressed): void;
  /** A button that only opens an address. */
  follow(address: string): void;
}

/** Renders a card with the official renderer, unless it is there already. */
export function drawCard(host: HTMLElement, content: object, { press, follow }: Hands): void {
  const before = drawn.get(host);
  const json = JSON.stringify(content);
  if (before?.json === json) return;
  const kept = before && keep(host, before.card);
  const card = new AdaptiveCard();
  card.hostConfig = CARD_HOST;
  card.onExecuteAction = (action) => {
    if (action instanceof OpenUrlAction) follow(action.url ?? '');
    const pressed = readPress(action);
    if (pressed) press(pressed);
  };
  card.parse(JSON.parse(json));
  for (const input of inputsOf(card)) {
    const typed = kept?.typed.get(input.id ?? '');
    if (typed) Object.assign(input, { defaultValue: typed });
  }
  const rendered = card.render();
  host.replaceChildren(...(rendered ? [rendered] : []));
  // The card is part of the page, not a tab stop.
  rendered?.removeAttribute('tabindex');
  drawMarkup(host, (content as { msteams?: { entities?: unknown } }).msteams?.entities);
  drawEmoji(host);
  drawn.set(host, { card, json });
  buttonCalled(host, kept?.unfolded)?.click();
  buttonCalled(host, kept?.focused)?.focus();
}
