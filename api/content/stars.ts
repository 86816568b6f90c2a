import {Elysia} from "elysia";
import type {SharedType} from "../../shared/ground/content-types.ts";
import {Standing} from "../../shared/tenancy/content-kinds/schemas.ts";
import {getStanding, setStar} from "../../shared/tenancy/content-kinds/star.ts";
import {endpoint} from "../server/endpoint.ts";
import type {Web} from "../web.ts";
import {idIn, namesOf} from "./names.ts";

/** Stars of a kind of content: the caller's own bookmarks, which nobody else sees. */
export function starRoutes(web: Web, type: SharedType) {
  const {tag} = namesOf(type);
  const path = `/api/${type}s/:${type}Id/star`;
  const change = (starred: boolean) =>
    endpoint(
      web,
      {
        tag,
        // `read` suffices, because a star changes nothing that anyone else sees.
        scope: "read",
        summary: `${starred ? "Star" : "Unstar"} a ${type}`,
        description:
          "Changes the caller's own star. `?starred=true` lists starred content. Needs the right to view the content. Idempotent.",
        response: Standing,
        answer: {starred, viewCount: 12, lastViewedAt: "2026-01-31T09:30:00.000Z"},
        errors: ["not_found"],
      },
      call => setStar(web.db, call.actor, type, idIn(type, call), starred),
    );
  const read = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: `Get the star and views of a ${type}`,
      description: "Whether the caller has starred the content, how often it was viewed, and when last.",
      response: Standing,
      answer: {starred: true, viewCount: 12, lastViewedAt: "2026-01-31T09:30:00.000Z"},
      errors: ["not_found"],
    },
    call => getStanding(web.db, call.actor, type, idIn(type, call)),
  );
  return new Elysia()
    .get(path, ...read)
    .put(path, ...change(true))
    .delete(path, ...change(false));
}
