import {Elysia} from "elysia";
import {ACTION_PAUSING, createAction, replaceAction} from "../../../shared/automation/actions/actions.ts";
import {ACTION} from "../../../shared/automation/actions/find.ts";
import {ActionInput, ActionView} from "../../../shared/automation/actions/schemas.ts";
import * as doc from "../../openapi/content/action-docs.ts";
import {COMPILE_ERRORS} from "../../openapi/queries/query-docs.ts";
import type {Web} from "../../web.ts";
import {
  activityEndpoint,
  changeEndpoint,
  contentEndpoints,
  createEndpoint,
} from "../content/content-endpoints.ts";
import {actionRunRoutes} from "./runs.ts";

/** Actions: a trigger and its effects. */
export function actionRoutes(web: Web) {
  const {list, get, remove} = contentEndpoints(web, ACTION, doc.kind);
  const setActive = activityEndpoint(web, ACTION, doc.kind, ACTION_PAUSING);
  const saved = {body: ActionInput, response: ActionView, errors: COMPILE_ERRORS};
  const create = createEndpoint(web, {...doc.create, ...saved}, createAction);
  const replace = changeEndpoint(web, ACTION, {...doc.replace, ...saved}, replaceAction);
  return new Elysia()
    .get("/api/actions", ...list)
    .post("/api/actions", ...create)
    .get("/api/actions/:actionId", ...get)
    .put("/api/actions/:actionId", ...replace)
    .patch("/api/actions/:actionId/active", ...setActive)
    .delete("/api/actions/:actionId", ...remove)
    .use(actionRunRoutes(web));
}
