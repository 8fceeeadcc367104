import type { Change, Snapshot } from '../../wire.ts';

export interface Listener {
  readonly snapshot: (snapshot: Snapshot) => void;
  readonly change: (change: Change) => void;
  readonly lost: () => void;
}

/** After this time the page retries a server that refused. The browser itself retries one that went away. */
const AGAIN_MS = 2_000;

/** Listens to the bridge until the returned function is called. */
export function listen(person: string | null, listener: Listener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    source = new EventSource(`./events${person === null ? '' : `?person=${encodeURIComponent(person)}`}`);
    source.addEventListener('snapshot', ({ data }) => listener.snapshot(JSON.parse(data)));
    source.addEventListener('change', ({ data }) => listener.change(JSON.parse(data)));
    source.addEventListener('error', () => {
      listener.lost();
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, AGAIN_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
