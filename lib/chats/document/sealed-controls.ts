import type { Evidence } from '../../case/evidence.ts';
import type { KnownPersona } from '../../case/persona-note.ts';
import { targetsOf } from './button-target.ts';
import {
  type ClaimControl,
  type Control,
  controlsOf,
  type IsReader,
  isClaimControl,
} from './case-buttons.ts';
import type { CaseStory } from './case-story.ts';
import { mayBeRecorded } from './texts.ts';

/** What can be pressed on a case, with the sealed value that its button carries. */
export type CaseControl =
  | { readonly is: 'choices'; readonly value: string; readonly form: FormCase }
  | { readonly is: 'claim'; readonly control: ClaimControl; readonly value: string }
  | {
      readonly is: 'decision';
      readonly control: Exclude<Control, 'choices' | ClaimControl>;
      readonly value: string;
      /** The platform may have recorded it already, so the button asks whether the analyst is sure. */
      readonly isDoubtful: boolean;
      readonly form: FormCase;
    }
  | {
      readonly is: 'evidence';
      readonly value: string;
      readonly events: readonly Evidence[];
      readonly persona?: KnownPersona | undefined;
    };

/** What the form of a case is filled with. */
export type FormCase = Pick<
  CaseStory,
  'who' | 'headline' | 'choices' | 'evidence' | 'destination' | 'caseId' | 'domain'
>;

/** Nothing where there is none, or where the ids are too long for a button. */
export function evidenceControl(story: CaseStory): readonly CaseControl[] {
  const { evidence: events, persona } = story;
  const value = targetsOf(story)?.onCase;
  const isEmpty = events.length === 0 && !persona;
  return value === undefined || isEmpty ? [] : [{ is: 'evidence', value, events, persona }];
}

/** In the order in which it is shown. Null when the ids are too long to be carried by a button. */
export function caseControls(
  story: CaseStory,
  surface: string,
  isReader?: IsReader,
): readonly CaseControl[] | null {
  const controls = controlsOf(story.standing, surface, story.claim, isReader);
  if (controls.length === 0) return [];
  const targets = targetsOf(story);
  if (targets === null) return null;
  return controls.map((control): CaseControl => {
    if (control === 'choices') return { is: 'choices', value: targets.onCase, form: story };
    if (isClaimControl(control)) return { is: 'claim', control, value: targets.onClaim };
    const isDoubtful = control === 'retry' && mayBeRecorded(story.standing);
    return { is: 'decision', control, value: targets.onDecision, isDoubtful, form: story };
  });
}
