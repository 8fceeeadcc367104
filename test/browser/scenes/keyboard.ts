import { expect, it } from 'vitest';
import type { Stage } from '../../support/browser/stage.ts';
export function keyboard(onStage: () => Stage): void {
  void onStage; void expect; it.todo('x');
}
