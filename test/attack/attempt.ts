/** One thing that an attacker could try. */
export interface Attempt {
  readonly name: string;
  /** What got through, in words; null when nothing did. */
  run(): Promise<string | null>;
}
