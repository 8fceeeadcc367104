import type { Fields } from '../stand-in-kit/fields.ts';
import { stateOf } from './interactions/state-values.ts';
import type { Service } from './service.ts';
import type { OpenView } from './state/views.ts';

/** A view in the form that Slack uses in answers and in payloads. */
export const showView = ({ identity, directory }: Service, view: OpenView): Fields => ({
  id: view.id,
  team_id: directory.people.get(view.userId)?.teamId ?? identity.teamId,
  type: 'modal',
  blocks: structuredClone(view.blocks),
  private_metadata: view.body.private_metadata ?? '',
  callback_id: view.body.callback_id ?? '',
  state: { values: stateOf(view.blocks, view.filled) },
  hash: view.hash,
  title: view.body.title,
  clear_on_close: view.body.clear_on_close ?? false,
  notify_on_close: view.body.notify_on_close ?? false,
  close: view.body.close ?? null,
  submit: view.body.submit ?? null,
  previous_view_id: view.previousId,
  root_view_id: view.rootId,
  app_id: identity.appId,
  external_id: view.body.external_id ?? '',
  app_installed_team_id: identity.teamId,
  bot_id: identity.botId,
});
