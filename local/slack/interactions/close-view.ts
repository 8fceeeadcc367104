import type { Service } from '../service.ts';
import { showView } from '../show-view.ts';
import { envelopeOf, personOf, type Result, watch } from './actor.ts';
import { deliver, formOf } from './deliver.ts';
import { viewBefore } from './submit.ts';

/** Closes the view on top; the app hears of it when the view says so. */
export const closeView = (
  service: Service,
  { viewId, userId, all = false }: { viewId: string; userId: string; all?: boolean | undefined },
): Promise<Result> =>
  watch(service, userId, async () => {
    const person = personOf(service, userId);
    const view = viewBefore(service, viewId, userId);
    if (all || view.body.clear_on_close === true) service.views.closeAll(userId);
    else service.views.close(view);
    service.sightings.add(userId, 'view-closed', view.id);
    if (view.body.notify_on_close !== true) return { outcome: { kind: 'not-sent' } };
    const { trigger_id: _, ...envelope } = envelopeOf(service, person);
    const payload = { type: 'view_closed', ...envelope, view: showView(service, view), is_cleared: all };
    const { interactivity: url } = service.settings.requestUrls;
    return {
      outcome: await deliver(service, { kind: 'view_closed', url, body: formOf(payload) }),
      payload,
    };
  });
