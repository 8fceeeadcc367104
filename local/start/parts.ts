import type { StandIns } from '../../console/local-home/stand-ins.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { Notebook } from '../stand-in-kit/notebook.ts';

/** What the stack says about itself once it runs. */
export type Outputs = Readonly<Record<string, string>>;

/** Something that runs beside the bridge, in the place of a system on the other side. */
export interface Part {
  /** Its name in the JSON. */
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** What else people want to know of it. */
  more(outputs: Outputs): readonly (readonly [label: string, text: string])[];
  /** What programs want to know of it. */
  readonly json: object;
  /** Parameters of SSM that the bridge needs to reach it. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The configuration with this part in its place. */
  place(config: BridgeConfig): BridgeConfig;
  /** Told once the bridge runs, and so where it can be reached. */
  meet(outputs: Outputs): void;
  /** Called when the bridge has looked once, so that what happens from now on is news to it. */
  begin?(): Promise<void>;
  /** What the console can see and do there, when the part is one of our own. */
  readonly standIns?: StandIns;
  stop(): Promise<void>;
}

/** A real system in its own place: there is nothing to start, and its secrets are shown nowhere. */
export const realPart = (
  part: Pick<Part, 'id' | 'name' | 'address' | 'more' | 'secrets' | 'place'>,
  json: object = {},
): Part => ({ ...part, json: { real: true, ...json }, meet: () => {}, stop: async () => {} });

/** What every stand-in of a chat is started with. */
export interface StandInOptions {
  readonly config: BridgeConfig;
  readonly port: number;
  /** With the messages of an earlier one, where there was one. */
  readonly notebook?: Notebook | undefined;
  /** Told what happens in its channels. */
  readonly say: (text: string) => void;
}

/** The settings of a chat without the address of a stand-in. */
export const withoutApiUrl = <App extends { readonly apiUrl?: unknown }>({ apiUrl: _, ...app }: App) => app;
