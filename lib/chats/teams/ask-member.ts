import * as z from 'zod/mini';
import type { Asked } from '../../base/remembered-people.ts';
import type { Profile } from '../../verdict/authorize.ts';
import type { Connector } from './connector.ts';

const text = z.optional(z.nullable(z.string()));

/** What the connector says about a member of a team. */
const Member = z.looseObject({
  objectId: text,
  aadObjectId: text,
  tenantId: text,
  userRole: text,
  userPrincipalName: text,
  name: text,
  email: text,
});
type Member = z.output<typeof Member>;

export interface KnownMember extends Profile {
  /** A guest, anonymous, or of another tenant. */
  readonly outside: boolean;
}

export interface MemberQuestion {
  readonly serviceUrl: string | null;
  readonly channel: string;
  readonly userId: string;
  /** Of the bot. */
  readonly tenantId: string;
}

/** Who somebody in a channel is, and whether they belong to the tenant. */
export async function askMember(
  connector: Pick<Connector, 'member'>,
  { serviceUrl, channel, userId, tenantId }: MemberQuestion,
): Promise<Asked<KnownMember>> {
  const answer = await connector.member(serviceUrl, channel, userId);
  // An answer, not a failure: who is not in the team is at home elsewhere.
  if (answer.is === 'refused' && answer.code === NOT_A_MEMBER)
    return { is: 'known', value: { outside: true, name: null, email: null } };
  if (answer.is === 'busy') return { is: 'failed', retryAfterMs: answer.retryAfterMs };
  const member = answer.is === 'ok' ? Member.safeParse(answer.value).data : undefined;
  const outside = member ? isOutside(member, userId, tenantId) : null;
  return !member || outside === null
    ? { is: 'failed' }
    : { is: 'known', value: { outside, ...profileIn(member, outside) } };
}

/** A guest's address is of another organization, which may call anybody anything. */
const profileIn = ({ name, email, userPrincipalName }: Member, outside: boolean): Profile => ({
  name: name || null,
  email: (!outside && (email || userPrincipalName)) || null,
});

const NOT_A_MEMBER = 'MemberNotFoundInConversation';

/** Null when Teams did not say enough to be sure that the person belongs to the tenant. */
function isOutside(member: Member, userId: string, tenantId: string): boolean | null {
  const { userRole, userPrincipalName, aadObjectId, objectId } = member;
  const id = aadObjectId ?? objectId;
  if (id && !isSame(id, userId)) return null;
  if (userRole && !isSame(userRole, 'user')) return true;
  if (member.tenantId && !isSame(member.tenantId, tenantId)) return true;
  // How Entra names the guests of a tenant.
  if (userPrincipalName && /#ext#/i.test(userPrincipalName)) return true;
  return userRole || (member.tenantId && userPrincipalName) ? false : null;
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
