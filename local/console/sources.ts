import type { BridgeConfig } from '../../lib/config/define-bridge.ts';
import type { LocalCloud } from '../cloud/local-cloud.ts';
import type { Ears } from './ears.ts';
import type { LedgerReader } from './ledger-reader.ts';
import type { Played } from './played.ts';

/** The running parts. All that the console shows is read from them. */
export interface Sources {
  readonly config: BridgeConfig;
  readonly played: Played;
  readonly cloud: Pick<LocalCloud, 'functions' | 'queues' | 'template' | 'outputs'>;
  readonly ledger: LedgerReader;
  readonly ears: Ears;
  readonly speed: number;
  readonly now: () => number;
}
