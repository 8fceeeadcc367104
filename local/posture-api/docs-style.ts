/** Kept in the page itself: the documentation asks nothing from anywhere. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6478; --line: #dfe3ea; --paper: #ffffff; --tint: #f5f7fa; --accent: #2456a6; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e3e7ef; --soft: #9aa4b8; --line: #2e3644; --paper: #14181f; --tint: #1b212b; --accent: #86b0f5; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
.page { display: grid; grid-template-columns: 15rem minmax(0, 1fr); max-width: 72rem; margin: 0 auto; }
nav { padding: 2rem 1rem; position: sticky; top: 0; height: 100vh; overflow: auto; border-right: 1px solid var(--line); font-size: .875rem; }
nav h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--soft); margin: 1.25rem 0 .25rem; }
nav a { display: block; padding: .15rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
nav a:hover, nav a:focus { color: var(--accent); }
main { padding: 2rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: .4rem 0; }
.soft { color: var(--soft); }
article { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0; padding: 1rem; scroll-margin-top: 1rem; }
.method { font: 600 .75rem/1 ui-monospace, monospace; padding: .3rem .45rem; border-radius: .3rem; background: var(--tint); color: var(--accent); margin-right: .4rem; }
code { font: .875rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: .6rem 0 0; font-size: .875rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-top: 1px solid var(--line); }
th { color: var(--soft); font-weight: 500; }
a { color: var(--accent); }
@media (max-width: 48rem) { .page { display: block; } nav { position: static; height: auto; border: 0; } }
`;
