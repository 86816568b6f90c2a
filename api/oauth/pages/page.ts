import {Html, html} from "../html.ts";

const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#f4f4f5, #111113); --card: light-dark(#fff, #1c1c1f);
  --text: light-dark(#18181b, #f4f4f5); --soft: light-dark(#52525b, #a1a1aa); --line: light-dark(#d4d4d8, #3f3f46);
  --field: light-dark(#71717a, #85858f); --act: light-dark(#1d4ed8, #2f5fe0); --link: light-dark(#1d4ed8, #93c5fd);
  --bad: light-dark(#b91c1c, #fca5a5); --bad-ground: light-dark(#fef2f2, #2f1618); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center;
  padding: clamp(1rem, 8vh, 5rem) 1rem 2rem; font: 1rem/1.55 system-ui, sans-serif;
  background: var(--ground); color: var(--text); }
header, main, footer { width: 100%; max-width: 27rem; }
header { margin-bottom: 1rem; font-weight: 600; color: var(--soft); text-align: center; }
main { padding: clamp(1.25rem, 5vw, 2rem); background: var(--card); border: 1px solid var(--line);
  border-radius: .75rem; overflow-wrap: anywhere; }
footer { margin-top: 1rem; text-align: center; }
h1 { margin: 0 0 .5rem; font-size: 1.35rem; line-height: 1.25; text-wrap: balance; }
p { margin: .5rem 0; }
.soft { color: var(--soft); font-size: .925rem; }
label { display: block; margin: 1rem 0 .3rem; font-weight: 600; }
input:not([type=checkbox]) { width: 100%; padding: .6rem .7rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--field); border-radius: .45rem; }
input[aria-invalid=true] { border-color: var(--bad); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.error { margin: 1rem 0 0; padding: .65rem .8rem; color: var(--bad); background: var(--bad-ground);
  border: 1px solid currentColor; border-radius: .45rem; }
button { font: inherit; font-weight: 600; padding: .65rem 1rem; border-radius: .45rem; cursor: pointer;
  border: 1px solid var(--field); background: transparent; color: inherit; }
button.act { background: var(--act); border-color: var(--act); color: #fff; }
button:hover { filter: brightness(1.12); }
button.link { padding: 0; border: 0; color: var(--link); font-weight: inherit; text-decoration: underline; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem; }
.buttons button, .buttons a { flex: 1 1 8rem; }
a.act { font-weight: 600; padding: .65rem 1rem; border-radius: .45rem; border: 1px solid var(--act);
  background: var(--act); color: #fff; text-align: center; text-decoration: none; }
a.act:hover { filter: brightness(1.12); }
form + p { margin-top: 1.25rem; }
main > :last-child { margin-bottom: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: 1rem 0; padding: .8rem 0;
  border-block: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; }
fieldset { margin: 1rem 0 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
fieldset label { display: grid; grid-template-columns: 1.25rem 1fr; gap: .6rem; margin: .6rem 0 0; font-weight: 400; }
fieldset input { width: 1.1rem; height: 1.1rem; margin: .22rem 0 0; accent-color: var(--act); }
form.inline { display: inline; }
a { color: var(--link); }
@media (max-width: 22rem) { dl { grid-template-columns: 1fr; gap: 0; } dd + dt { margin-top: .5rem; } }
@media (forced-colors: active) { .act { border-width: 2px; } }
`;

const STYLE_HASH = Bun.CryptoHasher.hash("sha256", STYLE, "base64");

interface Page {
  title: string;
  main: Html;
  footer?: Html | undefined;
  /** The address to which the browser redirects without a click. */
  refresh?: string;
}

/** The whole document. It loads nothing, runs no script, and is readable without its style. */
export function documentOf({title, main, footer, refresh}: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh === undefined ? undefined : html`<meta http-equiv="refresh" content="0; url=${refresh}">`}
<title>${title} – Analytics Service</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
</head>
<body>
<header>Analytics Service</header>
<main>
${main}
</main>
${footer && html`<footer class="soft">${footer}</footer>`}
</body>
</html>
`.text;
}

/** The headers of a page. `formAction` is a source, beside this service, that its form may redirect to. */
export function pageHeaders(formAction = ""): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'self'${formAction && ` ${formAction}`}; frame-ancestors 'none'`,
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    // Not `no-referrer`: a browser would then send our own forms with `Origin: null`.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
  };
}
