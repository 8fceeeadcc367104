/** So near to the end that one has been reading what is new. */
const NEAR_PX = 80;

const pinnedIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('[data-pinned]')];

/** Keeps what grows at its end in sight of whoever was at the end, and leaves others where they read. */
export function keepPinned(root: HTMLElement): (draw: () => void) => void {
  return (draw) => {
    const reading = new Set(
      pinnedIn(root).filter((one) => one.scrollHeight - one.scrollTop - one.clientHeight > NEAR_PX),
    );
    draw();
    for (const one of pinnedIn(root)) if (!reading.has(one)) one.scrollTop = one.scrollHeight;
  };
}
