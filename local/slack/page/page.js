// Swaps what changed and passes clicks on. What is shown is drawn by the server.
const { user, channel } = document.body.dataset;
const channelBox = document.getElementById('channel');
const formBox = document.getElementById('form');
const statusLine = document.getElementById('status');

const fetchPart = async (name) => (await fetch(`/page/${name}?user=${user}&channel=${channel}`)).text();
const isAtEnd = () => window.innerHeight + window.scrollY >= document.body.scrollHeight - 80;
const scrollToEnd = () => window.scrollTo(0, document.body.scrollHeight);

async function drawChannel() {
  const stay = !isAtEnd();
  // An open menu would close under the finger: it is drawn once that is closed.
  if (channelBox.querySelector('.menu[open]')) return;
  const open = [...channelBox.querySelectorAll('.thread[open]')].map(({ id }) => id);
  channelBox.innerHTML = await fetchPart('channel');
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  if (!stay) scrollToEnd();
}

/** What was typed stays, as in Slack. */
async function drawForm() {
  const before = formBox.querySelector('form');
  const typed = before ? valuesOf(before) : {};
  formBox.innerHTML = await fetchPart('form');
  const form = formBox.querySelector('form');
  if (!form) return;
  if (form.dataset.view !== before?.dataset.view) return form.querySelector('input, textarea')?.focus();
  for (const input of form.querySelectorAll('[name]')) {
    const value = typed[input.name];
    if (value === undefined || value === null) continue;
    if (/radio|checkbox/.test(input.type)) input.checked = [value].flat().includes(input.value);
    else input.value = value;
  }
}

function valuesOf(form) {
  const many = [...form.querySelectorAll('[data-many]')].map((box) => box.dataset.many);
  const given = new FormData(form);
  const names = new Set([...form.querySelectorAll('[name]')].map((input) => input.name));
  return Object.fromEntries(
    [...names].map((name) => [name, many.includes(name) ? given.getAll(name) : given.get(name) || null]),
  );
}

async function act(what, body) {
  statusLine.textContent = '';
  const answer = await fetch(`/control/${what}`, {
    method: 'POST',
    body: JSON.stringify({ userId: user, ...body }),
  });
  const { error, seen = [] } = await answer.json();
  statusLine.textContent =
    error ??
    seen
      .filter((one) => one.what === 'error')
      .map((one) => one.detail)
      .join(' ');
  await Promise.all([drawChannel(), drawForm()]);
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  if ('close' in button.dataset) return act('close', { viewId: button.form.dataset.view });
  const { action, block, value, option, confirm: question } = button.dataset;
  if (action === undefined) return;
  button.closest('.menu')?.removeAttribute('open');
  const { ts, channel: where } = button.closest('[data-ts]').dataset;
  const chosen = option ? { optionValue: option } : value ? { value } : {};
  const confirmed = question ? { confirm: window.confirm(question) } : {};
  act('click', { channel: where, ts, actionId: action, blockId: block, ...chosen, ...confirmed });
});
document.addEventListener('submit', (event) => {
  const { view } = event.target.dataset;
  if (view === undefined) return;
  event.preventDefault();
  act('submit', { viewId: view, values: valuesOf(event.target) });
});
document.querySelector('select[name=user]').addEventListener('change', ({ target }) => target.form.submit());
document.addEventListener(
  'toggle',
  ({ target }) => target.matches('.menu:not([open])') && drawChannel(),
  true,
);

/** Several changes at once are one drawing. */
let drawsSoon = false;
function soon() {
  if (drawsSoon) return;
  drawsSoon = true;
  setTimeout(() => {
    drawsSoon = false;
    drawChannel();
  }, 100);
}
const stream = new EventSource('/control/stream');
for (const type of ['posted', 'changed', 'deleted']) stream.addEventListener(`message.${type}`, soon);
stream.addEventListener('ephemeral.posted', soon);
for (const type of ['opened', 'updated', 'closed']) stream.addEventListener(`view.${type}`, drawForm);
// After a pause anything may have happened.
stream.addEventListener('ready', soon);
stream.onerror = () => {
  statusLine.textContent = 'The bridge does not run.';
};
stream.onopen = () => {
  statusLine.textContent = '';
};
scrollToEnd();
