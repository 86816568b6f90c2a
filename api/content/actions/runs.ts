import {Type} from "@sinclair/typebox";
import {EXAMPLE} from "../../../shared/automation/actions/kind.ts";
import {requireStarter} from "../../../shared/automation/actions/manual-runs.ts";
import {ActionRunView, StartRun} from "../../../shared/automation/actions/run-schemas.ts";
import {
  cancelActionRun,
  getActionRun,
  listActionRuns,
  startActionRun,
} from "../../../shared/automation/actions/runs.ts";
import type {Web} from "../../dependencies.ts";
import {Operations} from "../../server/operations.ts";

const ran: ActionRunView = {
  id: "run_01kah8e6g9k02x7h1m3p5r8t0v",
  actionId: EXAMPLE.id,
  status: "succeeded",
  trigger: {type: "threshold"},
  createdAt: "2026-01-31T09:00:00.100Z",
  startedAt: "2026-01-31T09:00:00.120Z",
  finishedAt: "2026-01-31T09:00:01.000Z",
  columns: ["origin.state", "flights.late_share"],
  rows: [["AK", 0.27]],
  rowCount: 1,
  effects: [{type: "email", status: "succeeded", result: {deliveryId: "dlv_01kah7c4e7hy0v5f9j1m3p6r8s"}}],
};

const started: ActionRunView = {
  id: ran.id,
  actionId: EXAMPLE.id,
  status: "queued",
  trigger: {type: "manual", by: EXAMPLE.runAs},
  createdAt: ran.createdAt,
  startedAt: null,
  finishedAt: null,
  effects: [{type: "email", status: "queued"}],
};

/** The runs of actions. */
export function actionRoutes(web: Web) {
  return new Operations(web, "Actions")
    .addList("/api/actions/:actionId/runs", {
      summary: "List an action's runs",
      description: "Newest first. Runs are kept for 30 days, unless the operator has set another time.",
      answer: [ran],
      errors: ["not_found", "invalid_request"],
      response: Type.Array(ActionRunView),
      list: ({actor, params}, page) => listActionRuns(web, actor, params["actionId"] ?? "", page),
    })
    .add("POST", "/api/actions/:actionId/runs", {
      scope: "write",
      summary: "Run an action",
      description:
        "Runs the action at once, regardless of its trigger. While a run is under way, one more run waits; further runs are `skipped`. With " +
        "`dryRun` the trigger is checked, and nothing is done or remembered. Needs the right to edit the action and, for each " +
        "effect, the right to do the effect by hand: for `run_agent` and `sync_project` the service account of an org-admin, for `run_delivery` " +
        "the right to send the schedule, for a snapshot with `keep` the scope `manage`.",
      example: {dryRun: true},
      answer: {...started, dryRun: true},
      status: 202,
      body: StartRun,
      bodyOptional: true,
      response: ActionRunView,
      errors: ["not_found"],
      idempotent: true,
      handle: async ({actor, params, body, once}) => {
        const actionId = params["actionId"] ?? "";
        await requireStarter(web.db, actor, actionId);
        const input = await body();
        return once(db => startActionRun({...web, db}, actor, actionId, input));
      },
    })
    .add("GET", "/api/actions/:actionId/runs/:runId", {
      scope: "read",
      summary: "Get a run of an action",
      description:
        "The run with the rows that made the trigger fire. The rows are shown only to readers who would get the same rows now; for others the " +
        "run is `redacted`.",
      answer: ran,
      response: ActionRunView,
      errors: ["not_found"],
      handle: ({actor, params}) => getActionRun(web, actor, params["actionId"] ?? "", params["runId"] ?? ""),
    })
    .add("DELETE", "/api/actions/:actionId/runs/:runId", {
      scope: "write",
      summary: "Cancel a run of an action",
      description:
        "The run ends before its next effect. Effects that are already carried out are not undone. 409 if the run has ended. For those who may run the action.",
      unpaid: true,
      status: 204,
      errors: ["not_found", "conflict"],
      handle: ({actor, params}) =>
        cancelActionRun(web, actor, params["actionId"] ?? "", params["runId"] ?? ""),
    }).app;
}
