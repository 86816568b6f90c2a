import type {AccessibleRepository} from "../../shared/modeling/github/accessible-repositories.ts";
import type {Pending} from "../../shared/modeling/github/connect.ts";
import {type Html, html} from "../oauth/html.ts";
import {documentOf} from "../oauth/pages/page.ts";

interface ConfirmPage extends Pending {
  action: string;
  csrf: string;
  state: string;
}

/** How many repositories are listed by name. The page shows the number of further repositories. */
const MAX_NAMES = 50;

/** The page that asks an org-admin whether to connect the listed repositories of a GitHub account to their organization. */
export function confirmPage(page: ConfirmPage): string {
  const {action, csrf, state, orgName, account, repositories, leftOut} = page;
  const title = "Connect GitHub?";
  const writable = repositories.filter(({permission}) => permission === "write");
  const readable = repositories.filter(({permission}) => permission === "read");
  return documentOf({
    title,
    main: html`<h1>${title}</h1>
<p>Admins of the organization will be able to make projects that follow these repositories, and no others. Your account at
GitHub may read or write them.</p>
<dl>
<dt>GitHub account</dt><dd><bdi>${account}</bdi></dd>
<dt>Organization here</dt><dd><bdi>${orgName}</bdi></dd>
${listOf("To read, to open pull requests with changes, and to check pull requests", writable)}
${listOf("To read only", readable)}
</dl>
${leftOut > 0 ? html`<p>${leftOut} more repositories of the installation are not connected.</p>` : undefined}
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="state" value="${state}">
<div class="buttons"><button class="act" type="submit">Connect them</button></div>
</form>`,
    footer: html`If you did not mean to, close this page: nothing is connected until you press the button.`,
  });
}

function listOf(title: string, repositories: readonly AccessibleRepository[]): Html | undefined {
  if (repositories.length === 0) return undefined;
  const names = repositories
    .slice(0, MAX_NAMES)
    .map(({repository}) => html`<dd><bdi>${repository}</bdi></dd>`);
  const more = repositories.length - names.length;
  return html`<dt>${title}</dt>${names}${more > 0 ? html`<dd>and ${more} more</dd>` : undefined}`;
}
