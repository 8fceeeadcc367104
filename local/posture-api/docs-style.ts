/** Inline in the page: the documentation loads nothing from elsewhere. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6478; --line: #dfe3ea; --paper: #ffffff; --tint: #f5f7fa; --accent: #2456a6; --note: #7a5200; --note-tint: #fdf3dc; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e7ef; --soft: #9aa4b8; --line: #2e3644; --paper: #14181f; --tint: #1b212b; --accent: #86b0f5; --note: #e8c57c; --note-tint: #2d2616; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
.page { display: grid; grid-template-columns: 19rem minmax(0, 1fr); max-width: 84rem; margin: 0 auto; }
.side { padding: 1.25rem 1.25rem 2rem; position: sticky; top: 0; height: 100vh; overflow: auto; border-right: 1px solid var(--line); }
nav { font-size: .8125rem; }
nav h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.25rem 0 .25rem; }
nav a { display: block; padding: .15rem 0; color: inherit; text-decoration: none; white-space: nowrap; }
nav a:hover, nav a:focus { color: var(--accent); }
.verb { display: inline-block; min-width: 2.4rem; color: var(--soft); font: .6875rem/1 ui-monospace, monospace; }
.menu { display: none; }
main { padding: 2rem; min-width: 0; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; }
main > h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; }
h3 code { white-space: normal; }
p { margin: .4rem 0; }
a { color: var(--accent); }
.soft { color: var(--soft); }
article { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0; padding: 1rem 1.25rem; scroll-margin-top: 1rem; }
.method { font: 600 .75rem/1 ui-monospace, monospace; padding: .3rem .45rem; border-radius: .3rem; background: var(--tint); color: var(--accent); }
code { font: .875rem/1.4 ui-monospace, monospace; white-space: nowrap; }
.curl { margin: .6rem 0; padding: .6rem .75rem; border-radius: .3rem; background: var(--tint); overflow-x: auto; user-select: all; }
.curl code { font-size: .8125rem; white-space: pre; }
.mark { display: inline-block; padding: 0 .4rem; border-radius: .3rem; background: var(--note-tint); color: var(--note); font-size: .75rem; white-space: nowrap; }
.scroll { overflow-x: auto; margin: .9rem 0 0; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem 1rem .35rem 0; border-top: 1px solid var(--line); }
th { font-weight: 500; white-space: nowrap; }
thead th { color: var(--soft); }
td { min-width: 9rem; }
.fields th:first-child { width: 14rem; }
.fields th + td { width: 35%; }
.word { white-space: nowrap; }
@media (max-width: 60rem) {
  .page { display: block; }
  .side { display: none; }
  main { padding: 1.25rem 1rem; }
  .menu { display: block; margin: .75rem 0; border: 1px solid var(--line); border-radius: .5rem; padding: .6rem 1rem; }
  .menu summary { cursor: pointer; font-weight: 500; }
  .menu a { padding: .4rem 0; font-size: .875rem; }
}
@media (max-width: 48rem) {
  article { padding: .8rem 1rem; }
  table, thead, tbody, tr, td { display: block; }
  thead th { padding: 0; border: 0; }
  thead th + th { position: absolute; clip-path: inset(50%); }
  tr { border-top: 1px solid var(--line); padding: .5rem 0; }
  tbody th, td { border: 0; padding: 0; min-width: 0; overflow-wrap: break-word; }
  tbody th { margin-right: .6rem; }
  tbody th, tbody th + td { display: inline; }
  td:empty { display: none; }
  .mark { margin-top: .15rem; }
}
`;
