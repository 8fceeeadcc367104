import { z } from 'zod';
import { type Result, watch } from '../../stand-in-kit/deliver.ts';
import { name } from '../../stand-in-kit/fields.ts';
import { formOrigin } from '../home.ts';
import type { Seen, Service } from '../service.ts';
import { showView } from '../show-view.ts';
import { envelopeOf, personOf } from './actor.ts';
import { sendInteraction } from './send-request.ts';
import { viewBefore } from './submit.ts';

export const Closing = z.strictObject({ viewId: name, userId: name, all: z.boolean().optional() });

/** Closes the top view; the app is told if the view says so. */
export const closeView = (
  service: Service,
  { viewId, userId, all = false }: z.infer<typeof Closing>,
): Promise<Result<Seen>> =>
  watch(service, userId, async () => {
    const person = personOf(service, userId);
    const view = viewBefore(service, viewId, userId);
    if (all || view.body.clear_on_close === true) service.views.closeAll(userId);
    else service.views.close(view);
    service.sightings.add(userId, 'view-closed', view.id);
    if (view.body.notify_on_close !== true) return { outcome: { kind: 'not-sent' } };
    const { trigger_id: _, ...envelope } = envelopeOf(service, person, formOrigin(service, person));
    const payload = { type: 'view_closed', ...envelope, view: showView(service, view), is_cleared: all };
    return { outcome: await sendInteraction(service, payload), payload };
  });
