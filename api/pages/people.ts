import type {Actor} from "../../shared/core/actor.ts";
import type {SqlConfig} from "../../shared/core/process/sql-config.ts";
import {type Html, html} from "../oauth/html.ts";
import {documentOf} from "../oauth/pages/page.ts";
import type {PageName} from "../page-urls/addresses.ts";
import {pathOf, SECTIONS, sectionOf} from "../page-urls/sections.ts";

export type ColourScheme = "light" | "dark";

/**
 * The class of `main` on pages whose own script fills `main`. The class is set from the start, so that the width never
 * changes.
 */
const CLASS_OF_MAIN: Partial<Record<PageName, string>> = {
  home: "home",
  dashboard: "dashboard",
  chart: "chart",
  sheet: "sheet",
  explore: "explore",
};

interface PeoplePage {
  page: PageName;
  title: string;
  user: Actor;
  /** The form that signs out. */
  signOut: {action: string; csrf: string};
  files: {script: string; style: string};
  /** The person's choice on the page; without a choice, the browser's colour scheme applies. */
  scheme: ColourScheme | undefined;
  /** The address at which the service speaks Postgres' protocol; `undefined` if it does not. */
  sql: Pick<SqlConfig, "host" | "port"> | undefined;
  /** Whether a language model can answer questions. */
  canAsk: boolean;
}

/** A page for somebody who is signed in. The page's script reads from the address which content to show. */
export function peoplePage({page, title, user, signOut, files, scheme, sql, canAsk}: PeoplePage): string {
  return html`<!doctype html>
<html lang="en"${scheme && html` data-theme="${scheme}"`}>
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
<body data-user="${user.id}" data-org="${user.orgId}" data-role="${user.orgRole}" data-seat="${user.seat}"${sql && html` data-sql="${`${sql.host}:${sql.port}`}"`}${canAsk ? html` data-asks` : undefined}>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<a class="brand" href="/">Analytics Service</a>
<nav aria-label="Main">${navigation(page, user)}</nav>
<div id="search"></div>
<details class="account menu">
<summary><bdi>${user.name}</bdi></summary>
<div class="items">
<p class="soft"><bdi>${user.name}</bdi>, <bdi>${user.orgName}</bdi></p>
<div id="appearance"></div>
<form method="post" action="${signOut.action}">
<input type="hidden" name="csrf" value="${signOut.csrf}">
<button type="submit">Sign out</button>
</form>
</div>
</details>
</header>
<main id="main" class="${CLASS_OF_MAIN[page] ?? "page"}" tabindex="-1" aria-busy="true"><p class="notice" role="status">Loading …</p></main>
<noscript><p class="notice">This page needs scripts.</p></noscript>
</body>
</html>
`.text;
}

function navigation(page: PageName, {orgRole}: Actor): Html[] {
  const current = sectionOf(page);
  return SECTIONS.filter(({admin}) => !admin || orgRole === "admin").map(
    section =>
      html`<a href="${pathOf(section)}"${section === current ? html` aria-current="true"` : undefined}>${section.title}</a>`,
  );
}

export const PEOPLE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; frame-src 'self'; " +
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
<p role="status">The ${kind} was deleted, or is not shared with you. Ask the person who sent you here.</p>
<p><a href="/">See what you can open</a></p>`,
    footer: html`${who} <a href="${account}">Not you?</a>`,
  });
}
