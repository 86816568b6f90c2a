import type {Web} from "../dependencies.ts";
import type {Browser} from "./browser.ts";
import {html} from "./html.ts";
import type {FailedSignIn} from "./interaction.ts";
import {signInPage} from "./pages/sign-in.ts";
import {pageResponse} from "./respond.ts";
import {signInAddress} from "./return-path.ts";
import {signInOptions} from "./sign-in-options.ts";

/** Shows the sign-in page. `to` is the path to redirect to afterwards. */
export function showSignIn(
  {config}: Pick<Web, "config">,
  browser: Browser,
  to: string | undefined,
  failed?: FailedSignIn,
): Response {
  const text = signInPage({
    action: signInAddress(config.baseUrl, to),
    csrf: browser.csrfFor("sign in"),
    purpose: html`Use the email address that your organization has for you.`,
    email: failed?.email ?? "",
    error: failed?.error,
    ...signInOptions(config, to),
  });
  const {status = 200, headers = {}} = failed ?? {};
  return pageResponse(text, {status, headers, cookies: browser.cookies});
}
