import type {Actor} from "../../../shared/core/actor.ts";
import {type Html, html} from "../html.ts";
import {documentOf} from "./page.ts";
import {errorBox} from "./sign-in.ts";

interface ConsentPage {
  action: string;
  csrf: string;
  user: Actor;
  clientName: string;
  /** The redirect's target, in words. */
  target: string;
  /** The requested scopes that the user's seat allows. */
  scopes: readonly string[];
  /** Whether the client asks for more scopes than the seat allows. */
  exceedsSeat: boolean;
  error?: string | undefined;
}

const SCOPE_TEXTS: Readonly<Record<string, {title: string; text: string}>> = {
  read: {
    title: "Read",
    text: "See projects, models, charts and other content that you see, and run queries on the rows that you may see.",
  },
  write: {
    title: "Write",
    text: "Create and change charts, dashboards and other content, and start runs, as you. Nothing can be deleted.",
  },
};

/** The page that asks the user whether a client may act for them, and with which scopes. */
export function consentPage(page: ConsentPage): string {
  const {action, csrf, user, clientName, target, scopes, exceedsSeat, error} = page;
  return documentOf({
    title: `Let ${clientName} in?`,
    main: html`<h1>Let <bdi>${clientName}</bdi> use your analytics?</h1>
<p class="soft">The application chose this name itself, and nobody has checked the name. Allow access only if you have just started this yourself.</p>
${errorBox(error)}
<dl>
<dt>You</dt><dd><bdi>${user.name}</bdi> (${user.email})</dd>
<dt>Organization</dt><dd><bdi>${user.orgName}</bdi></dd>
<dt>Leads to</dt><dd>${target}</dd>
</dl>
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<fieldset>
<legend>In your name, it could</legend>
${scopes.map(scopeBox)}
</fieldset>
${exceedsSeat ? html`<p class="soft">The application also asks to write, which your viewer’s seat does not allow.</p>` : undefined}
<div class="buttons">
<button type="submit" name="action" value="deny">Deny</button>
${scopes.length > 0 ? html`<button class="act" type="submit" name="action" value="allow">Allow</button>` : undefined}
</div>
</form>`,
    footer: html`Not you? <form class="inline" method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<button class="link" type="submit" name="action" value="switch">Switch account</button>
</form>`,
  });
}

function scopeBox(scope: string): Html {
  const {title, text} = SCOPE_TEXTS[scope] ?? {title: scope, text: ""};
  return html`<label for="scope-${scope}"><input id="scope-${scope}" type="checkbox" name="scope" value="${scope}" checked>
<span><strong>${title}.</strong> ${text}</span></label>
`;
}
