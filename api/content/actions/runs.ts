import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {requireStarter} from "../../../shared/automation/actions/by-hand.ts";
import {ActionRunView, StartRun} from "../../../shared/automation/actions/run-schemas.ts";
import {
  cancelActionRun,
  getActionRun,
  listActionRuns,
  startActionRun,
} from "../../../shared/automation/actions/runs.ts";
import {endpoint} from "../../server/endpoint.ts";
import {listEndpoint} from "../../server/list-endpoint.ts";
import type {Web} from "../../web.ts";
import * as doc from "./docs.ts";

/** The runs of actions. */
export function actionRunRoutes(web: Web) {
  const list = listEndpoint(
    web,
    {...doc.runs, response: Type.Array(ActionRunView)},
    ({actor, params}, page) => listActionRuns(web, actor, params["actionId"] ?? "", page),
  );
  const start = endpoint(
    web,
    {
      ...doc.start,
      scope: "write",
      status: 202,
      body: StartRun,
      bodyOptional: true,
      response: ActionRunView,
      errors: ["not_found"],
      idempotent: true,
    },
    async ({actor, params, body, once}) => {
      const actionId = params["actionId"] ?? "";
      await requireStarter(web.db, actor, actionId);
      const input = await body();
      return once(db => startActionRun({...web, db}, actor, actionId, input));
    },
  );
  const get = endpoint(
    web,
    {...doc.getRun, scope: "read", response: ActionRunView, errors: ["not_found"]},
    ({actor, params}) => getActionRun(web, actor, params["actionId"] ?? "", params["runId"] ?? ""),
  );
  const cancel = endpoint(
    web,
    {...doc.cancel, scope: "write", unpaid: true, status: 204, errors: ["not_found", "conflict"]},
    ({actor, params}) => cancelActionRun(web, actor, params["actionId"] ?? "", params["runId"] ?? ""),
  );
  return new Elysia()
    .get("/api/actions/:actionId/runs", ...list)
    .post("/api/actions/:actionId/runs", ...start)
    .get("/api/actions/:actionId/runs/:runId", ...get)
    .delete("/api/actions/:actionId/runs/:runId", ...cancel);
}
