import type { Delivery } from './delivery.ts';
import type { Rendered, ToRender } from './renderer-port.ts';

/** The fields of a row that a renderer reads. A renderer that reads another field does not compile until it is listed here. */
const DRAWN_FROM: Readonly<Record<Extract<keyof ToRender, keyof Delivery> | 'earlier', true>> = {
  ...{ key: true, content: true, earlier: true, thread: true, notes: true, memory: true },
  ...{ handedOverAtMs: true, knewChange: true, knewRank: true, saysWho: true, main: true },
};
const NAMES = Object.keys(DRAWN_FROM) as (keyof typeof DRAWN_FROM)[];

/** Renders a row again only if one of these fields has changed, because one step asks several times. */
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
