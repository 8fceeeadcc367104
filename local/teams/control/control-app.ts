import type { Hono } from 'hono';
import type { StandInEnv } from '../../stand-in-kit/chat-core.ts';
import { createChatControls } from '../../stand-in-kit/control/chat-controls.ts';
import { Fault } from '../fault.ts';
import type { Handles } from '../handles.ts';
import type { Service } from '../service.ts';
import { addActControls } from './acts.ts';
import { addOrganisationControls, showChannel } from './organisation.ts';
import { addSettingControls } from './settings.ts';

export const createControlApp = (service: Service, handles: Handles): Hono<StandInEnv> => {
  const { app, knownChannel } = createChatControls(service, handles, {
    schema: Fault,
    showChannel: (channel) => showChannel(service, channel),
  });
  addOrganisationControls(app, service, handles, knownChannel);
  addSettingControls(app, service, handles);
  addActControls(app, handles);
  return app;
};
