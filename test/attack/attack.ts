/** One try to get through. `npm run attack` runs every corpus of this folder. */
export interface Attack {
  readonly name: string;
  /** What got through, in words; null when nothing did. */
  readonly attempt: () => string | null | Promise<string | null>;
}
