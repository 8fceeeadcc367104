/** So near to the end that one has been reading what is new. */
const NEAR_PX = 80;
/** Somebody is about to choose or to write: nothing may move under their hands. */
const AT_WORK = [
  '.menu[open]',
  ':focus:is(input, textarea, select, .thread-toggle)',
  '.ac-pushButton[aria-expanded="true"]',
].join();

const pinnedIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-pinned]')];

const isAway = (one: HTMLElement): boolean => one.scrollHeight - one.scrollTop - one.clientHeight > NEAR_PX;

/** The way back to the end is offered to those who are away from it. */
export const noteWhereOneIs = (one: HTMLElement): void => {
  one.toggleAttribute('data-away', isAway(one));
};

/** Keeps what grows at its end in sight of whoever was at the end, and leaves others where they read. */
export function keepPinned(root: HTMLElement): (draw: () => void) => void {
  return (draw) => {
    const reading = new Set(pinnedIn(root).filter((one) => isAway(one) || one.querySelector(AT_WORK)));
    draw();
    for (const one of pinnedIn(root)) {
      if (!reading.has(one)) one.scrollTop = one.scrollHeight;
      noteWhereOneIs(one);
    }
  };
}
