/** As near to the end as a reader of the newest message is. */
const NEAR_PX = 80;
/** The person is about to choose or to write: nothing may move under their hands. */
const AT_WORK = [
  '.menu[open]',
  ':focus:is(input, textarea, select, .thread-toggle)',
  '.ac-pushButton[aria-expanded="true"]',
].join();

const listsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-pinned]')];

const isAway = (list: HTMLElement): boolean =>
  list.scrollHeight - list.scrollTop - list.clientHeight > NEAR_PX;

/** Readers who are away from the end get a button that leads back to it. */
export const markAway = (list: HTMLElement): void => {
  list.toggleAttribute('data-away', isAway(list));
};

/** Draws. Readers at the end of a list stay at its end while it grows, and others stay where they read. */
export function keepScroll(root: HTMLElement, draw: () => void): void {
  const reading = new Set(listsIn(root).filter((list) => isAway(list) || list.querySelector(AT_WORK)));
  draw();
  for (const list of listsIn(root)) {
    if (!reading.has(list)) list.scrollTop = list.scrollHeight;
    markAway(list);
  }
}
