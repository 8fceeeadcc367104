/** In this order: the element itself, the button of its menu, and its message. */
const homesOf = (focused: Element): readonly (Element | null | undefined)[] => [
  focused,
  focused.closest('.menu')?.querySelector('summary'),
  focused.closest('[data-refocus]'),
];

/**
 * Remembers the focused element and returns a function that restores a lost focus. Drawing moves, replaces and hides
 * elements; that must not throw a person at the keyboard to the top of the page.
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
