import { isWithheld } from '../../../lib/case/case-record.ts';
import { nextLook } from '../../../lib/case/next-escalation.ts';
import { standing } from '../../../lib/case/standing.ts';
import { endOf, isActive } from '../../../lib/features/mutes/mute.ts';
import { canonical } from './canonical.ts';
import { type Capability, createModel, listedCase, POLICY, type Rules, type State } from './model.ts';

const HOUR = 3_600_000;

/** What a person would say is wrong, once the bridge has come to rest; null for nothing. */
export function wrongAtRest(
  state: State,
  { settle, hasButtons }: Pick<ReturnType<typeof createModel>, 'settle' | 'hasButtons'>,
  capabilities: ReadonlySet<Capability>,
): string | null {
  if (state.wrong !== null) return state.wrong;
  const rest = settle(state);
  if (rest.wrong !== null) return rest.wrong;
  const { truth, record, places, isForgotten, nowMs, mutes } = rest;
  if (!record) return 'a case is not recorded';
  const isOpen = truth.closedAtMs === null;
  const { destinations } = listedCase(truth);
  const standsAt = (name: string) => places[name]?.message !== null && places[name]?.message !== undefined;

  if (isOpen && !isForgotten && truth.severity === 'critical')
    for (const name of destinations)
      if (!standsAt(name)) return `a critical open case does not stand in ${name}`;

  for (const [name, { message, content }] of Object.entries(places)) {
    if (!message || isForgotten) continue;
    if (content.updatedAtMs !== truth.updatedAtMs) return `${name} shows what is not true any more`;
    if (!isOpen && hasButtons(rest, name)) return `${name} has buttons for a case that ended`;
    if (isOpen && !hasButtons(rest, name) && !rest.answer?.decision)
      return `${name} has no buttons for an open case`;
  }

  for (const name of destinations) {
    if (standsAt(name) || isForgotten || !isOpen) continue;
    const place = record.places[name];
    if (!isWithheld(place)) return `nothing says why the case is not in ${name}`;
    if (!rest.noted.includes(place.id)) return `the case is withheld from ${name}, and nobody would list it`;
  }

  if (isOpen && !isForgotten && Object.keys(places).length > 0) {
    const policy = capabilities.has('escalation') ? POLICY : { ...POLICY, stepsOf: () => [] };
    const { isAnswered, sinceMs } = standing(record, rest.answer, policy, nowMs);
    const next = nextLook(record, rest.answer, { policy, nowMs });
    const isSilent = mutes.some((mute) => isActive(mute, nowMs));
    const taken = (rest.answer?.steps ?? []).filter(({ atMs }) => atMs > sinceMs).length;
    const isShown = Object.values(record.places).some((place) => !isWithheld(place));
    if (capabilities.has('escalation') && isShown && !isAnswered && !next && taken < 2)
      return 'an open case waits for nobody';
    // A mute may be ended early, and is asked for again after a quarter of an hour.
    const isSoon = mutes.length > 0 && (rest.answer?.lookMs ?? Number.POSITIVE_INFINITY) <= nowMs + HOUR / 4;
    if (next && next.atMs <= nowMs && !((isSilent || isSoon) && next.what === 'step'))
      return `nobody looks at a case though it is due: ${next.what}`;
    const uncalled = Object.values(places).find(({ message }) => message && message.called === null);
    if (uncalled && !isAnswered && mutes.length === 0) return 'nobody is called about an open case';
    if (rest.answer?.claim?.episode === record.episode && !isAnswered)
      return 'a claim has ended, and nobody says so';
  }
  return wrongInTheEnd(rest, settle);
}

/** Whatever is withheld is listed or posted in the end. */
function wrongInTheEnd(state: State, settle: (state: State) => State): string | null {
  const withheld = Object.values(state.record?.places ?? {}).flatMap((place) =>
    isWithheld(place) ? [place.id] : [],
  );
  if (withheld.length === 0) return null;
  const endMs = Math.max(state.nowMs, ...state.mutes.map(endOf)) + 3 * HOUR;
  const end = settle({ ...state, nowMs: endMs });
  const left = Object.values(end.record?.places ?? {}).flatMap((place) =>
    isWithheld(place) ? [place.id] : [],
  );
  return left.every((id) => end.listed.includes(id))
    ? null
    : 'what was withheld is neither listed nor posted';
}

export function check(capabilities: readonly Capability[], rules?: Rules) {
  const set = new Set(capabilities);
  const model = createModel(set, rules);
  // Many histories come to rest alike: what is in hand, and what may still happen, is nothing then.
  const judged = new Map<string, string | null>();
  const wrongIn = (state: State) => {
    const name = canonical({ ...state, poller: null, reconciler: null });
    const known = judged.get(name);
    if (known !== undefined) return known;
    const wrong = wrongAtRest(state, model, set);
    judged.set(name, wrong);
    return wrong;
  };
  return { model, wrongIn };
}
