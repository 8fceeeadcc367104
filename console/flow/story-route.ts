import type { Hono } from 'hono';
import { clean } from '../../lib/base/text/clean-text.ts';
import { itemLink } from '../../lib/chats/document/item-link.ts';
import { refuse } from '../../local/stand-in-kit/control/read-body.ts';
import type { Source } from '../source.ts';
import type { ItemKey, Story } from '../wire.ts';
import { effect } from './effect.ts';
import type { Standing } from './item-rows.ts';
import { createStandings } from './standings.ts';
import { tellStory } from './tell-story.ts';
import { casesBeginning } from './whole-id.ts';
import { WITHHELD_WORDS } from './withheld-look.ts';

export function addStory(app: Hono, source: Source): void {
  const look = createStandings(source);
  app.get('/items/:domain/:feed/:id', async (c) => {
    const { domain, feed, id } = c.req.param();
    if (feed !== 'cases' && feed !== 'threats') refuse('There are cases and threats.', 404);
    const [first = id, ...others] = await casesBeginning(source, { domain, feed, id });
    if (others.length > 0)
      refuse(
        `${others.length + 1} cases begin with ${id}: ${[first, ...others].slice(0, 5).join(', ')}.`,
        404,
      );
    const key = { domain, feed, id: first } as const;
    const standingOf = await look();
    const story = await storyOf(source, key, await standingOf(key));
    return c.json({ ...story, link: itemLink(source.config.domains[domain]?.consoleUrl, feed, first) });
  });
}

async function storyOf(source: Source, key: ItemKey, rows: Standing): Promise<Story> {
  if (rows.deliveries.length > 0 || rows.answer || rows.told.length > 0 || rows.withheld?.length)
    return tellStory(key, rows);
  const [missing, told, kept] = await Promise.all([
    missingOf(source, key),
    toldIn(source, key),
    withheldThreat(source, key),
  ]);
  if (kept) {
    const effects = [effect(null, 'withheld', WITHHELD_WORDS[kept.by])];
    return { ...tellStory(key, rows), title: clean(kept.what), stage: 'withheld', effects };
  }
  if (!missing && !told) refuse(`The ledger has nothing of ${key.id}.`, 404);
  const text =
    missing && missing.length > 0
      ? `Waits to be handed to ${missing.join(', ')}`
      : told
        ? `Its case tells it in ${told.join(', ')}`
        : 'Seen, and not announced anywhere: it is from before the bridge began, no route sends it, a mute or dedupe window that is over kept it back, or it is still on its way';
  const kind = missing && missing.length > 0 ? 'awaited' : 'queued';
  const story = tellStory(key, rows);
  const stage = told && !missing?.length ? 'told' : story.stage;
  return { ...story, stage, effects: [{ atMs: null, kind, text, detail: null }] };
}

/** The destinations whose queue has not taken it yet; undefined if the ledger does not know the item. */
async function missingOf({ ledger }: Source, key: ItemKey): Promise<readonly string[] | undefined> {
  if (key.feed === 'threats') return (await ledger.feeds.recorded(key, [key.id])).get(key.id)?.missing;
  const record = (await ledger.cases.loadAll(key.domain, [key.id])).get(key.id);
  if (record === undefined || record === 'unreadable') return record && [];
  return Object.keys(record.places).filter((name) => record.places[name] === 'unsent');
}

/** A threat that a mute or a dedupe window keeps back now. The record of a case says so itself. */
async function withheldThreat({ ledger }: Source, { domain, feed, id }: ItemKey) {
  if (feed !== 'threats') return undefined;
  return (await ledger.withheld([domain])).items.find(({ key }) => key.feed === feed && key.id === id);
}

/** The chats in which a case covers this threat, if there is one. */
async function toldIn({ ledger }: Source, { domain, feed, id }: ItemKey) {
  if (feed !== 'threats') return undefined;
  return (await ledger.feeds.coveredAt(domain, [id])).get(id);
}
