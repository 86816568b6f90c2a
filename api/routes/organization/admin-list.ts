import {requireOrgAdmin} from "../../../shared/core/access.ts";
import type {Actor} from "../../../shared/core/actor.ts";
import type {Db} from "../../../shared/core/db.ts";
import type {Page} from "../../../shared/core/paging.ts";
import type {Web} from "../../dependencies.ts";
import type {EndpointDoc} from "../../openapi/describe-endpoint.ts";
import {listEndpoint} from "../../server/list-endpoint.ts";

/**
 * The endpoint of a list in pages that only org-admins may read. If there are more rows, `list` returns one row more
 * than the page has.
 */
export function adminListEndpoint<T extends {id: string | number}>(
  web: Web,
  doc: Pick<EndpointDoc, "tag" | "summary" | "description" | "response" | "answer">,
  list: (db: Db, actor: Actor, page: Page) => Promise<T[]>,
) {
  return listEndpoint(web, {...doc, errors: ["missing_privilege", "not_found"]}, async ({actor}, page) => {
    requireOrgAdmin(actor);
    return list(web.db, actor, page());
  });
}
