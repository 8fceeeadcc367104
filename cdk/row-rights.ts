import { type ChatName, sectionOf } from '../lib/config/chats.ts';
import type { FunctionName } from '../lib/config/function-env.ts';
import { WEBHOOK } from '../lib/config/webhooks.ts';
import type { Holder, Trait } from '../lib/ledger/define-row.ts';
import { type RowRight, rightsOf } from '../lib/ledger/rights-from-rows.ts';

/** What a bridge has; anything not stated, it has. */
export type Has = Readonly<Partial<Record<Exclude<Trait, 'channels'>, boolean>>>;

/** Who may do what with which rows: all that the stack grants on the table, as the rows declare it (lib/ledger). */
export function rowRightsOf(name: FunctionName, has: Has = {}): readonly RowRight[] {
  const served = name.startsWith('notify-') ? name.slice('notify-'.length) : null;
  const chat = served === null || served === WEBHOOK ? undefined : (served as ChatName);
  return rightsOf({
    holder: chat ? 'chat' : ((served ?? name) as Holder),
    chat,
    has: (feature) =>
      feature === 'channels'
        ? chat !== undefined && sectionOf(chat).requests.newsOfChannels
        : (has[feature] ?? true),
  });
}
