import { expect, it } from 'vitest';
import { messageName } from '../../../console/client/chat/message-name.ts';

const card = {
  type: 'AdaptiveCard',
  body: [
    { type: 'Image', url: 'x' },
    { type: 'Container', items: [{ type: 'TextBlock', text: 'Impossible travel' }] },
    { type: 'TextBlock', text: 'later' },
  ],
};

it.each([
  [{ text: 'Hello', card }, 'posture-bridge: Hello'],
  [{ text: '', card }, 'posture-bridge: Impossible travel'],
  [{ text: '', card: { type: 'AdaptiveCard', body: [] } }, 'posture-bridge: a card'],
  [{ text: 'x'.repeat(300) }, `posture-bridge: ${'x'.repeat(184)}`],
])('a message %j is called by who said it and how it begins', (message, name) => {
  expect(messageName({ author: 'posture-bridge', ...message })).toBe(name);
});
