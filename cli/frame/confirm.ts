import { ask, canAsk } from '../../lib/base/ask-person.ts';
import { printAside } from '../../lib/base/terminal.ts';
import { CommandError, UsageError } from './errors.ts';

/** Says what is about to happen, and goes on only with `--yes` or if a person at a terminal agrees. */
export async function confirm(plan: readonly string[], yes: boolean): Promise<void> {
  printAside(...plan);
  if (yes) return;
  if (!canAsk()) throw new UsageError('Nothing was changed. To do it without being asked, give --yes.');
  const answer = await ask('Do it? Type yes: ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.');
}
