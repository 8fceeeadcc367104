import { describe } from 'vitest';
import { onOneStage } from '../support/browser/with-stage.ts';
import { trouble } from './scenes/trouble.ts';
import { world } from './scenes/world.ts';

await onOneStage('the console in a browser, in trouble', (onStage) => {
  describe('when something is wrong', () => trouble(onStage));
  describe('when the world changes', () => world(onStage));
});
