import { describe, expect, it } from 'vitest';
import type { Card } from '../../../../lib/chats/teams/message.ts';
import { checkCard } from '../../../../local/teams/cards/check-card.ts';
import { renderCase } from '../../../support/written-teams.ts';
import { CASE, claimed, STATES, story, verdict } from '../document/stories.ts';
import { nodesOf } from './check-card.ts';

type Node = Readonly<Record<string, unknown>>;

/** What a client of version 1.2 does not know, and leaves out. */
const LATER = new Set(['label', 'isRequired', 'errorMessage', 'tooltip', 'refresh']);

/** The card as a phone shows it that has stayed at 1.2: instead of an Action.Execute, which is newer, its fallback. */
function asOnAPhone(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asOnAPhone);
  if (typeof value !== 'object' || value === null) return value;
  const node = value as Node;
  if (node.type === 'Action.Execute') return asOnAPhone(node.fallback);
  const kept = Object.entries(node).filter(([name]) => !LATER.has(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, name === 'data' ? one : asOnAPhone(one)]));
}

const pressesIn = (card: unknown): string[] =>
  [...nodesOf(card)].flatMap(({ type, verb, data }) =>
    type === 'Action.Execute' || type === 'Action.Submit'
      ? [`${verb ?? (data as Node).verb} ${(data as Node).target}`]
      : [],
  );

const withoutFallbacks = (actions: Card['actions'] = []): unknown =>
  JSON.parse(JSON.stringify(actions), (name, value) => (name === 'fallback' ? undefined : value));

const CARDS = [
  ['open', story({ links: true })],
  ['claimed', story({ links: true, answer: claimed() })],
  ...STATES.map((state) => [state.is, story({ links: true, answer: verdict(state) })] as const),
] as const;

describe.each(CARDS)('a case on a phone that shows cards of version 1.2: %s', (_, told) => {
  const { card, summary } = renderCase(told);
  const onPhone = { ...(asOnAPhone(card) as Card), version: '1.2' };

  it('is a card that such a client takes, and says all that the other one says', () => {
    expect(checkCard(onPhone)).toEqual([]);
    const texts = (of: unknown) => [...nodesOf(of)].flatMap(({ text }) => (text === undefined ? [] : [text]));
    expect(texts(onPhone.body)).toEqual(texts(card.body));
    expect(texts(onPhone.body).join('')).toMatch(/^\S+ High · Data exfiltration · Dana Frost/);
  });

  it('leads to the case with the first button, and sends every press', () => {
    const [first] = onPhone.actions ?? [];
    const url = `https://console.example/cases/${CASE.case_id}`;
    expect(first).toEqual({ type: 'Action.OpenUrl', title: 'Open case', url });
    expect(pressesIn(onPhone)).toEqual(pressesIn(withoutFallbacks(card.actions)));
  });

  it('says of each input what it is for, without its label', () => {
    const inputs = [...nodesOf(onPhone)].filter(({ type }) => String(type).startsWith('Input.'));
    for (const { placeholder, choices } of inputs) expect(placeholder ?? choices).toBeTruthy();
  });

  it('is text and a link where no card is shown at all', () => {
    expect(card.fallbackText).toBe(`${summary} https://console.example/cases/${CASE.case_id}`);
    expect(card.fallbackText).toMatch(/^High · Data exfiltration · Dana Frost/);
  });
});
