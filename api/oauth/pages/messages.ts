import {capitalised} from "../../../shared/core/one-line.ts";
import {html} from "../html.ts";
import {documentOf} from "./page.ts";

/** A page with the reason for a failure, and its remedy. */
export function errorPage(message: string): string {
  const title = "This did not work";
  return documentOf({
    title,
    main: html`<h1>${title}</h1>
<p role="alert">${sentence(message)}</p>
<p class="soft">If an application sent you here, go back to it and start again there.</p>`,
  });
}

function sentence(text: string): string {
  const capital = capitalised(text);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** A page that confirms a completed step. */
export function donePage(title: string, message: string): string {
  return documentOf({
    title,
    main: html`<h1>${title}</h1>
<p role="status">${message}</p>`,
  });
}
