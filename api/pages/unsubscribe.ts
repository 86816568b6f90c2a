import type {MailSource, MailStop} from "../../shared/core/recipients/unsubscribes.ts";
import {type Html, html} from "../oauth/html.ts";
import {documentOf} from "../oauth/pages/page.ts";

interface StopPage {
  action: string;
  source: MailSource;
  email: MailStop["email"];
  stopped: boolean;
  /** Whether the recipient's choice has just been applied. */
  isDone: boolean;
}

/** The page that tells recipients whether they get mail from a source, with a button that stops or resumes the mail. */
export function stopPage({action, source, email, stopped, isDone}: StopPage): string {
  const title = titleOf(stopped, isDone);
  return documentOf({
    title,
    main: html`<h1>${title}</h1>
<p${isDone ? html` role="status"` : undefined}>${stopped ? STOPPED_TEXT : ACTIVE_TEXT}</p>
<dl>
<dt>Mail</dt><dd><bdi>${source.name}</bdi></dd>
<dt>From</dt><dd><bdi>${source.orgName}</bdi></dd>
<dt>To</dt><dd>${email}</dd>
</dl>
<form method="post" action="${action}">
<div class="buttons">${stopped ? RESUME : STOP}</div>
</form>`,
    footer: stopped ? undefined : html`Other mail that you get from here is not affected.`,
  });
}

const STOPPED_TEXT = "This mail is not sent to you any more. Only you can change that.";
const ACTIVE_TEXT = "This mail is sent to you.";
/** The button that stops the mail. It sends the same field as mail programs (RFC 8058 §3.1). */
const STOP = html`<button class="act" type="submit" name="List-Unsubscribe" value="One-Click">Stop this mail</button>`;
const RESUME = html`<button type="submit" name="action" value="resume">Send me this mail again</button>`;

function titleOf(stopped: boolean, isDone: boolean): string {
  if (stopped) return isDone ? "Done: no more of this mail" : "You have stopped this mail";
  return isDone ? "You get this mail again" : "Stop this mail?";
}

/** The page for a link to mail that is no longer sent. */
export function endedPage(): string {
  return message(
    "This mail is not sent any more",
    html`The schedule, action or agent that sent this mail was deleted. You do not need to do anything.`,
  );
}

/** The page for a link that this service has not issued. */
export function unknownStopPage(): string {
  return message(
    "This link does not work",
    html`The link may be incomplete or changed. Open the link at the end of the mail again, or copy the whole
link. Nothing was changed.`,
  );
}

function message(title: string, text: Html): string {
  return documentOf({title, main: html`<h1>${title}</h1>\n<p role="status">${text}</p>`});
}
