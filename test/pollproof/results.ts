import type { Grade } from './grade.ts';

/** What one poller made of each scenario; null where it could not be played. */
export interface Result {
  readonly poller: string;
  readonly says: string;
  /** Its repeats are for somebody else to drop. */
  readonly repeats: boolean;
  readonly isLive: boolean;
  readonly grades: ReadonlyMap<string, Grade | null>;
}

export const percent = (part: number, of: number): string => {
  const share = (100 * part) / Math.max(1, of);
  return share > 0 && share < 1 ? '<1 %' : `${Math.round(share)} %`;
};

/** What is wrong with a grade, in a few words; nothing where nothing is. */
export function wrongIn(grade: Grade | null): string {
  if (grade === null) return 'not played';
  const { items, lost, doubled, late } = grade;
  return [
    ...(lost > 0 ? [`${percent(lost, items)} lost`] : []),
    ...(doubled > 0 ? [`${percent(doubled, items)} doubled`] : []),
    ...(late > 0 ? [`${percent(late, items)} late`] : []),
  ].join(', ');
}
