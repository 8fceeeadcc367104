import { html } from 'hono/html';
import { describe, expect, it } from 'vitest';
import { checkMessageBlocks } from '../../../../local/slack/blocks/check-blocks.ts';
import { showBlocks } from '../../../../local/slack/html/show-blocks.ts';
import { button, createHarness, mrkdwn, NOW, option, plain } from './harness.ts';

const EVIL = `<script>alert("1")</script>'&`;
const { names } = createHarness().service.directory;
const draw = (...blocks: object[]) => {
  expect(checkMessageBlocks(blocks)).toMatchObject({ ok: true });
  return String(html`${showBlocks(blocks as Record<string, unknown>[], { names, nowMs: NOW })}`);
};
const input = (type: string, more: object = {}) => ({
  type: 'input',
  block_id: `${EVIL} ${type}`,
  label: plain(EVIL),
  element: { type, action_id: type, ...more },
});

describe('blocks as HTML', () => {
  it('say what can be pressed, and what is asked first', () => {
    const confirm = {
      title: plain('Sure?'),
      text: plain('Really'),
      confirm: plain('Yes'),
      deny: plain('No'),
    };
    const elements = [
      button('verdict:SAFE', { value: 'v1', confirm }),
      {
        type: 'overflow',
        action_id: 'more',
        options: [option('A', 'First'), { ...option('B', 'Second'), description: plain('What B does') }],
      },
    ];
    const shown = draw({ type: 'actions', elements });
    expect(shown).toContain('data-action="verdict:SAFE"');
    expect(shown).toContain('data-confirm="Sure?\n\nReally" data-yes="Yes"');
    expect(shown).toContain('data-option="B"');
    expect(shown).toContain('<span>Second <small>What B does</small></span></button>');
  });

  it('say what each choice means, and which input tells at once what is chosen', () => {
    const options = [{ ...option('A', 'First'), description: plain('What A does') }];
    const shown = draw(
      { ...input('radio_buttons', { options }), dispatch_action: true },
      input('static_select', { options }),
    );
    expect(shown).toContain('<fieldset data-dispatch="radio_buttons"><legend>');
    expect(shown.match(/data-dispatch/g)).toHaveLength(1);
    expect(shown).toContain('<span>First <small>What A does</small></span></label>');
    expect(shown).toContain('>First (What A does)</option>');
  });

  it('show rich text with emoji and times, and what they cannot show by its name', () => {
    const elements = [
      { type: 'emoji', name: 'warning' },
      { type: 'emoji', name: 'parrot' },
      { type: 'text', text: 'loud', style: { bold: true } },
      { type: 'date', timestamp: NOW / 1000, format: '{time}', fallback: 'then' },
    ];
    const shown = draw({ type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] });
    expect(shown).toContain('⚠️:parrot:<strong>loud</strong><time>today ');
  });

  it('escape everything, wherever it stands, and lead nowhere', () => {
    const accessory = button(EVIL, { value: EVIL, text: plain(EVIL), url: 'https://evil.example/' });
    const code = { type: 'rich_text_preformatted', elements: [{ type: 'text', text: EVIL }] };
    const options = [option(EVIL, EVIL)];
    const menus = ['radio_buttons', 'checkboxes', 'static_select', 'multi_static_select'];
    const shown = draw(
      { type: 'section', text: mrkdwn(EVIL), accessory },
      { type: 'context', elements: [plain(EVIL)] },
      { type: 'header', text: plain(EVIL) },
      { type: 'rich_text', elements: [code] },
      ...menus.map((type) => input(type, { options })),
      input('plain_text_input', { initial_value: EVIL, multiline: true }),
    );
    expect(shown.match(/&lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt;/g)?.length).toBeGreaterThan(20);
    expect(shown).not.toMatch(/<script|alert\("1"\)|https?:|style=|\son\w+=/);
  });
});
