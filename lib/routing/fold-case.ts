/** For comparisons: ignores upper and lower case, and the two ways to encode an accented letter. */
export const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();
