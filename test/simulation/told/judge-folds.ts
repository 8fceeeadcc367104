import type { AlikeWindow, FoldedItem } from '../../../lib/alike/alike.ts';
import type { Delivery, DeliveryKey } from '../../../lib/delivery/delivery.ts';
import type { Row } from '../../../lib/dynamo/row-values.ts';
import type { Case } from '../../../lib/posture/schemas/case.ts';
import type { Threat } from '../../../lib/posture/schemas/threat.ts';
import { deliveryIdOf } from '../../../lib/queues/delivery-id.ts';
import { metByMs, TOLD_SEVERITIES, type ToldHistory } from './told-history.ts';

interface Listed<Item> {
  readonly item: Item;
  readonly atMs: number;
}

interface Played {
  readonly history: ToldHistory;
  readonly rows: ReadonlyMap<string, Row>;
  readonly cases: readonly Listed<Case>[];
  readonly threats: readonly Listed<Threat>[];
}

/** What was folded. `window`: as it stands on the list; null where it does not. */
interface NotedFold {
  readonly window: AlikeWindow | null;
  readonly item: FoldedItem;
}

type DeliveryOf = (key: Omit<DeliveryKey, 'domain'>) => Promise<Delivery | null>;

/** Windows are of routes: where cases are folded, no second route sends them to a chat. */
export const caseGoes = (
  { user_email, events }: Case,
  { dedupe }: Pick<ToldHistory, 'dedupe'>,
): readonly string[] => {
  const kind = (user_email ?? '').replace('@acme.example', '');
  const byPerson = kind === 'both' ? ['soc', 'duty'] : kind === 'lake' || kind === 'nowhere' ? [] : [kind];
  const isCritical = dedupe === null && events?.some(({ severity }) => severity === 'critical');
  return [...new Set([...byPerson, ...(isCritical ? ['duty'] : [])])];
};

/** What must be true of windows and what they fold, judged by the history and not by the code that is played. */
export function createFoldJudge({ history, rows, cases, threats }: Played) {
  const by = history.dedupe?.by ?? [];

  const of = (feed: string, id: string): readonly NotedFold[] =>
    [...rows]
      .filter(([key]) => key.startsWith('folded#acme#') && key.endsWith(`#${feed}#${id}`))
      .map(([key, row]) => {
        const listed = rows.get(`${key.slice(0, key.indexOf('|'))}|window`);
        const window = listed ? (JSON.parse(listed.value?.S ?? '') as AlikeWindow) : null;
        return { window, item: JSON.parse(row.value?.S ?? '') as FoldedItem };
      });

  function isAlike(feed: string, one: string, other: string): boolean {
    const valuesOf = (id: string) => {
      const ofCase = cases.find(({ item }) => item.case_id === id)?.item;
      const item = feed === 'cases' ? ofCase : threats.find((listed) => listed.item.event_id === id)?.item;
      const type = feed === 'cases' ? ofCase?.threat_type : null;
      return by.map((field) => (field === 'user' ? item?.user_email : type) ?? null);
    };
    return !valuesOf(one).includes(null) && `${valuesOf(one)}` === `${valuesOf(other)}`;
  }

  const rankOf = (caseId: string) =>
    TOLD_SEVERITIES.indexOf(history.cases[Number(/^c(\d+)$/.exec(caseId)?.[1])]?.severity ?? 'unknown');
  /** Or may be: nobody knows of one that does not say. */
  const isWorse = (one: string, other: string) =>
    rankOf(one) > rankOf(other) || (rankOf(one) === 0 && rankOf(other) > 0);

  return {
    of,
    isFolded: (feed: string, id: string, destination: string): boolean =>
      of(feed, id).some(({ item }) => item.at.includes(destination)),

    /** Each item that a window folded is alike to the first, which the chat was sent, no worse, and listed there. */
    async judge(feed: 'cases' | 'threats', id: string, deliveryOf: DeliveryOf): Promise<string[]> {
      const wrong: string[] = [];
      for (const { window, item } of of(feed, id)) {
        if (!window) {
          wrong.push(`${id} was folded, and stands on no list`);
          continue;
        }
        const { first } = window;
        if (first.id === id) wrong.push(`${id} was folded by its own window`);
        if (first.feed !== feed || !isAlike(feed, first.id, id))
          wrong.push(`${id} was folded behind ${first.id}, and is not alike`);
        if (feed === 'cases' && isWorse(id, first.id))
          wrong.push(`${id} was folded behind ${first.id}, and is worse`);
        for (const destination of item.at) {
          if (!(await deliveryOf({ feed, id: first.id, destination })))
            wrong.push(`${id} was folded behind ${first.id}, which ${destination} never got`);
          const named = deliveryIdOf({
            domain: 'acme',
            feed: 'notice',
            id: `alike-${window.id}`,
            destination,
          });
          const told = await deliveryOf({ feed: 'notices', id: named, destination });
          const text = told?.content.kind === 'notice' ? told.content.notice.text : '';
          if (!new RegExp(`[ ,]${id}[ ,.(]`).test(text))
            wrong.push(`${id} was folded at ${destination}, and never listed there`);
        }
      }
      return wrong;
    },

    /** In calm nothing is posted for which another one, that was there before, still stood. */
    async judgePosted(
      { item: { case_id: id }, atMs }: Listed<Case>,
      destination: string,
      deliveryOf: DeliveryOf,
    ): Promise<string[]> {
      const forMs = history.dedupe?.forMs ?? 0;
      const standing = cases.filter(
        ({ item, atMs: otherMs }) =>
          item.case_id !== id &&
          rankOf(item.case_id) > 0 &&
          !isWorse(id, item.case_id) &&
          metByMs(history, otherMs) < atMs &&
          metByMs(history, atMs) < otherMs + forMs &&
          caseGoes(item, history).includes(destination) &&
          isAlike('cases', item.case_id, id),
      );
      const wrong: string[] = [];
      for (const { item } of standing)
        if (await deliveryOf({ feed: 'cases', id: item.case_id, destination }))
          wrong.push(`${id} was posted at ${destination}, where ${item.case_id} stood for it`);
      return wrong;
    },
  };
}
