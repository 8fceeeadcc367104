import type { Changes } from '../../stand-in-kit/changes.ts';
import type { Fields } from '../../stand-in-kit/fields.ts';
import type { View } from '../blocks/blocks.ts';
import { nameBlocks } from '../blocks/elements-of.ts';
import type { Ids, Timestamps } from './ids.ts';

export type OpenView = {
  readonly id: string;
  readonly rootId: string;
  readonly previousId: string | null;
  readonly userId: string;
  readonly hash: string;
  readonly body: View;
  readonly blocks: readonly Fields[];
  /** What was filled in or chosen so far: `block_id` -> `action_id` -> value as Slack sends it. */
  readonly filled: Map<string, Fields>;
  /** Shown under the inputs since the last submission. */
  errors: Readonly<Record<string, string>>;
};

/** The stacks of open modals, one per person. */
export const createViews = (ids: Ids, timestamps: Timestamps, changes: Changes) => {
  const open = new Map<string, OpenView>();
  const mintHash = () => `${timestamps.next().split('.')[0]}.${ids.secret(4)}`;

  const put = (view: OpenView, type: string): OpenView => {
    open.set(view.id, view);
    changes.tell(type, { view: view.id, user: view.userId });
    return view;
  };

  const openView = (body: View, userId: string, above?: OpenView): OpenView => {
    const id = ids.next('V');
    return put(
      {
        id,
        rootId: above?.rootId ?? id,
        previousId: above?.id ?? null,
        userId,
        hash: mintHash(),
        body,
        blocks: nameBlocks(body.blocks, ids.short),
        filled: new Map(),
        errors: {},
      },
      'view.opened',
    );
  };

  const stackOf = (userId: string) => [...open.values()].filter((view) => view.userId === userId);

  return {
    get: (viewId: string): OpenView | undefined => open.get(viewId),
    byExternalId: (externalId: string): OpenView | undefined =>
      [...open.values()].find(({ body }) => body.external_id === externalId),
    all: (): OpenView[] => [...open.values()],
    stackOf,
    /** The top view, which is the one that a person sees. */
    top: (userId: string): OpenView | undefined => stackOf(userId).at(-1),
    open: openView,
    update: (before: OpenView, body: View): OpenView =>
      put(
        {
          ...before,
          hash: mintHash(),
          body,
          // Inputs keep typed text if block and action keep their names, as in Slack.
          blocks: nameBlocks(body.blocks, ids.short),
          errors: {},
        },
        'view.updated',
      ),
    close: (view: OpenView): void => {
      open.delete(view.id);
      changes.tell('view.closed', { view: view.id, user: view.userId });
    },
    closeAll: (userId: string): void => {
      for (const view of stackOf(userId)) {
        open.delete(view.id);
        changes.tell('view.closed', { view: view.id, user: userId });
      }
    },
  };
};

export type Views = ReturnType<typeof createViews>;
