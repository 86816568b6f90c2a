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
  /** The identity provider's name, and the address that begins a sign-in there. */
  provider?: {name: string; href: string} | undefined;
  hasPasswords: boolean;
}

/** The ways to sign in: at the identity provider, and the form that asks for an email address and a password. */
export function signInPage(page: SignInPage): string {
  const {purpose, error, provider, hasPasswords} = page;
  return documentOf({
    title: error ? "Sign in: try again" : "Sign in",
    main: html`<h1>Sign in</h1>
<p>${purpose}</p>
${errorBox(error)}
${provider && html`<p class="buttons"><a class="act" href="${provider.href}">Sign in with <bdi>${provider.name}</bdi></a></p>`}
${provider && hasPasswords ? html`<p class="soft">Or with a password:</p>` : undefined}
${hasPasswords ? passwordForm(page) : undefined}`,
  });
}

function passwordForm({action, csrf, email = "", error, provider}: SignInPage): Html {
  const invalid = error ? html` aria-invalid="true" aria-describedby="error"` : undefined;
  // The cursor is put into the first field that is still empty, unless most people use the button above.
  const focus = provider && !email ? undefined : html` autofocus`;
  return html`<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="action" value="sign-in">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${email}"${invalid}${email ? undefined : focus}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"${invalid}${email ? focus : undefined}>
<div class="buttons"><button class="act" type="submit">Sign in</button></div>
</form>
<p class="soft">No password yet, or forgotten? An admin of your organization can send you a link to set one.</p>`;
}

interface ChoicePage {
  action: string;
  csrf: string;
  organizations: readonly {id: string; name: string}[];
}

/** The form in which a new person chooses the organization to become a member of. */
export function choicePage({action, csrf, organizations}: ChoicePage): string {
  return documentOf({
    title: "Choose your organization",
    main: html`<h1>Which organization is yours?</h1>
<p>You become a member of the one that you choose, and of no other.</p>
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<div class="buttons">
${organizations.map(
  ({id, name}) => html`<button type="submit" name="organization" value="${id}"><bdi>${name}</bdi></button>
`,
)}
</div>
</form>`,
  });
}

/** The page that leads from a log-out here to the log-out at the identity provider. */
export function leavePage(name: string, href: string): string {
  return documentOf({
    title: "Signed out",
    refresh: href,
    main: html`<h1>You are signed out here</h1>
<p role="status"><a href="${href}">Sign out of <bdi>${name}</bdi></a> as well, if your browser does not go there by itself.</p>`,
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

/** The page of a signed-in user: the account, a link to the user's content, and a button to sign out. */
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
<p>For <strong>${email}</strong>. When the password is set, you are signed out everywhere else, and applications
with access to your account have to ask you again.</p>
${errorBox(error)}
<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="text" name="username" value="${email}" autocomplete="username" hidden>
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="200" aria-describedby="rule${error ? " error" : ""}"${invalid} autofocus>
<p class="soft" id="rule">At least 10 characters. Several words in a row make a good password.</p>
<label for="again">Repeat the password</label>
<input id="again" name="again" type="password" autocomplete="new-password" required maxlength="200"${invalid}>
<div class="buttons"><button class="act" type="submit">Set the password</button></div>
</form>`,
  });
}
