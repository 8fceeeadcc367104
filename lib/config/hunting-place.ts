import * as z from 'zod/mini';
import { addressProblem, shaped, uuid } from './schema/setting-fields.ts';
import { strict, textThat } from './schema/strict.ts';

/** An origin only: the portal decides about the path. */
const portal = textThat(
  (text) =>
    addressProblem(text) ??
    (new URL(text).pathname === '/' && !new URL(text).search
      ? null
      : 'must be the address of the portal alone, like https://security.microsoft.us'),
);

/** Where hunting queries open: in Log Analytics if a workspace is named, otherwise in Microsoft Defender. */
export const HuntingPlace = strict({
  tenantId: uuid('the id of the tenant that has the logs'),
  /** Its resource id, as the Azure portal shows it under Properties. */
  workspace: z.optional(
    shaped(
      /^\/subscriptions\/[0-9a-f-]{36}\/resourceGroups\/[\w().-]{1,90}\/providers\/Microsoft\.OperationalInsights\/workspaces\/[A-Za-z0-9-]{1,63}$/i,
      'must be the resource id of a Log Analytics workspace, like /subscriptions/.../resourceGroups/.../providers/Microsoft.OperationalInsights/workspaces/...',
    ),
  ),
  /** The portal of the public cloud unless given. */
  portal: z.optional(portal),
});
export type HuntingPlace = z.output<typeof HuntingPlace>;
