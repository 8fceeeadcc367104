import type { Delivery } from './delivery.ts';
import type { Rendered, ToRender } from './renderer-port.ts';

/** All of a row that its messages are drawn from: a renderer that reads more does not compile until it stands here. */
const DRAWN_FROM: Readonly<Record<Extract<keyof ToRender, keyof Delivery> | 'earlier', true>> = {
  ...{ key: true, content: true, earlier: true, thread: true, notes: true, memory: true },
  ...{ handedOverAtMs: true, knewChange: true, knewRank: true },
};
const NAMES = Object.keys(DRAWN_FROM) as (keyof typeof DRAWN_FROM)[];

/** Draws a row again only when something that its messages are drawn from has changed: one step asks several times. */
export function renderOnce<Message>(
  draw: (delivery: Delivery) => Rendered<Message>,
): (delivery: Delivery) => Rendered<Message> {
  let last: { readonly from: Delivery; readonly drawn: Rendered<Message> } | null = null;
  return (delivery) => {
    const known = last;
    if (known && NAMES.every((name) => known.from[name] === delivery[name])) return known.drawn;
    const drawn = draw(delivery);
    last = { from: delivery, drawn };
    return drawn;
  };
}
