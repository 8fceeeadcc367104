// What one would write: a poller and the buttons of a case, on Bolt. In a Lambda the file below would be a table.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';

const { API_URL, API_KEY, SLACK_URL, BOT_TOKEN, SIGNING_SECRET, PORT, STATE, CHANNEL, ALLOWED, EVERY_MS } =
  process.env;
const { App, LogLevel } = createRequire(process.env.BOLT_FROM)('@slack/bolt');
const OVERLAP_MS = 15 * 60_000;
const OUTCOMES = {
  TRUE_POSITIVE: 'True positive',
  FALSE_POSITIVE: 'False positive',
  SAFE: 'Safe',
  ESCALATED: 'Escalate',
};

const state = existsSync(STATE)
  ? JSON.parse(readFileSync(STATE, 'utf8'))
  : { lastMs: Date.now(), told: {}, decided: {} };

/** Whole or not at all, so that a crash leaves a state that can be read. */
function save() {
  writeFileSync(`${STATE}.new`, JSON.stringify(state));
  renameSync(`${STATE}.new`, STATE);
}

async function api(path, init = {}) {
  const headers = { 'X-API-Key': API_KEY, 'content-type': 'application/json' };
  const answer = await fetch(`${API_URL}${path}`, {
    ...init,
    headers,
    signal: AbortSignal.timeout(10_000),
  });
  if (!answer.ok) throw new Error(`the API answered with status ${answer.status}`);
  return answer.json();
}

const escaped = (text = '') =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').slice(0, 2_000);

function messageOf(item, decision) {
  const title = `${item.threat_type?.replaceAll('_', ' ')}: ${item.user_name ?? item.user_email}`;
  const facts = [`*${escaped(title)}*`, escaped(item.threat_brief), `case ${item.case_id.slice(0, 8)}`];
  const buttons = Object.entries(OUTCOMES).map(([outcome, label]) => ({
    type: 'button',
    action_id: `verdict:${outcome}`,
    text: { type: 'plain_text', text: label },
    value: item.case_id,
  }));
  return {
    text: escaped(title),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: facts.join('\n'), verbatim: true } },
      decision
        ? { type: 'context', elements: [{ type: 'mrkdwn', text: decision, verbatim: true }] }
        : { type: 'actions', elements: buttons },
    ],
  };
}

const app = new App({
  token: BOT_TOKEN,
  signingSecret: SIGNING_SECRET,
  endpoints: '/slack',
  logLevel: LogLevel.ERROR,
  clientOptions: { slackApiUrl: SLACK_URL },
  // A token that is revoked when it starts is no reason to end.
  tokenVerificationEnabled: false,
});

async function* newCases() {
  const since = new Date(state.lastMs - OVERLAP_MS).toISOString();
  let cursor;
  do {
    const query = new URLSearchParams({
      created_after: since,
      page_size: '200',
      ...(cursor && { next_cursor: cursor }),
    });
    const { items, next_cursor } = await api(`/cases?${query}`);
    yield* items.filter(({ case_id }) => !state.told[case_id]);
    cursor = next_cursor;
  } while (cursor);
}

async function poll() {
  const found = [];
  for await (const item of newCases()) found.push(item);
  found.sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  for (const item of found) {
    const { ts } = await app.client.chat.postMessage({ channel: CHANNEL, ...messageOf(item) });
    state.told[item.case_id] = { ts, item };
    state.lastMs = Math.max(state.lastMs, Date.parse(item.created_at));
    save();
    // Slack takes about one message a second in a channel.
    await sleep(1_100);
  }
}

app.action(/^verdict:/, async ({ ack, body, action, respond }) => {
  await ack();
  const tell = (text) => respond({ response_type: 'ephemeral', replace_original: false, text });
  const { value: caseId } = action;
  const outcome = action.action_id.slice('verdict:'.length);
  if (!ALLOWED.split(',').includes(body.user.id)) return tell('You may not decide.');
  const first = state.decided[caseId];
  if (first) return tell(`<@${first.by}> was first: ${OUTCOMES[first.outcome]}.`);
  state.decided[caseId] = { by: body.user.id, outcome };
  save();
  try {
    await api(`/cases/${caseId}/verdict`, { method: 'POST', body: JSON.stringify({ outcome }) });
  } catch (error) {
    delete state.decided[caseId];
    save();
    return tell(`Not recorded: ${error.message}`);
  }
  const { ts, item } = state.told[caseId];
  const decision = `${OUTCOMES[outcome]} by <@${body.user.id}>, recorded`;
  await app.client.chat.update({ channel: CHANNEL, ts, ...messageOf(item, decision) });
});

await app.start(Number(PORT));
for (;;) {
  await poll().catch((error) => process.stderr.write(`poll failed: ${error.message}\n`));
  await sleep(Number(EVERY_MS));
}
