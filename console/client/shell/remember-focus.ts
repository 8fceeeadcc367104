/** In this order: the element itself, the button of the menu it was in, and the message it was part of. */
const homesOf = (focused: Element): readonly (Element | null | undefined)[] => [
  focused,
  focused.closest('.menu')?.querySelector('summary'),
  focused.closest('[data-refocus]'),
];

/**
 * Remembers the focused element and returns a function that focuses it again if the focus got lost. Drawing moves,
 * replaces and hides elements; a person at the keyboard must not be thrown to the top of the page for that.
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
