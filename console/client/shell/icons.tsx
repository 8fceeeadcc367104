const icon = (...paths: readonly string[]) => (
  <svg viewBox="0 0 20 20" class="icon" aria-hidden="true" focusable="false">
    {paths.map((d) => (
      <path key={d} d={d} />
    ))}
  </svg>
);

export const ICONS = {
  chat: icon('M3 4.5h14v9H8.5L5 16.5v-3H3z', 'M6.5 8h7M6.5 10.5h4.5'),
  cases: icon('M3 5h2M3 10h2M3 15h2', 'M8 5h9M8 10h9M8 15h9'),
  flow: icon('M2.5 10h3M8 10h4M14.5 10h3', 'M5.5 8v4h2.5V8zM12 8v4h2.5V8z'),
  world: icon(
    'M10 2.8a7.2 7.2 0 1 0 0 14.4a7.2 7.2 0 0 0 0-14.4z',
    'M2.8 10h14.4M10 2.8c-5 4.6-5 9.8 0 14.4c5-4.6 5-9.8 0-14.4',
  ),
  verdicts: icon('M4 10.5l4 4l8-9'),
  config: icon('M3 6h8M15 6h2M3 14h2M9 14h8', 'M11 4.2v3.6h4V4.2zM5 12.2v3.6h4v-3.6z'),
  health: icon('M2.5 10.5h4l2-5l3.5 9l2-4h3.5'),
  light: icon(
    'M10 6.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7z',
    'M10 2v2M10 16v2M2 10h2M16 10h2M4.4 4.4l1.4 1.4M14.2 14.2l1.4 1.4M4.4 15.6l1.4-1.4M14.2 5.8l1.4-1.4',
  ),
  dark: icon('M15.8 12.3A6.6 6.6 0 0 1 7.7 4.2a6.6 6.6 0 1 0 8.1 8.1z'),
  auto: icon('M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14z', 'M10 3v14M10 6h4.9M10 9h6.8M10 12h6.6M10 15h4.2'),
  close: icon('M5 5l10 10M15 5L5 15'),
} as const;

/** Two towers, a deck and the cable. */
export const BRAND = (
  <svg viewBox="0 0 28 20" class="brand-mark" aria-hidden="true" focusable="false">
    <path d="M1 14.5h26M7.5 3v14M20.5 3v14" />
    <path
      d="M1 10.5C4.5 9.5 6.5 6.5 7.5 3.5C9.5 13 18.5 13 20.5 3.5C21.5 6.5 23.5 9.5 27 10.5"
      class="thin"
    />
  </svg>
);
