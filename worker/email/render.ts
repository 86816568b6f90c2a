import type {RenderedMail, Report} from "../../shared/core/wire/mail-report.ts";
import {htmlOf} from "./html.ts";
import {reportToText} from "./plain-text-body.ts";
import {shorten} from "./shorten-report.ts";

/**
 * Some mail providers cut off mails beyond 102 KB. Less than 100,000 bytes leave room for the address and the token
 * that are filled in for each recipient.
 */
const MAX_BYTES = 98_000;

/** Both versions of the mail, with as many rows and parts as its size allows. */
export async function renderReport(report: Report): Promise<RenderedMail> {
  let fitting = report;
  for (;;) {
    const html = await htmlOf(fitting);
    const excess = Buffer.byteLength(html) - MAX_BYTES;
    const shorter = excess > 0 ? shorten(fitting, excess, report) : undefined;
    if (!shorter) return {html, text: reportToText(fitting)};
    fitting = shorter;
  }
}
