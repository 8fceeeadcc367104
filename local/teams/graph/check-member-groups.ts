import { z } from 'zod';
import type { Service } from '../service.ts';
import type { Person } from '../state/directory.ts';
import { badRequest, GraphError } from './graph-error.ts';

/** Graph accepts no more groups at once. */
export const MOST_GROUPS = 20;

const Body = z.strictObject({ groupIds: z.array(z.guid()).min(1).max(MOST_GROUPS) });

/** The groups, of those given, that a person is in, even through other groups. Unknown groups are left out. */
export const checkMemberGroups = (service: Service, userId: string, body: unknown): object => {
  const parsed = Body.safeParse(body);
  if (!parsed.success) throw badRequest(`groupIds: 1 to ${MOST_GROUPS} ids of groups, and nothing else.`);
  const person = findUser(service, userId);
  const value = parsed.data.groupIds.filter((id) => isIn(service, id.toLowerCase(), person));
  return { '@odata.context': `${service.baseUrl()}/graph/v1.0/$metadata#Collection(Edm.String)`, value };
};

/** By the object id only: Graph does not know the ids that a bot sees. */
const findUser = ({ directory }: Service, userId: string): Person => {
  const people = [...directory.people.values()];
  const person = people.find(({ aadObjectId }) => aadObjectId.toLowerCase() === userId.toLowerCase());
  if (person === undefined || person.tenantId !== undefined)
    throw new GraphError(404, 'Request_ResourceNotFound', `Resource '${userId}' does not exist.`);
  return person;
};

const isIn = ({ directory }: Service, groupId: string, { aadObjectId }: Person): boolean => {
  const seen = new Set<string>();
  const holds = (id: string): boolean => {
    const group = directory.groups.get(id);
    if (group === undefined || seen.has(id)) return false;
    seen.add(id);
    return group.members.some((member) => member === aadObjectId || holds(member));
  };
  return holds(groupId);
};
