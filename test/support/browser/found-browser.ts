/** A Chromium that is on this machine. Nothing is ever downloaded. */
export interface FoundBrowser {
  readonly path: string;
  /** `asked`: by BROWSER_PATH, so that it has to start. */
  readonly from: 'asked' | 'package' | 'machine';
  /** What it needs beside what every browser gets. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}
