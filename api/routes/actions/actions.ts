import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {createAction, deleteAction, replaceAction, setActionActive} from "../../../shared/actions/actions.ts";
import {getAction, listActions} from "../../../shared/actions/find.ts";
import {ActionInput, ActionView} from "../../../shared/actions/schemas.ts";
import {ContentListQuery, contentPageOf, pagedContent} from "../../../shared/content/listing.ts";
import {Activity} from "../../../shared/schedules/schemas.ts";
import {ifMatch, withEtag} from "../../http/etag.ts";
import * as doc from "../../openapi/action-docs.ts";
import {COMPILE_ERRORS} from "../../openapi/queries/query-docs.ts";
import {endpoint} from "../../server/endpoint.ts";
import type {Web} from "../../web.ts";
import {actionRunRoutes} from "./runs.ts";

/** Triggers and effects. */
export function actionRoutes(web: Web) {
  const list = endpoint(
    web,
    {...doc.list, scope: "read", query: ContentListQuery, response: Type.Array(ActionView)},
    async ({actor, query, request, headers}) => {
      const page = contentPageOf(query());
      return pagedContent(await listActions(web.db, actor, page), page, request, headers);
    },
  );
  const create = endpoint(
    web,
    {
      ...doc.create,
      scope: "write",
      status: 201,
      body: ActionInput,
      response: ActionView,
      errors: COMPILE_ERRORS,
      idempotent: true,
    },
    async ({actor, body, once}) => {
      const input = await body();
      return once(db => createAction({...web.runner, db}, actor, input));
    },
  );
  const get = endpoint(
    web,
    {...doc.get, scope: "read", response: ActionView, errors: ["not_found"], etag: true},
    async call => withEtag(call, await getAction(web.db, call.actor, actionIdOf(call))),
  );
  const replace = endpoint(
    web,
    {
      ...doc.replace,
      scope: "write",
      body: ActionInput,
      response: ActionView,
      errors: ["not_found", ...COMPILE_ERRORS],
      etag: true,
    },
    async call => {
      const check = ifMatch(call.request);
      return withEtag(call, await replaceAction(web.runner, call.actor, actionIdOf(call), call.body, check));
    },
  );
  const setActive = endpoint(
    web,
    {
      ...doc.setActive,
      scope: "write",
      body: Activity,
      response: ActionView,
      errors: ["not_found"],
      etag: true,
    },
    async call => {
      const check = ifMatch(call.request);
      return withEtag(call, await setActionActive(web.db, call.actor, actionIdOf(call), call.body, check));
    },
  );
  const remove = endpoint(
    web,
    {...doc.remove, scope: "manage", status: 204, errors: ["not_found"], etag: true},
    call => deleteAction(web.db, call.actor, actionIdOf(call), ifMatch(call.request)),
  );
  return new Elysia()
    .get("/api/actions", ...list)
    .post("/api/actions", ...create)
    .get("/api/actions/:actionId", ...get)
    .put("/api/actions/:actionId", ...replace)
    .patch("/api/actions/:actionId/active", ...setActive)
    .delete("/api/actions/:actionId", ...remove)
    .use(actionRunRoutes(web));
}

function actionIdOf({params}: {params: Record<string, string>}): string {
  return params["actionId"] ?? "";
}
