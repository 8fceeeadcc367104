import { print } from '../../lib/base/terminal.ts';
import { gradeLive, LIVE } from './grade-live.ts';
import { wrongIn } from './results.ts';
import type { Scenario } from './scenario.ts';

/** Serves one scenario to a poller that the person in front of the terminal starts; what it is graded with. */
export async function serveLive(scenario: Scenario): Promise<readonly string[]> {
  const list = scenario.feed ?? 'cases';
  const everyS = LIVE.minuteMs / 1000;
  const grade = await gradeLive(
    scenario,
    { seed: 1, pace: LIVE },
    {
      opened: (urlFor) =>
        print(
          `${scenario.name}: ${scenario.story}`,
          `Poll ${urlFor(0)}/${list} once in ${everyS} seconds, and POST what you tell to ${urlFor(0)}/told.`,
          'It begins with your first request.',
        ),
      killed: () => print('Your connection was cut: end your poller now, and start it again.'),
      paused: () => print('Your poller is paused: end it now.'),
      resumed: () => print('Start your poller again.'),
    },
  );
  const { items, lost, doubled, late, requests } = grade;
  return [
    `Of ${items} items: ${lost} lost, ${doubled} doubled, ${late} late, with ${requests} requests.`,
    wrongIn(grade) || 'All told once and in time.',
  ];
}
