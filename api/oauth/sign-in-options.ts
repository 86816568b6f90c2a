import type {Config} from "../../shared/core/config.ts";
import {withReturnPath} from "./return-path.ts";

/** The ways to sign in that the sign-in page offers; afterwards the browser goes to the path `to`. */
export function signInOptions({baseUrl, oidc, passwordSignIn}: Config, to: string | undefined) {
  const href = withReturnPath(`${baseUrl}/sign-in/provider`, to);
  return {provider: oidc && {name: oidc.name, href}, hasPasswords: passwordSignIn};
}
