import type { Case, CaseState } from '../schemas/case.ts';
import { scenarioAt } from './catalog.ts';
import { createIdSpace } from './id-space.ts';
import type { Layout } from './layout.ts';
import type { People } from './people.ts';
import { createDice, fraction, mix } from './random.ts';
import { asCaseEvent, briefOf, composeSignal, type Signal } from './signals.ts';
import { DAY_MS, isoAt, MINUTE_MS } from './timeline.ts';

/** The state is kept next to the body because a listed case does not show it. */
export type CaseFile = { readonly state: CaseState; readonly body: Case };

export const createCases = (options: {
  key: number;
  layout: Layout;
  people: People;
  startMs: number;
  signalAt(threat: number, person: number, scenario: number): Signal;
}) => {
  const { key, layout, people, startMs, signalAt } = options;
  const { caseSeeds } = layout;
  const ownEventIds = createIdSpace(mix(key, 61));

  const signalsOf = (number: number): Signal[] =>
    Array.from({ length: layout.eventCountOf(number) }, (_, event) => {
      const scenario = layout.scenarioInCase(number, event);
      if (layout.shared)
        return signalAt(layout.firstThreatOf(number) + event, layout.personOfCase(number), scenario);
      const own = number * 8 + event;
      return composeSignal({
        eventId: ownEventIds.idAt(own),
        person: people.at(layout.personOfCase(number)),
        scenario: scenarioAt(scenario),
        createdMs: caseSeeds.timeAt(number) - (3 - event) * 4 * MINUTE_MS,
        dice: createDice(mix(key, 62), own),
      });
    });

  const fileAt = (number: number): CaseFile => {
    const state = layout.stateOfCase(number);
    const type = layout.typeOfCase(number);
    const person = people.at(layout.personOfCase(number));
    const signals = signalsOf(number);
    const createdMs = caseSeeds.timeAt(number);
    const handlingMs = fraction(mix(key, number, 63)) * Math.min(3 * DAY_MS, startMs - createdMs);
    const updatedMs = state === 'discover' ? createdMs : createdMs + handlingMs;
    const safe = state === 'closed' && fraction(mix(key, number, 64)) < 0.6;
    return {
      state,
      body: {
        case_id: caseSeeds.ids.idAt(number),
        user_email: person.email,
        user_name: person.name,
        threat_type: type,
        threat_brief: briefOf(
          type,
          person,
          signals.map(({ threat }) => threat.title),
        ),
        created_at: isoAt(createdMs),
        updated_at: isoAt(updatedMs),
        closed_at: state === 'closed' ? isoAt(updatedMs) : null,
        events: signals.map((signal) => asCaseEvent(signal, { safe })),
      },
    };
  };

  return { fileAt };
};
