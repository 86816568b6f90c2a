import {Type} from "@sinclair/typebox";
import {isLoopback} from "../../../core/network.ts";

/** Either TLS with a verified certificate, or no encryption. */
export const Ssl = Type.Union([Type.Literal("disable"), Type.Literal("verify-full")], {
  description:
    "`verify-full`: TLS with a checked certificate; `disable`: no encryption. Default `verify-full`, or `disable` for a loopback host.",
});
export const Port = (usual: string) =>
  Type.Optional(Type.Integer({minimum: 1, maximum: 65_535, description: `Default ${usual}.`}));

/** Characters allowed in a header, and in basic authorization before its colon. */
export const HEADER = "^[!-9;-~]+$";

export function sslOf(host: string, ssl: "disable" | "verify-full" | undefined) {
  return ssl ?? (isLoopback(host) ? "disable" : "verify-full");
}
