import {html} from "../oauth/html.ts";
import {documentOf} from "../oauth/pages/page.ts";

interface ConfirmPage {
  action: string;
  csrf: string;
  state: string;
  orgName: string;
  account: string;
}

/** Asks an org-admin whether to connect an account of GitHub to their organization; both are named. */
export function confirmPage({action, csrf, state, orgName, account}: ConfirmPage): string {
  const title = "Connect GitHub?";
  return documentOf({
    title,
    main: html`<h1>${title}</h1>
<p>Admins of the organization will be able to make projects that follow the repositories which the App reaches, and read their files.</p>
<dl>
<dt>GitHub account</dt><dd><bdi>${account}</bdi></dd>
<dt>Organization here</dt><dd><bdi>${orgName}</bdi></dd>
</dl>
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="state" value="${state}">
<div class="buttons"><button class="act" type="submit">Connect them</button></div>
</form>`,
    footer: html`If you did not mean to, close this page: nothing is connected until you press the button.`,
  });
}
