/** A page is drawn with what is known by then; the rest follows. */
export const PATIENCE_MS = 150;

/** Waits for the work, but not longer: whether it was done by then. What fails later is tried again by whoever asks next. */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
