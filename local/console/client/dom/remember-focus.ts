/** In this order: itself, what opened the menu that it was in, and what it was part of. */
const homesOf = (focused: Element): readonly (Element | null | undefined)[] => [
  focused,
  focused.closest('.menu')?.querySelector('summary'),
  focused.closest('[data-refocus]'),
];

/**
 * What has the focus, to give it back: elements are moved, drawn anew and hidden, and a person at the keyboard must
 * not be thrown to the top of the page for that. Does nothing while something else has it.
 */
export function rememberFocus(within: HTMLElement = document.body): () => void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || !within.contains(focused)) return () => {};
  const homes = homesOf(focused);
  return () => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const home = homes.find((one) => one instanceof HTMLElement && one.isConnected && one.checkVisibility());
    if (home instanceof HTMLElement) home.focus({ preventScroll: true });
  };
}
