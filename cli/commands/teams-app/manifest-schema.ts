import * as z from 'zod/mini';

/*
 * What Microsoft's schemas v1.25 and v1.30 say about the parts that we use, in words that people can do something with. A test holds
 * what passes here against the schema itself.
 */

const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest));
const guid = z.string().check(z.regex(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i, 'must be a guid'));
const httpsUrl = z
  .string()
  .check(z.maxLength(2_048), z.regex(/^https:\/\/\S+$/i, 'must be an https address'));
const relativePath = text(2_048);
const hexColor = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #1F2933'));
const semver = z.string().check(z.maxLength(256), z.regex(/^\d+\.\d+\.\d+$/, 'must be a version like 1.0.0'));

export const TeamsManifest = z.strictObject({
  $schema: httpsUrl,
  manifestVersion: z.enum(['1.25', '1.30']),
  version: semver,
  id: guid,
  developer: z.strictObject({
    name: text(32),
    websiteUrl: httpsUrl,
    privacyUrl: httpsUrl,
    termsOfUseUrl: httpsUrl,
  }),
  name: z.strictObject({ short: text(30), full: text(100) }),
  description: z.strictObject({ short: text(80), full: text(4_000) }),
  icons: z.strictObject({ color: relativePath, outline: relativePath }),
  accentColor: hexColor,
  bots: z
    .array(
      z.strictObject({
        botId: guid,
        scopes: z.array(z.enum(['team', 'personal', 'groupChat'])).check(z.minLength(1), z.maxLength(3)),
        needsChannelSelector: z.optional(z.boolean()),
        isNotificationOnly: z.optional(z.boolean()),
        supportsFiles: z.optional(z.boolean()),
        supportsTargetedMessages: z.optional(z.boolean()),
        commandLists: z.optional(
          z
            .array(
              z.strictObject({
                scopes: z.array(z.enum(['team', 'personal', 'groupChat'])).check(z.minLength(1)),
                triggers: z.optional(z.array(z.enum(['mention', 'slash'])).check(z.maxLength(2))),
                commands: z
                  .array(z.strictObject({ title: text(32), description: text(128) }))
                  .check(z.maxLength(10)),
              }),
            )
            .check(z.maxLength(3)),
        ),
      }),
    )
    .check(z.minLength(1), z.maxLength(1)),
  permissions: z.array(z.enum(['identity', 'messageTeamMembers'])),
  supportsChannelFeatures: z.literal('tier1'),
  webApplicationInfo: z.optional(z.strictObject({ id: guid, resource: text(2_048) })),
  authorization: z.optional(
    z.strictObject({
      permissions: z.strictObject({
        resourceSpecific: z
          .array(z.strictObject({ name: text(128), type: z.enum(['Application', 'Delegated']) }))
          .check(z.maxLength(16)),
      }),
    }),
  ),
  validDomains: z.array(z.string()).check(z.maxLength(16)),
});
export type TeamsManifest = z.infer<typeof TeamsManifest>;
