import type { View } from '../blocks/blocks.ts';
import { checkView } from '../blocks/check-blocks.ts';
import type { Service } from '../service.ts';
import { showView } from '../show-view.ts';
import { missing, SlackError } from '../slack-error.ts';
import { type Args, readObject, readOptionalString, readString } from './arguments.ts';
import type { Method } from './method.ts';

const readView = (service: Service, args: Args, replaced?: string): View => {
  const given = readObject(args, 'view', 'invalid_arguments');
  if (given === undefined) throw missing('view');
  const checked = checkView(given);
  if (!checked.ok) throw new SlackError(checked.error, { messages: checked.messages });
  const { external_id: externalId } = checked.value;
  const holder = externalId ? service.views.byExternalId(externalId) : undefined;
  if (holder !== undefined && holder.id !== replaced) throw new SlackError('duplicate_external_id');
  return checked.value;
};

export const openView: Method = {
  scopes: [],
  tier: 4,
  json: true,
  run: (service, args) => {
    const trigger = service.triggers.check(readString(args, 'trigger_id'));
    if (typeof trigger === 'string') throw new SlackError(trigger);
    const body = readView(service, args);
    trigger.used = true;
    // A new root replaces whatever the person had open.
    service.views.closeAll(trigger.userId);
    const view = service.views.open(body, trigger.userId);
    service.sightings.add(trigger.userId, 'view-opened', view.id);
    return { view: showView(service, view) };
  },
};

export const updateView: Method = {
  scopes: [],
  tier: 4,
  json: true,
  run: (service, args) => {
    const viewId = readOptionalString(args, 'view_id');
    const externalId = readOptionalString(args, 'external_id');
    if ((viewId === undefined) === (externalId === undefined)) throw missing('view_id or external_id');
    const before =
      viewId === undefined ? service.views.byExternalId(externalId ?? '') : service.views.get(viewId);
    if (before === undefined) throw new SlackError('not_found');
    const hash = readOptionalString(args, 'hash');
    if (hash !== undefined && hash !== before.hash) throw new SlackError('hash_conflict');
    const view = service.views.update(before, readView(service, args, before.id));
    service.sightings.add(view.userId, 'view-updated', view.id);
    return { view: showView(service, view) };
  },
};
