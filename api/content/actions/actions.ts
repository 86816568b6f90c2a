import {ACTION_PAUSING, createAction, replaceAction} from "../../../shared/automation/actions/actions.ts";
import {ACTION} from "../../../shared/automation/actions/find.ts";
import {ActionInput} from "../../../shared/automation/actions/schemas.ts";
import {COMPILE_ERRORS} from "../../openapi/queries/query-docs.ts";
import type {Web} from "../../web.ts";
import {
  activityEndpoint,
  changeEndpoint,
  contentRoutes,
  createEndpoint,
  type KindRoutes,
} from "../content-endpoints.ts";
import * as doc from "./docs.ts";
import {actionRunRoutes} from "./runs.ts";

/** Actions: a trigger and its effects. */
function actionRoutes(web: Web) {
  const saved = {body: ActionInput, errors: COMPILE_ERRORS};
  return contentRoutes(web, ACTION, doc.kind, {
    create: createEndpoint(web, ACTION, doc.kind, {...doc.create, ...saved}, createAction),
    replace: changeEndpoint(web, ACTION, doc.kind, {...doc.replace, ...saved}, replaceAction),
    active: activityEndpoint(web, ACTION, doc.kind, ACTION_PAUSING),
  }).use(actionRunRoutes(web));
}

export const action: KindRoutes = {doc: doc.kind, routes: actionRoutes};
