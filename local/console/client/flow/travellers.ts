import { bendsOf, type FlowMap } from './lay-out.ts';
import type { Move } from './moves.ts';

/** As many as the eye can follow. Others that set out meanwhile are not drawn. */
const MOST = 8;
const STEP_MS = 900;

const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

/** The dots on the map. They are drawn for the eye only; the numbers at the stations say the same. */
export function createTravellers() {
  let layer: HTMLElement | undefined;

  function send({ way, count }: Move, map: FlowMap): void {
    if (layer === undefined || layer.childElementCount >= MOST) return;
    const points = bendsOf(map, way);
    if (points.length < 2) return;
    const dot = document.createElement('span');
    dot.className = 'traveller';
    dot.textContent = count > 1 ? String(count) : '';
    layer.append(dot);
    // Of the layer's own size: what is only translated is not laid out anew.
    const frames = points.map(({ x, y }) => ({ translate: `${x}cqw ${y}cqh` }));
    const journey = dot.animate(frames, { duration: STEP_MS * (way.length - 1), easing: 'ease-in-out' });
    const end = () => dot.remove();
    journey.finished.then(end, end);
  }

  return {
    mount: (element: HTMLElement) => {
      layer = element;
      return () => {
        element.replaceChildren();
        layer = undefined;
      };
    },
    send: (moves: readonly Move[], map: FlowMap): void => {
      if (calm.matches || document.hidden) return;
      for (const move of moves) send(move, map);
    },
  };
}

export type Travellers = ReturnType<typeof createTravellers>;
