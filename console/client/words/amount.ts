const { format } = new Intl.NumberFormat('en-US');

export const amount = (count: number): string => format(count);

/** `1 reply`, `2 replies` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${amount(count)} ${count === 1 ? one : many}`;

/** `TRUE_POSITIVE` as `True positive`, `not-ready` as `Not ready`. */
export const readable = (code: string): string => {
  const words = code.replaceAll(/[_-]+/g, ' ').trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
