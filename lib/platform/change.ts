/** What is read, decided upon and written back, if nobody else wrote it meanwhile. */
export interface Changing<Saved, Next, Written> {
  /** The first round takes what the caller has just read, if it hands that in. */
  readonly known?: Saved | undefined;
  load(): Promise<Saved>;
  /** Null when another was quicker. */
  save(next: Next, saved: Saved): Promise<Written | null>;
}

/** Each round is a write that another was quicker to make. More than a few at one moment are rare. */
const MAX_ROUNDS = 8;

/**
 * Reads, decides and writes until nobody is in between. `decide` may be asked several times: what it says without `next`
 * needs no write. The answer is what was decided in the end, with what the write gave back.
 */
export async function change<Saved, Next, Written, Decided extends { readonly next?: Next | undefined }>(
  { known, load, save }: Changing<Saved, Next, Written>,
  decide: (saved: Saved) => Decided | Promise<Decided>,
): Promise<Decided & { readonly written?: Written }> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const saved = round === 0 && known !== undefined ? known : await load();
    const decided = await decide(saved);
    if (decided.next === undefined) return decided;
    const written = await save(decided.next, saved);
    if (written !== null) return { ...decided, written };
  }
  throw new Error('others were quicker each time');
}
