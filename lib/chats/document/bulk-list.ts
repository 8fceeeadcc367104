import * as z from 'zod/mini';
import type { Seal, SealOf } from '../../base/seal.ts';
import type { Person } from '../../case/answer.ts';
import { asciiJson, sealedValue } from './sealed-value.ts';

/** One of the cases that can be decided together, and where it was sent to. */
export interface ListedCase {
  readonly domain: string;
  readonly caseId: string;
  readonly destination: string;
  /** A hash of the case as the form showed it, so that the bridge notices whether it changed since the analyst chose it. */
  readonly was?: string | undefined;
}

/** The cases that a button or a form carries for a bulk decision. */
export interface CaseList {
  readonly cases: readonly ListedCase[];
  /** The only person who may use the list: the answer to a command is for one person. Null for a list in a channel. */
  readonly onlyFor: Pick<Person, 'surface' | 'id'> | null;
}

/** As many cases as fit into a button, and as an analyst can look through. */
export const MOST_CASES_IN_BULK = 25;
/** A button of Slack holds 2,000 characters, and a form 3,000 with what else it has to know. */
const LONGEST = 1_900;
/** The room for the ids of one list. The rest of the button is for names and the seal. */
const LONGEST_IDS = 1_400;
/** Ids are uuids. A case with a longer id cannot be decided in bulk. */
const LONGEST_ID = 80;
/** The room for the hash of a case, and for commas. */
const HASH_ROOM = 12;

/** Cuts the cases into lists that each fit into a button, in order. A case whose id is too long is on no list. */
export function splitList(cases: readonly ListedCase[]): readonly (readonly ListedCase[])[] {
  const lists: ListedCase[][] = [];
  let room = 0;
  for (const one of cases) {
    const length = asciiJson(one.caseId).length + HASH_ROOM;
    if (length > LONGEST_ID + HASH_ROOM) continue;
    const last = lists.at(-1);
    if (last && last.length < MOST_CASES_IN_BULK && length <= room) {
      last.push(one);
      room -= length;
    } else {
      lists.push([one]);
      room = LONGEST_IDS - length;
    }
  }
  return lists;
}

const name = z.string().check(z.minLength(1), z.maxLength(500));

const LIST = /* @__PURE__ */ sealedValue('cases', LONGEST, {
  l: z.array(z.tuple([name, name, z.array(name)])),
  w: z.optional(z.array(name)),
  f: z.optional(z.tuple([name, name])),
});

/** The value of a button; null when it is too long. */
export const writeCaseList = (list: CaseList, sealOf: SealOf): string | null =>
  LIST.write(fieldsOf(list), sealOf);

/** Null when the bridge did not write the value. */
export function readCaseList(value: unknown, seal: Pick<Seal, 'isGenuine'> | null): CaseList | null {
  const read = LIST.read(value, seal);
  if (read?.origin !== 'genuine') return null;
  const { l, w, f } = read.fields;
  const cases = l.flatMap(([domain, destination, ids]) =>
    ids.map((caseId) => ({ domain, caseId, destination })),
  );
  return {
    cases: w ? cases.map((one, at) => ({ ...one, was: w[at] })) : cases,
    onlyFor: f ? { surface: f[0], id: f[1] } : null,
  };
}

/** Whether this person may use the list. */
export const isFor = ({ onlyFor }: CaseList, { surface, id }: Pick<Person, 'surface' | 'id'>): boolean =>
  onlyFor === null || (onlyFor.surface === surface && onlyFor.id === id);

type Group = [domain: string, destination: string, ids: string[]];

/** Cases of one domain and one destination stand together, in the order of the list. */
function fieldsOf({ cases, onlyFor }: CaseList) {
  const groups: Group[] = [];
  for (const { domain, destination, caseId } of cases) {
    const last = groups.at(-1);
    if (last && last[0] === domain && last[1] === destination) last[2].push(caseId);
    else groups.push([domain, destination, [caseId]]);
  }
  const were = cases.flatMap(({ was }) => was ?? []);
  return {
    l: groups,
    ...(were.length > 0 && { w: were }),
    ...(onlyFor && { f: [onlyFor.surface, onlyFor.id] as [string, string] }),
  };
}
