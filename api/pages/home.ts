import {version} from "../../shared/core/process/version.ts";

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d4d4d8, #3f3f46); --soft: light-dark(#52525b, #a1a1aa); }
body { margin: 0 auto; padding: 3rem 1.25rem; max-width: 42rem; font: 1rem/1.6 system-ui, sans-serif;
  background: light-dark(#fff, #18181b); color: light-dark(#18181b, #f4f4f5); }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.05rem; margin: 2.25rem 0 .5rem; }
p { margin: .5rem 0; }
.soft { color: var(--soft); }
a { color: light-dark(#1d4ed8, #93c5fd); }
a:focus-visible { outline: 3px solid currentColor; outline-offset: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; margin: 0; }
dt { font-weight: 600; }
dd { margin: 0; }
pre { overflow-x: auto; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: .4rem; }
code { font: .9em ui-monospace, monospace; }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
`;

const STYLE_HASH = Bun.CryptoHasher.hash("sha256", STYLE, "base64");

/** The page at `/`: what this service is, and links. It loads nothing and runs no script. */
export function homePage(baseUrl: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Analytics Service</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Analytics Service</h1>
<p class="soft">Version ${Bun.escapeHTML(version)}</p>
<p><a href="/sign-in?to=%2F">Sign in</a> to see dashboards, charts and sheets.</p>
<p>Governed analytics over HTTP: models with dimensions and measures over a connected warehouse, and queries
against them, under each caller's own rights.</p>

<h2>Links</h2>
<dl>
<dt><a href="/swagger">Documentation</a></dt><dd>Every call, described and ready to be tried with a token</dd>
<dt><a href="/swagger/json">OpenAPI</a></dt><dd>The same calls, for programs (JSON, OpenAPI 3.1)</dd>
<dt><a href="/healthz">Health</a></dt><dd>This process is alive</dd>
<dt><a href="/readyz">Readiness</a></dt><dd>The database is migrated, and a worker is running</dd>
<dt><a href="/metrics">Metrics</a></dt><dd>For Prometheus; from this machine, or with an org-admin's token</dd>
</dl>

<h2>First call</h2>
<p>Every call under <code>/api</code> carries an API token. This call shows the account of your token:</p>
<pre tabindex="0" aria-label="First call"><code>curl -H "Authorization: Bearer $TOKEN" ${Bun.escapeHTML(baseUrl)}/api/whoami</code></pre>
</main>
</body>
</html>
`;
  return new Response(html, {
    headers: {
      ...PAGE_HEADERS,
      "content-security-policy": `default-src 'none'; img-src data:; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}

/** The headers of the service's own pages. */
export const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
};
