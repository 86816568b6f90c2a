import {type EmbedCaller, verifyEmbedToken} from "../../shared/embed/tokens.ts";
import {ServiceError} from "../../shared/errors.ts";
import type {Caller} from "../auth.ts";
import type {Web} from "../web.ts";

const LONGEST_TOKEN = 2048;
const callers = new WeakMap<Caller, EmbedCaller>();

/** Takes embed tokens alone; `embedCallerOf` tells what the token opens. */
export function embedAuthenticator(web: Web): (request: Request) => Promise<Caller> {
  return async request => {
    const header = request.headers.get("authorization") ?? "";
    const token = /^Bearer +([\w.-]+)$/i.exec(header)?.[1];
    if (!token || token.length > LONGEST_TOKEN) {
      const message = "Send an embed token: Authorization: Bearer <token>.";
      throw new ServiceError("unauthenticated", message, {headers: {"www-authenticate": "Bearer"}});
    }
    const embed = await verifyEmbedToken(web, token);
    const caller = {actor: embed.actor, tokenHash: embed.actor.id};
    callers.set(caller, embed);
    return caller;
  };
}

export function embedCallerOf({caller}: {caller: Caller}): EmbedCaller {
  const embed = callers.get(caller);
  if (!embed) throw new Error("this caller was not authenticated by an embed token");
  return embed;
}
