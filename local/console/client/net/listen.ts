import type { Change, Snapshot } from '../../wire.ts';

export interface Ears {
  readonly snapshot: (snapshot: Snapshot) => void;
  readonly change: (change: Change) => void;
  readonly lost: () => void;
}

/** A server that refused is asked again after this; one that went away is asked again by the browser. */
const AGAIN_MS = 2_000;

/** Hears what the bridge says until the given function is called. */
export function listen(person: string | null, ears: Ears): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(`/events${person === null ? '' : `?person=${encodeURIComponent(person)}`}`);
    source.addEventListener('snapshot', ({ data }) => ears.snapshot(JSON.parse(data)));
    source.addEventListener('change', ({ data }) => ears.change(JSON.parse(data)));
    source.addEventListener('error', () => {
      ears.lost();
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
