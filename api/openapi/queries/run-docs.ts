import {Type} from "@sinclair/typebox";
import {RunView} from "../../../shared/querying/queries/schemas.ts";
import type {EndpointDoc} from "../describe-endpoint.ts";
import {QueryResult, TAG} from "./query-docs.ts";
import {RESULT} from "./query-examples.ts";

const EXAMPLE_RUN = {
  id: "run_01jd3w4k5fe7rv0q3r8v6s2m9x",
  projectId: "proj_01jd3w2b8mfxrtq3a1c9k7e5hz",
  model: "flights",
  asked: {dimensions: ["origin.state"], measures: ["flights.count"]},
  trigger: "interactive",
  status: "succeeded",
  cache: "miss",
  times: 1,
  rowCount: 10,
  sizeBytes: 812,
  durationMs: 41.3,
  error: null,
  createdAt: "2026-11-20T09:30:00.000Z",
  startedAt: "2026-11-20T09:30:00.004Z",
  finishedAt: "2026-11-20T09:30:00.046Z",
};

export const list: EndpointDoc = {
  tag: TAG,
  summary: "List your query runs",
  description: "The caller's own queries and their outcomes, newest first.",
  response: Type.Array(RunView),
  answer: [EXAMPLE_RUN],
};

export const get: EndpointDoc = {
  tag: TAG,
  summary: "Get a query run",
  description:
    "Only the caller's own runs. Read the run again until `finishedAt` is set, then get the result.",
  response: RunView,
  answer: EXAMPLE_RUN,
  errors: ["not_found"],
};

export const result: EndpointDoc = {
  tag: TAG,
  summary: "Get a query run's result",
  description:
    "The result of a run that was started with `Prefer: respond-async`, in the format that was requested then, for 24 hours. 409 while the run has not ended, after a short wait for its end. A run that failed is answered with its own error. 410 if the run was cancelled or not started that way, if the result is no longer stored, and if the query would compile to another statement now, because the layer, its row access or the caller's attributes have changed.",
  response: QueryResult,
  answer: RESULT,
  errors: ["not_found", "conflict", "gone"],
};

export const cancel: EndpointDoc = {
  tag: TAG,
  summary: "Cancel a query run",
  description:
    "A queued run never starts. A running query is cancelled in the warehouse. A run that has ended is not changed.",
  errors: ["not_found"],
};
