import type { BridgeConfig } from '../lib/config/define-bridge.ts';
import type { LocalCloud } from '../local/cloud/local-cloud.ts';
import type { LedgerReader } from './ledger-reader.ts';
import type { FunctionLogs } from './logs/function-logs.ts';
import type { StandIns } from './stand-ins.ts';

/** The running parts. All that the console shows is read from them. */
export interface Sources {
  readonly config: BridgeConfig;
  readonly standIns: StandIns;
  readonly cloud: Pick<LocalCloud, 'functions' | 'queues' | 'template' | 'outputs'>;
  readonly ledger: LedgerReader;
  readonly logs: FunctionLogs;
  readonly now: () => number;
}
