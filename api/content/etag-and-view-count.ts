import type {Actor} from "../../shared/core/actor.ts";
import type {Web} from "../dependencies.ts";
import {withEtag} from "../http/etag.ts";

interface ReadCall {
  actor: Actor;
  request: Request;
  headers: Headers;
}

/** Answers a read of content with its `ETag`, and counts the view. */
export function answerRead<V extends {id: string}>(web: Web, call: ReadCall, view: V): V | Response {
  web.viewLog.add(call.actor, view.id);
  return withEtag(call, view);
}
