import type {Actor} from "../../shared/ground/actor.ts";
import {type Html, html} from "../oauth/html.ts";
import {documentOf} from "../oauth/pages/page.ts";

interface PeoplePage {
  title: string;
  user: Actor;
  /** The form that signs out. */
  signOut: {action: string; csrf: string};
  files: {script: string; style: string};
}

/** A page for somebody who is signed in. Its script reads what to show from the address. */
export function peoplePage({title, user, signOut, files}: PeoplePage): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/client/${files.style}">
<script type="module" src="/client/${files.script}"></script>
</head>
<body data-user="${user.id}">
<header class="account">
<a href="/">Analytics Service</a>
<span class="who"><bdi>${user.name}</bdi>, <bdi>${user.orgName}</bdi></span>
<form method="post" action="${signOut.action}">
<input type="hidden" name="csrf" value="${signOut.csrf}">
<button type="submit">Sign out</button>
</form>
</header>
<main aria-busy="true"><p class="notice" role="status">Loading …</p></main>
<noscript><p class="notice">This page needs scripts.</p></noscript>
</body>
</html>
`.text;
}

export const PEOPLE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "require-trusted-types-for 'script'; trusted-types 'none'; " +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  // Not `no-referrer`: a browser would then send the form that signs out with `Origin: null`.
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
};

/** The 404 page, both for missing content and for content that the user may not see, so that the two look the same. */
export function missingPage(
  kind: "dashboard" | "chart" | "sheet",
  {name, email}: Actor,
  account: string,
): string {
  const who: Html = html`You are signed in as <bdi>${name}</bdi> (${email}).`;
  return documentOf({
    title: "Not found",
    main: html`<h1>This ${kind} was not found</h1>
<p role="status">It was deleted, or is not shared with you. Ask whoever sent you here.</p>`,
    footer: html`${who} <a href="${account}">Not you?</a>`,
  });
}
