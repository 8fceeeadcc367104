import { describe } from 'vitest';
import { onOneStage } from '../support/browser/with-stage.ts';
import { IS_FULL } from '../support/extent.ts';
import { access } from './scenes/access.ts';
import { approving } from './scenes/approving.ts';
import { asking } from './scenes/asking.ts';
import { cases } from './scenes/cases.ts';
import { deciding, decidingInEveryWay } from './scenes/deciding.ts';
import { firstLook } from './scenes/first-look.ts';
import { hostile } from './scenes/hostile.ts';
import { keyboard } from './scenes/keyboard.ts';
import { looking } from './scenes/looking.ts';
import { narrowAndDark } from './scenes/narrow-and-dark.ts';
import { storm } from './scenes/storm.ts';

await onOneStage('the console in a browser', (onStage) => {
  describe('at first', () => firstLook(onStage));
  // While the channels are short: every button is a stop of the Tab key.
  describe('without a mouse', () => keyboard(onStage));
  describe('deciding', () => deciding(onStage));
  describe('asking', () => asking(onStage));
  describe('texts of strangers', () => hostile(onStage));
  describe('what is left to decide', () => cases(onStage));
  // These, and the storm, take twice as long as the others together.
  describe.runIf(IS_FULL)('deciding, in every way', () => decidingInEveryWay(onStage));
  describe.runIf(IS_FULL)('a second person', () => approving(onStage));
  describe.runIf(IS_FULL)('looking closer', () => looking(onStage));
  describe('for everybody', () => access(onStage));
  describe('on a small screen and at night', () => narrowAndDark(onStage));
  describe.runIf(IS_FULL)('in a storm', () => storm(onStage));
});
