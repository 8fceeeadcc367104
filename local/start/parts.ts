import type { StandIns } from '../../console/local-home/stand-ins.ts';
import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { Notebook } from '../stand-in-kit/notebook.ts';

/** The outputs of the running stack. */
export type Outputs = Readonly<Record<string, string>>;

/** Something that runs next to the bridge in place of another system. */
export interface Part {
  /** Its name in the JSON. */
  readonly id: string;
  readonly name: string;
  readonly address: string;
  /** What else people want to know about it. */
  more(outputs: Outputs): readonly (readonly [label: string, text: string])[];
  /** What programs want to know about it. */
  readonly json: object;
  /** SSM parameters that the bridge needs to reach it. */
  readonly secrets: Readonly<Record<string, string>>;
  /** The configuration changed to use this part. */
  place(config: BridgeConfig): BridgeConfig;
  /** Called once the bridge runs, with its addresses. */
  meet(outputs: Outputs): void;
  /** Called when the bridge has looked once, so that everything from now on is new to it. */
  begin?(): Promise<void>;
  /** What the console can see and do there, if the part is a stand-in. */
  readonly standIns?: StandIns;
  stop(): Promise<void>;
}

/** A real system in its own place: there is nothing to start, and its secrets are shown nowhere. */
export const realPart = (
  part: Pick<Part, 'id' | 'name' | 'address' | 'more' | 'secrets' | 'place'>,
  json: object = {},
): Part => ({ ...part, json: { real: true, ...json }, meet: () => {}, stop: async () => {} });

/** The options of every chat stand-in. */
export interface StandInOptions {
  readonly config: BridgeConfig;
  readonly port: number;
  /** With the messages of an earlier run, if there was one. */
  readonly notebook?: Notebook | undefined;
  /** Called with what happens in its channels. */
  readonly say: (text: string) => void;
}

/** The settings of a chat without the address of a stand-in. */
export const withoutApiUrl = <App extends { readonly apiUrl?: unknown }>({ apiUrl: _, ...app }: App) => app;
