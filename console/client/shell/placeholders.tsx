export const Loading = ({ words }: { readonly words: string }) => (
  <div class="placeholder" role="status">
    <span class="spinner" aria-hidden="true" />
    {words}
  </div>
);

export const Empty = ({ title, more }: { readonly title: string; readonly more?: string }) => (
  <div class="placeholder empty">
    <p class="title">{title}</p>
    {more && <p>{more}</p>}
  </div>
);

export const Failed = ({ why, again }: { readonly why: string; readonly again: () => void }) => (
  <div class="placeholder failed" role="alert">
    <p>{why}</p>
    <button type="button" onClick={again}>
      Try again
    </button>
  </div>
);
