import { describe, expect, it } from 'vitest';
import { button, createWired, type Harness, modal, mrkdwn, option, plain } from './harness.ts';

const HOST = { Host: '127.0.0.1:4000' };
const EVIL = `<script>alert("1")</script>'&`;

const CONFIRM = { title: plain('Sure?'), text: plain('Really'), confirm: plain('Yes'), deny: plain('No') };

const open = async (slack: Harness, path = '/', headers: Record<string, string> = HOST) => {
  const answer = await slack.app.request(path, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('the page of the stand-in', () => {
  it('shows channels, messages, their threads, and what can be pressed', async () => {
    const { slack } = createWired();
    const elements = [
      button('verdict:SAFE', { value: 'v1', confirm: CONFIRM }),
      { type: 'overflow', action_id: 'more', options: [option('A', 'First'), option('B', 'Second')] },
    ];
    const { ts } = await slack.post({ text: 'x', blocks: [{ type: 'actions', elements }] });
    await slack.post({ text: 'a reply', thread_ts: ts });
    const { text } = await open(slack);
    expect(text).toContain('# sec-cases');
    expect(text).toContain(`data-ts="${ts}"`);
    expect(text).toContain('data-action="verdict:SAFE"');
    expect(text).toContain('data-confirm="Sure?\n\nReally"');
    expect(text).toContain('data-option="B"');
    expect(text).toContain('1 reply');
    expect(text).toContain('a reply');
  });

  it('shows rich text with emoji and times, and says what it cannot show', async () => {
    const { slack } = createWired();
    const elements = [
      { type: 'emoji', name: 'warning' },
      { type: 'emoji', name: 'parrot' },
      { type: 'text', text: 'loud', style: { bold: true } },
      { type: 'date', timestamp: 1_794_733_200, format: '{time}', fallback: 'then' },
    ];
    const section = { type: 'rich_text_section', elements };
    await slack.post({ text: 'x', blocks: [{ type: 'rich_text', elements: [section] }] });
    const { text } = await open(slack);
    expect(text).toContain('⚠️:parrot:<strong>loud</strong><time>today ');
  });

  it('escapes everything, wherever it stands', async () => {
    const { app, slack } = createWired({
      channels: [{ name: EVIL }],
      users: [{ name: 'eve', realName: EVIL }],
    });
    const blocks = [
      { type: 'section', text: mrkdwn(EVIL), accessory: button(EVIL, { value: EVIL, text: plain(EVIL) }) },
      { type: 'context', elements: [plain(EVIL)] },
      { type: 'header', text: plain(EVIL) },
      {
        type: 'rich_text',
        elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: EVIL }] }],
      },
    ];
    await slack.post({ text: EVIL, blocks });
    await slack.post({ text: EVIL });
    const inputs = ['radio_buttons', 'checkboxes', 'static_select', 'multi_static_select'].map(
      (type, at) => ({
        type: 'input',
        block_id: `${EVIL}${at}`,
        label: plain(EVIL),
        element: { type, action_id: `a${at}`, options: [option(EVIL, EVIL)] },
      }),
    );
    const text = {
      type: 'input',
      label: plain(EVIL),
      element: { type: 'plain_text_input', action_id: 'words', initial_value: EVIL, multiline: true },
    };
    await slack.call('views.open', {
      trigger_id: slack.mintTrigger(slack.userId),
      view: modal({ title: plain(EVIL.slice(0, 24)), blocks: [...inputs, text] }),
    });
    const page = await open(slack);
    expect(page.text.match(/<script/g)).toHaveLength(1);
    expect(page.text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
    expect(page.text).not.toContain('alert("1")');
    expect(app.received).toEqual([]);
  });

  it('shows a form and a word in private to the one they are for, and to nobody else', async () => {
    const { slack } = createWired();
    await slack.call('views.open', { trigger_id: slack.mintTrigger(slack.userId), view: modal() });
    await slack.call('chat.postEphemeral', { channel: slack.channel, user: slack.userId, text: 'psst' });
    const own = await open(slack, `/?user=${slack.userId}`);
    expect(own.text).toContain('A title');
    expect(own.text).toContain('only you can see this');
    const others = await open(slack, `/?user=${slack.otherId}`);
    expect(others.text).not.toMatch(/A title|psst/);
    expect((await open(slack, `/page/form?user=${slack.userId}`)).text).toContain('A title');
    expect((await open(slack, `/page/channel?user=${slack.otherId}`)).text).not.toContain('psst');
  });

  it('runs no script but its own, loads nothing from elsewhere, and is in nobody’s frame', async () => {
    const { slack } = createWired();
    const page = await open(slack);
    expect(page.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(page.text).not.toMatch(/https?:\/\/|style=|\son\w+=/);
    for (const path of ['/page.js', '/page.css']) {
      const file = await open(slack, path);
      expect([file.status, file.headers.get('X-Content-Type-Options')]).toEqual([200, 'nosniff']);
      expect(file.text).not.toMatch(/https?:\/\/|eval|url\(/);
    }
  });

  it.each([
    [{ Host: 'slack.evil.example' }],
    [{ ...HOST, Origin: 'https://evil.example' }],
    [{ ...HOST, 'Sec-Fetch-Site': 'cross-site' }],
  ])('is not there for other machines and pages: %j', async (headers) => {
    const { slack } = createWired();
    for (const path of ['/', '/page/channel', '/page/form', '/page.js', '/page.css']) {
      expect((await open(slack, path, headers)).status).toBe(403);
    }
  });

  it('is not there without the control surface, and leaves the rest as it was', async () => {
    const { slack } = createWired({ control: false });
    expect((await open(slack)).status).toBe(404);
    expect((await open(slack, '/api/nothing')).text).toContain('unknown_method');
    const { slack: controlled } = createWired();
    expect((await open(controlled, '/nothing', { Host: 'elsewhere.example' })).status).toBe(404);
  });
});
