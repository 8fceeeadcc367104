import { type Counts, HOLD_MS, heldSecond, secondOf } from './budget-window.ts';

const MAX_BLOCK = 20;

/** Requests leased together, to be used without a write for each. */
interface Block {
  readonly leasedAtMs: number;
  /** Where they are counted until they are used. */
  readonly second: number;
  readonly size: number;
  /** How many requests the window held, those before it in the block included, when each was leased. */
  next: number;
  left: number;
}

/**
 * The requests that one function holds. A request remembers how full the window was with it: one leased for
 * live polling above 70 % is nothing for backfill, while the more urgent may use whatever is there.
 */
export class BudgetBlocks {
  #blocks: Block[] = [];
  #corrections = new Map<number, number>();
  #wanted = 1;
  /** Used since a block was last too large, out of however many blocks. */
  #used = 0;

  /** How many to lease next: as many as were of use lately, and doubled while that is too few. */
  get wanted(): number {
    return this.#wanted;
  }

  add(leasedAtMs: number, size: number, before: number): void {
    this.#blocks.push({ leasedAtMs, second: heldSecond(leasedAtMs), size, next: before + 1, left: size });
  }

  use(nowMs: number, ceiling: number): boolean {
    this.#expire(nowMs);
    const block = this.#blocks.find((one) => one.next <= ceiling);
    if (!block) return false;
    // From now on it counts as what it is: a request of this second.
    this.correct(block.second, -1);
    this.correct(secondOf(nowMs), 1);
    block.next++;
    block.left--;
    this.#used++;
    if (block.left === 0) {
      this.#blocks = this.#blocks.filter((one) => one !== block);
      this.#wanted = Math.min(MAX_BLOCK, Math.max(this.#wanted, block.size * 2));
    }
    return true;
  }

  drop(): void {
    for (const block of this.#blocks) this.correct(block.second, -block.left);
    this.#blocks = [];
  }

  /** To be added to the shared counts at the next write: minus what was never used, or is counted elsewhere, plus what is used. */
  correct(second: number, by: number): void {
    this.#corrections.set(second, (this.#corrections.get(second) ?? 0) + by);
  }

  takeCorrections(): Counts {
    const taken = this.#corrections;
    this.#corrections = new Map();
    return taken;
  }

  #expire(nowMs: number): void {
    const expired = this.#blocks.filter((block) => nowMs >= block.leasedAtMs + HOLD_MS);
    if (expired.length === 0) return;
    for (const block of expired) this.correct(block.second, -block.left);
    this.#blocks = this.#blocks.filter((block) => !expired.includes(block));
    this.#wanted = Math.min(MAX_BLOCK, Math.max(1, this.#used));
    this.#used = 0;
  }
}
