const openMenus = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.menu[open]')];

/** Menus close as everywhere: on Escape, and when the person turns to something else. */
export function closeMenusAsUsual(): void {
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of openMenus()) {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
      menu.removeAttribute('open');
    }
  });
  for (const turning of ['pointerdown', 'focusin']) {
    document.addEventListener(turning, ({ target }) => {
      for (const menu of openMenus()) if (!menu.contains(target as Node)) menu.removeAttribute('open');
    });
  }
}
