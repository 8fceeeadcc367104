/** How near to the end a reader of the newest message is. */
const NEAR_PX = 80;
/** The person is about to choose or to write: nothing may move under the pointer. */
const AT_WORK = [
  '.menu[open]',
  ':focus:is(input, textarea, select, .thread-toggle)',
  '.ac-pushButton[aria-expanded="true"]',
].join();

const listsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-pinned]')];

const isAway = (list: HTMLElement): boolean =>
  list.scrollHeight - list.scrollTop - list.clientHeight > NEAR_PX;

/** Readers who are away from the end get a button back to it. */
export const markAway = (list: HTMLElement): void => {
  list.toggleAttribute('data-away', isAway(list));
};

/** Browsers keep a reader's position, but not at the very start when something is inserted before it. */
function rememberStarts(root: HTMLElement): () => void {
  const atStart = listsIn(root)
    .filter((list) => list.scrollTop < 1 && isAway(list))
    .map((list) => ({ list, height: list.scrollHeight, first: firstKey(list) }));
  return () => {
    for (const { list, height, first } of atStart)
      if (first !== undefined && firstKey(list) !== first) list.scrollTop = list.scrollHeight - height;
  };
}

const firstKey = (list: HTMLElement) => list.querySelector<HTMLElement>('[data-key]')?.dataset.key;

/** Draws. Readers at the end of a list stay at its end while it grows, and others stay where they read. */
export function keepScroll(root: HTMLElement, draw: () => void): void {
  const reading = new Set(listsIn(root).filter((list) => isAway(list) || list.querySelector(AT_WORK)));
  const keepStarts = rememberStarts(root);
  draw();
  keepStarts();
  const lists = listsIn(root);
  // Measures all lists before moving or marking any: the browser lays out the page once.
  const toEnd = lists.filter((list) => !reading.has(list)).map((list) => [list, list.scrollHeight] as const);
  for (const [list, height] of toEnd) list.scrollTop = height;
  const away = lists.map(isAway);
  for (const [at, list] of lists.entries()) list.toggleAttribute('data-away', away[at]);
}
