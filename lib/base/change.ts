/** A value that is read, decided on and written back, if nobody else wrote it meanwhile. */
export interface Changing<Saved, Next, Written> {
  /** What the caller has just read, which saves the first round a read. */
  readonly known?: Saved | undefined;
  load(): Promise<Saved>;
  /** Null if another writer was quicker. */
  save(next: Next, saved: Saved): Promise<Written | null>;
}

/** Each round is a write that another writer beat. More than a few at one moment are rare. */
const MAX_ROUNDS = 8;

/**
 * Reads, decides and writes until no other writer interferes. `decide` may be called several times; without `next`,
 * nothing is written. Resolves to the last decision, with the result of the write.
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
