import type {SharedType} from "../../shared/core/content-types.ts";
import {Standing} from "../../shared/tenancy/content-kinds/schemas.ts";
import {getStanding, setStar} from "../../shared/tenancy/content-kinds/star.ts";
import type {Web} from "../dependencies.ts";
import {Operations} from "../server/operations.ts";
import {idIn, tagOf} from "./names.ts";

/** Stars of a kind of content: the caller's own bookmarks, which nobody else sees. */
export function starRoutes(web: Web, type: SharedType) {
  const path = `/api/${type}s/:${type}Id/star`;
  const operations = new Operations(web, tagOf(type)).add("GET", path, {
    scope: "read",
    summary: `Get the star and views of a ${type}`,
    description: "Whether the caller has starred the content, how often it was viewed, and when last.",
    response: Standing,
    answer: {starred: true, viewCount: 12, lastViewedAt: "2026-01-31T09:30:00.000Z"},
    errors: ["not_found"],
    handle: call => getStanding(web.db, call.actor, type, idIn(type, call)),
  });
  for (const [method, starred] of [
    ["PUT", true],
    ["DELETE", false],
  ] as const)
    operations.add(method, path, {
      // `read` suffices, because a star changes nothing that anyone else sees.
      scope: "read",
      summary: `${starred ? "Star" : "Unstar"} a ${type}`,
      description:
        "Changes the caller's own star. `?starred=true` lists starred content. Needs the right to view the content. Idempotent.",
      response: Standing,
      answer: {starred, viewCount: 12, lastViewedAt: "2026-01-31T09:30:00.000Z"},
      errors: ["not_found", "invalid_request"],
      handle: async call => {
        const {actor} = call;
        const id = idIn(type, call);
        // The rights are checked before the body is read.
        await getStanding(web.db, actor, type, id);
        await call.noBody();
        return setStar(web.db, actor, type, id, starred);
      },
    });
  return operations.app;
}
