import type {Config} from "../../shared/core/config.ts";
import type {ClientFiles} from "../pages/client-files.ts";

/**
 * The page that an embed token's address opens. The page contains no customer data: the token is in the address's
 * fragment, which browsers do not send.
 */
export async function embedPage(files: ClientFiles, {embedFrameAncestors}: Config): Promise<Response> {
  const {script, style} = await files.names();
  return new Response(page(script, style), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "require-trusted-types-for 'script'; trusted-types 'none'; " +
        `base-uri 'none'; form-action 'none'; frame-ancestors ${embedFrameAncestors}`,
    },
  });
}

function page(script: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Analytics</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/embed/${style}">
<script type="module" src="/embed/${script}"></script>
</head>
<body>
<main id="embed" aria-busy="true"><p class="notice" role="status">Loading …</p></main>
<noscript><p class="notice">This page needs scripts.</p></noscript>
</body>
</html>
`;
}
