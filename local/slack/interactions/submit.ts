import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Result, watch } from '../../stand-in-kit/deliver.ts';
import { type Fields, isFields, name, parseJson } from '../../stand-in-kit/fields.ts';
import { NotPossible } from '../../stand-in-kit/not-possible.ts';
import { checkView } from '../blocks/check-blocks.ts';
import { elementsOf } from '../blocks/elements-of.ts';
import { formOrigin } from '../home.ts';
import type { Seen, Service } from '../service.ts';
import { showView } from '../show-view.ts';
import type { OpenView } from '../state/views.ts';
import { envelopeOf, personOf } from './actor.ts';
import { clickElement } from './click.ts';
import { sendInteraction, wasTaken } from './send-request.ts';
import { fill, type Given, heldValue, isBlank, stateOf } from './state-values.ts';

const MOST_VIEWS = 3;

export const Submission = z.strictObject({
  viewId: name,
  userId: name,
  /** By `action_id` or `block_id`. */
  values: z.record(z.string(), z.union([z.string(), z.array(z.string()).readonly(), z.null()])).optional(),
});
export type Submission = z.infer<typeof Submission>;

export const viewBefore = (service: Service, viewId: string, userId: string): OpenView => {
  const view = service.views.get(viewId);
  if (view === undefined || service.views.top(userId)?.id !== view.id)
    throw new NotPossible(`${userId} has no view ${viewId} before them.`);
  return view;
};

const inputsOf = (view: OpenView): { block: Fields; element: Fields }[] =>
  view.blocks.flatMap((block) => elementsOf(block).map((element) => ({ block, element })));

const fillIn = (view: OpenView, values: Readonly<Record<string, Given>>): void => {
  for (const [name, given] of Object.entries(values)) {
    const found = inputsOf(view).filter(
      ({ block, element }) => element.action_id === name || block.block_id === name,
    );
    const [input] = found;
    if (input === undefined || found.length > 1)
      throw new NotPossible(`The view has ${input === undefined ? 'no' : 'more than one'} input "${name}".`);
    fill(view.filled, input.block, input.element, heldValue(input.element, given));
  }
};

/** What Slack itself reports before it calls the app. */
const findMistakes = (view: OpenView): Record<string, string> => {
  const state = stateOf(view.blocks, view.filled);
  const mistakes: Record<string, string> = {};
  for (const { block, element } of inputsOf(view).filter((input) => input.block.type === 'input')) {
    const blockId = String(block.block_id);
    const value = state[blockId]?.[String(element.action_id)] as Fields | undefined;
    const words = typeof value?.value === 'string' ? value.value : '';
    if (isBlank(value)) {
      if (block.optional !== true) mistakes[blockId] = 'This field is needed.';
    } else if (words.length > Number(element.max_length ?? 3_000)) mistakes[blockId] = 'This is too long.';
    else if (words !== '' && words.length < Number(element.min_length ?? 0))
      mistakes[blockId] = 'This is too short.';
  }
  return mistakes;
};

type Answer = { readonly problem: string } | { readonly problem?: undefined };

const showErrors = (service: Service, view: OpenView, errors: unknown): Answer => {
  const inputs = new Set(view.blocks.filter(({ type }) => type === 'input').map((block) => block.block_id));
  if (!isFields(errors) || Object.keys(errors).length === 0) return { problem: 'no errors were named' };
  if (!Object.entries(errors).every(([id, text]) => inputs.has(id) && typeof text === 'string'))
    return { problem: 'an error names no input of this view' };
  view.errors = errors as Record<string, string>;
  service.sightings.add(view.userId, 'view-errors', JSON.stringify(errors));
  return {};
};

const showNext = (service: Service, view: OpenView, action: string, body: unknown): Answer => {
  const { views, sightings } = service;
  const checked = checkView(body);
  if (!checked.ok)
    return { problem: `the view is not valid: ${checked.messages.join(' ') || checked.error}` };
  if (action === 'update') {
    sightings.add(view.userId, 'view-updated', views.update(view, checked.value).id);
    return {};
  }
  if (views.stackOf(view.userId).length >= MOST_VIEWS) return { problem: 'three views are open already' };
  sightings.add(view.userId, 'view-opened', views.open(checked.value, view.userId, view).id);
  return {};
};

const follow = (service: Service, view: OpenView, text: string): Answer => {
  const { views, sightings } = service;
  const close = (): Answer => {
    views.close(view);
    sightings.add(view.userId, 'view-closed', view.id);
    return {};
  };
  if (text.trim() === '') return close();
  const answer = parseJson(text);
  if (answer === undefined) return { problem: 'the answer is neither empty nor JSON' };
  if (!isFields(answer)) return { problem: 'the answer is not an object' };
  const { response_action: action } = answer;
  if (action === undefined) return close();
  if (action === 'errors') return showErrors(service, view, answer.errors);
  if (action === 'update' || action === 'push') return showNext(service, view, action, answer.view);
  if (action !== 'clear') return { problem: 'the response_action is unknown' };
  views.closeAll(view.userId);
  sightings.add(view.userId, 'view-closed', view.id);
  return {};
};

/** Some inputs tell the app at once what was chosen, and the app may change the view before it is submitted. */
const tellChoices = async (service: Service, { viewId, userId, values = {} }: Submission): Promise<void> => {
  for (const { block, element } of inputsOf(viewBefore(service, viewId, userId))) {
    const { block_id: blockId, action_id: actionId } = { ...block, ...element } as Record<string, string>;
    const given = values[blockId ?? ''] ?? values[actionId ?? ''];
    if (block.dispatch_action !== true || typeof given !== 'string') continue;
    const view = viewBefore(service, viewId, userId);
    const held = stateOf(view.blocks, view.filled)[blockId ?? '']?.[actionId ?? ''];
    if (isDeepStrictEqual(held, heldValue(element, given))) continue;
    await clickElement(service, { userId, viewId, blockId, actionId: actionId ?? '', optionValue: given });
  }
};

/** Fills in a view and submits it, as the person who has it open. */
export const submitView = (service: Service, submission: Submission): Promise<Result<Seen>> =>
  watch(service, submission.userId, async () => {
    const { viewId, userId, values } = submission;
    const person = personOf(service, userId);
    const { body } = viewBefore(service, viewId, userId);
    if (body.submit === undefined) throw new NotPossible(`The view ${viewId} has nothing to submit.`);
    await tellChoices(service, submission);
    const view = viewBefore(service, viewId, userId);
    fillIn(view, values ?? {});
    const mistakes = findMistakes(view);
    if (Object.keys(mistakes).length > 0) {
      view.errors = mistakes;
      service.sightings.add(userId, 'view-errors', JSON.stringify(mistakes));
      return { outcome: { kind: 'not-sent' } };
    }
    view.errors = {};
    const payload = {
      type: 'view_submission',
      ...envelopeOf(service, person, formOrigin(service, person)),
      view: showView(service, view),
      response_urls: [],
    };
    const outcome = await sendInteraction(service, payload);
    if (wasTaken(service, userId, outcome, 'The form was not sent')) {
      // The app may have changed the view in the meantime; the answer is about the one that is open now.
      const { problem } = follow(service, service.views.get(view.id) ?? view, outcome.body);
      if (problem !== undefined) service.sightings.add(userId, 'error', `The form was not sent: ${problem}`);
    }
    return { outcome, payload };
  });
