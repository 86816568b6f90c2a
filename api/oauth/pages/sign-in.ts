import {type Html, html} from "../html.ts";
import {documentOf} from "./page.ts";

interface SignInPage {
  /** The form's target. */
  action: string;
  csrf: string;
  /** HTML that says what the person signs in for. */
  purpose: Html;
  email?: string;
  error?: string | undefined;
}

/** The form that asks for an email address and a password. */
export function signInPage({action, csrf, purpose, email = "", error}: SignInPage): string {
  const invalid = error ? html` aria-invalid="true" aria-describedby="error"` : undefined;
  // The cursor is put into the first field that is still empty.
  const focus = html` autofocus`;
  return documentOf({
    title: error ? "Sign in: try again" : "Sign in",
    main: html`<h1>Sign in</h1>
<p>${purpose}</p>
${errorBox(error)}
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="action" value="sign-in">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}"${invalid}${email ? undefined : focus}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"${invalid}${email ? focus : undefined}>
<div class="buttons"><button class="act" type="submit">Sign in</button></div>
</form>
<p class="soft">No password yet, or forgotten? An admin of your organization can send you a link to set one.</p>`,
  });
}

/** The error message, which a screen reader announces at once. */
export function errorBox(error: string | undefined): Html | undefined {
  return error
    ? html`<p class="error" id="error" role="alert" aria-live="assertive">${error}</p>`
    : undefined;
}

interface SignedInPage {
  action: string;
  csrf: string;
  name: string;
  email: string;
  orgName: string;
}

/** The page of a signed-in user: the account, the way to what it can see, and a button to sign out. */
export function signedInPage({action, csrf, name, email, orgName}: SignedInPage): string {
  return documentOf({
    title: "Signed in",
    main: html`<h1>You are signed in</h1>
<dl>
<dt>Name</dt><dd><bdi>${name}</bdi></dd>
<dt>Email</dt><dd>${email}</dd>
<dt>Organization</dt><dd><bdi>${orgName}</bdi></dd>
</dl>
<p><a href="/">See your dashboards, charts and sheets</a></p>
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<div class="buttons"><button type="submit">Sign out</button></div>
</form>`,
  });
}

interface PasswordPage {
  action: string;
  csrf: string;
  email: string;
  error?: string | undefined;
}

/** The form that sets a password. It contains the user name for password managers. */
export function passwordPage({action, csrf, email, error}: PasswordPage): string {
  const invalid = error ? html` aria-invalid="true"` : undefined;
  return documentOf({
    title: error ? "Set a password: try again" : "Set a password",
    main: html`<h1>Set a password</h1>
<p>For <strong>${email}</strong>. You are signed out everywhere when it is set, and applications that you let in
have to ask you again.</p>
${errorBox(error)}
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="text" name="username" value="${email}" autocomplete="username" hidden>
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="200" aria-describedby="rule${error ? " error" : ""}"${invalid} autofocus>
<p class="soft" id="rule">At least 10 characters. Several words in a row make a good one.</p>
<label for="again">Repeat the password</label>
<input id="again" name="again" type="password" autocomplete="new-password" required maxlength="200"${invalid}>
<div class="buttons"><button class="act" type="submit">Set the password</button></div>
</form>`,
  });
}
