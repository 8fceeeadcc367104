import { readFileSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { createLocalOnly } from '../control/local-only.ts';
import type { Service, SlackEnv } from '../service.ts';
import type { Message } from '../state/messages.ts';
import { type Shown, showBlocks } from './show-blocks.ts';
import { type Html, showMoment, showText } from './show-text.ts';

/** Enough to scroll back a while, and little enough to draw again with every change. */
const MOST_MESSAGES = 50;

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

const fileOf = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/**
 * A plain page to see the channels and to click, for who runs the stand-in alone. Everything on it is drawn here and
 * escaped; its script only swaps what changed and passes clicks on to the control surface.
 */
export const createPage = (service: Service): Hono<SlackEnv> => {
  const { directory, messages, views, identity, now } = service;
  const [style, script] = [fileOf('page.css'), fileOf('page.js')];
  const shown = (): Shown => ({ names: directory.names, nowMs: now() });

  /** Who looks and where, by the address; whoever and wherever comes first otherwise. */
  const lookOf = (c: Context<SlackEnv>) => {
    const people = [...directory.people.values()].filter(({ isBot, deleted }) => !isBot && !deleted);
    const channels = [...directory.channels.values()];
    const person = people.find(({ id }) => id === c.req.query('user')) ?? people[0];
    const channel = channels.find(({ id }) => id === c.req.query('channel')) ?? channels[0];
    return { people, channels, person, channel };
  };
  type Look = ReturnType<typeof lookOf>;

  const showMessage = (message: Message, kind = 'message'): Html => {
    const replies = messages.replies(message.channel, message.ts);
    const author =
      message.userId === identity.botUserId ? identity.botName : directory.names.userName(message.userId);
    const body = message.blocks.length
      ? showBlocks(message.blocks, shown())
      : [html`<p>${showText({ type: 'mrkdwn', text: message.text }, directory.names)}</p>`];
    return html`<article class="${kind}" data-channel="${message.channel}" data-ts="${message.ts}">
<p class="soft"><strong>${author}</strong> <time>${showMoment(Number(message.ts) * 1_000, now())}</time>
${message.onlyFor === undefined ? '' : html`<span>only you can see this</span>`}${message.edits > 0 ? html`<span>edited</span>` : ''}</p>
${body}
${replies.length === 0 ? '' : html`<details class="thread" id="thread-${message.ts}"><summary>${replies.length === 1 ? '1 reply' : `${replies.length} replies`}</summary>${replies.map((reply) => showMessage(reply, 'reply'))}</details>`}
</article>`;
  };

  const showChannel = ({ person, channel }: Look): Html => {
    const own = messages.ephemeral(person?.id).filter((one) => one.channel === channel?.id);
    const all = [...messages.inChannel(channel?.id ?? ''), ...own].sort(
      (a, b) => Number(a.ts) - Number(b.ts),
    );
    if (all.length === 0) return html`<p class="soft empty">Nothing was posted here yet.</p>`;
    return html`${all.slice(-MOST_MESSAGES).map((message) => showMessage(message))}`;
  };

  const showForm = ({ person }: Look): Html | string => {
    const view = views.top(person?.id ?? '');
    if (view === undefined) return '';
    const { title, close, submit } = view.body;
    return html`<form class="form" data-view="${view.id}" aria-label="${title.text}"><h2>${title.text}</h2>
${showBlocks(view.blocks, shown(), view.errors)}
<div class="row end"><button type="button" data-close>${close?.text ?? 'Close'}</button>
${submit ? html`<button type="submit" class="primary">${submit.text}</button>` : ''}</div></form>`;
  };

  const showPage = (look: Look): Html => {
    const { people, channels, person, channel } = look;
    return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>#${channel?.name ?? ''} · Slack, a stand-in</title>
<link rel="stylesheet" href="/page.css"><script src="/page.js" defer></script></head>
<body data-user="${person?.id ?? ''}" data-channel="${channel?.id ?? ''}">
<header><h1>${identity.teamName}<small>a stand-in for Slack</small></h1>
<nav aria-label="Channels">${channels.map(
      (one) =>
        html`<a href="/?channel=${one.id}&amp;user=${person?.id ?? ''}" aria-current="${one === channel ? 'page' : 'false'}"># ${one.name}</a>`,
    )}</nav>
<form method="get" action="/"><input type="hidden" name="channel" value="${channel?.id ?? ''}">
<label>You are <select name="user">${people.map(
      (one) =>
        html`<option value="${one.id}" ${one === person ? 'selected' : ''}>${one.displayName}</option>`,
    )}</select></label></form></header>
<main><div id="channel">${showChannel(look)}</div><p id="status" role="status"></p></main>
<div id="form">${showForm(look)}</div>
</body></html>`;
  };

  const answer = (c: Context<SlackEnv>, body: Html | string, type = 'text/html') =>
    c.body(String(body), 200, { ...HEADERS, 'Content-Type': `${type}; charset=utf-8` });
  const app = new Hono<SlackEnv>();
  const local = createLocalOnly();
  app.get('/', local, (c) => answer(c, showPage(lookOf(c))));
  app.get('/page/channel', local, (c) => answer(c, showChannel(lookOf(c))));
  app.get('/page/form', local, (c) => answer(c, showForm(lookOf(c))));
  app.get('/page.css', local, (c) => answer(c, style, 'text/css'));
  app.get('/page.js', local, (c) => answer(c, script, 'text/javascript'));
  return app;
};
