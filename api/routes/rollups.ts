import {Type} from "@sinclair/typebox";
import type {CountRows} from "../../shared/modeling/rollups/count.ts";
import {listRollups, requestBuild, requireBuildable} from "../../shared/modeling/rollups/list.ts";
import {
  QueuedBuild,
  RollupSuggestions,
  RollupView,
  SuggestRequest,
} from "../../shared/modeling/rollups/schemas.ts";
import {requireSuggestable, suggestFor} from "../../shared/modeling/rollups/suggest.ts";
import type {Web} from "../dependencies.ts";
import {Operations} from "../server/operations.ts";
import {callWorker} from "../worker-calls/worker-call.ts";
import {projectIdOf} from "./projects.ts";

const rollupBuild = {
  id: "rlb_01kah4vd6yfz3s8q2r5t7w9x0b",
  status: "succeeded",
  trigger: {type: "cadence"},
  createdAt: "2026-01-31T09:30:00.000Z",
  startedAt: "2026-01-31T09:30:00.100Z",
  finishedAt: "2026-01-31T09:30:04.200Z",
  rowCount: 36_500,
  sizeBytes: 412_000,
  error: null,
} as const;

const rollup: RollupView = {
  name: "orders_daily",
  model: "orders",
  state: "fresh",
  why: null,
  dataAsOf: "2026-01-31T09:30:00.100Z",
  rowCount: 36_500,
  sizeBytes: 412_000,
  nextBuild: "2026-01-31T10:00:00.000Z",
  lastBuild: rollupBuild,
  hitsSince: "2026-01-24T09:30:00.000Z",
  hits: 1840,
  savedMs: 2_130_000,
};

const suggestions: RollupSuggestions = {
  since: "2026-01-24T09:00:00.000Z",
  runs: 5210,
  warehouseMs: 9_480_000,
  already: {runs: 300, warehouseMs: 120_000},
  suggestions: [
    {
      rollup: {
        name: "orders_by_day",
        model: "orders",
        dimensions: ["orders.status", "customers.region"],
        measures: ["orders.count", "orders.total"],
        time: {dimension: "orders.placed_at", grain: "day"},
        refresh: {every: "1h"},
      },
      shapes: 14,
      runs: 4380,
      warehouseMs: 8_120_000,
      rows: 36_500,
      sourceRows: 3_000_000,
      savedMs: 7_977_400,
    },
  ],
  unanswered: [
    {
      model: "orders",
      why: 'the query has "fillGaps"',
      runs: 420,
      warehouseMs: 910_000,
      example: {dimensions: ["orders.placed_at.day"], measures: ["orders.total"]},
    },
  ],
};

/** A project's roll-ups: stored aggregates that answer queries in place of the warehouse. */
export function rollupRoutes(web: Web) {
  const {db} = web;
  const at = "/api/projects/:projectId/rollups";
  return new Operations(web, "Roll-ups")
    .add("GET", at, {
      scope: "read",
      summary: "List a project's roll-ups",
      description:
        "The roll-ups that the layer declares under `rollups`, by name, each with the state of its build.",
      answer: [rollup],
      errors: ["not_found"],
      response: Type.Array(RollupView),
      handle: call => listRollups(web, call.actor, projectIdOf(call)),
    })
    .add("POST", `${at}/suggest`, {
      scope: "write",
      summary: "Suggest roll-ups",
      description:
        "Proposes up to five roll-ups that would have saved the warehouse the most time, judged by the recorded queries of the project (names without filter values): how many queries each would have answered, and why no roll-up would have answered others. The warehouse is asked how many rows each would have. Nothing is saved. Org-admins only.",
      example: {days: 7},
      bodyOptional: true,
      unpaid: true,
      answer: suggestions,
      errors: ["missing_privilege", "not_found"],
      body: SuggestRequest,
      response: RollupSuggestions,
      handle: async call => {
        const project = await requireSuggestable(web, call.actor, projectIdOf(call));
        const {
          requestId,
          request: {signal},
        } = call;
        const countRows: CountRows = request => callWorker(web, "count_rows", request, {requestId, signal});
        return suggestFor({...web, countRows}, call.actor, project, await call.body());
      },
    })
    .add("POST", `${at}/:rollup/build`, {
      scope: "write",
      summary: "Build a roll-up",
      description:
        "Queues a build from the warehouse. Until the build has ended, queries read the previous build. If a build is already waiting, the answer is that build. Needs the service account of an org-admin.",
      answer: {buildId: rollupBuild.id, status: "queued"},
      errors: ["missing_privilege", "not_found"],
      status: 202,
      response: QueuedBuild,
      idempotent: true,
      handle: async call => {
        await requireBuildable(db, call.actor, projectIdOf(call));
        return call.once(tx => requestBuild(tx, call.actor, projectIdOf(call), call.params["rollup"] ?? ""));
      },
    }).app;
}
