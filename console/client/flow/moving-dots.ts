import { bendsOf, type FlowMap } from './lay-out.ts';
import type { Move } from './moves.ts';

/** As many as the eye can follow. The map leaves out others that start meanwhile. */
const MOST = 8;
const STEP_MS = 900;

const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

/** Dots on the map, one for each way that items took. Only for the eye: the numbers at the stations say the same. */
export function createMovingDots() {
  let layer: HTMLElement | null = null;

  function send({ way, count }: Move, map: FlowMap): void {
    if (layer === null || layer.childElementCount >= MOST) return;
    const points = bendsOf(map, way);
    if (points.length < 2) return;
    const dot = document.createElement('span');
    dot.className = 'moving-dot';
    dot.textContent = count > 1 ? String(count) : '';
    layer.append(dot);
    // In units of the layer's size: the browser needs no layout for a mere translation.
    const frames = points.map(({ x, y }) => ({ translate: `${x}cqw ${y}cqh` }));
    const journey = dot.animate(frames, { duration: STEP_MS * (way.length - 1), easing: 'ease-in-out' });
    const end = () => dot.remove();
    journey.finished.then(end, end);
  }

  return {
    /** The element to draw in while Flow is open. */
    attach: (element: HTMLElement | null): void => {
      layer = element;
    },
    send: (moves: readonly Move[], map: FlowMap): void => {
      if (calm.matches || document.hidden) return;
      for (const move of moves) send(move, map);
    },
  };
}

export type MovingDots = ReturnType<typeof createMovingDots>;
