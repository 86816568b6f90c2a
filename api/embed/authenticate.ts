import {ServiceError} from "../../shared/core/errors.ts";
import {networkOf} from "../../shared/core/network.ts";
import {requireTurn, WRONG_EMBED_TOKENS} from "../../shared/identity/sign-in/throttle.ts";
import {type EmbedCaller, isExpiredToken, verifyEmbedToken} from "../../shared/surfaces/embed/tokens.ts";
import type {Web} from "../dependencies.ts";
import {serverOf} from "../http/admission.ts";
import {addressOf} from "../http/request-context.ts";
import type {Caller} from "../http/token-authenticator.ts";

const MAX_TOKEN_LENGTH = 2048;
const callers = new WeakMap<Caller, EmbedCaller>();

/** An authenticator that accepts only embed tokens; `embedCallerOf` returns the resource that the token opens. */
export function embedAuthenticator(web: Pick<Web, "config" | "db">): (request: Request) => Promise<Caller> {
  return async request => {
    const header = request.headers.get("authorization") ?? "";
    const token = /^Bearer +([\w.-]+)$/i.exec(header)?.[1];
    if (!token || token.length > MAX_TOKEN_LENGTH) {
      const message = "Send an embed token: Authorization: Bearer <token>.";
      throw new ServiceError("unauthenticated", message, {headers: {"www-authenticate": "Bearer"}});
    }
    const embed = await verifyEmbedToken(web, token).catch((error: unknown) =>
      refuseToken(web, request, error),
    );
    const caller = {actor: embed.actor, tokenHash: embed.actor.id, expiresAt: embed.expiresAt.getTime()};
    callers.set(caller, embed);
    return caller;
  };
}

export function embedCallerOf({caller}: {caller: Caller}): EmbedCaller {
  const embed = callers.get(caller);
  if (!embed) throw new Error("this caller was not authenticated by an embed token");
  return embed;
}

/** Counts only failed attempts, so that other clients of the network cannot block a valid token. */
async function refuseToken(
  web: Pick<Web, "config" | "db">,
  request: Request,
  error: unknown,
): Promise<never> {
  if (!(error instanceof ServiceError) || error.code !== "unauthenticated" || isExpiredToken(error))
    throw error;
  const network = networkOf(addressOf(web.config, {request, server: serverOf(request)}) ?? "unknown");
  await requireTurn(web, WRONG_EMBED_TOKENS, network, "Too many invalid embed tokens.");
  throw error;
}
