import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import type {Actor} from "../../shared/actor.ts";
import {createDataset, type Freezer, refuseMixed} from "../../shared/datasets/create.ts";
import {
  datasetUsage,
  deleteDataset,
  getDataset,
  listDatasets,
  listProjectDatasets,
} from "../../shared/datasets/datasets.ts";
import {requireDataset} from "../../shared/datasets/find.ts";
import {DATASET_ROWS, datasetRows} from "../../shared/datasets/rows.ts";
import {CreatedDataset, DatasetInput, DatasetUsage, DatasetView} from "../../shared/datasets/schemas.ts";
import {newId} from "../../shared/ids.ts";
import {enqueue} from "../../shared/jobs.ts";
import {PageQuery, paged, pageOf} from "../../shared/paging.ts";
import {requireProject} from "../../shared/projects/find.ts";
import {runRequestOf} from "../../shared/queries/prepare.ts";
import {MOST_SNAPSHOT_BODY_BYTES} from "../../shared/snapshots/snapshot.ts";
import {answerQuery} from "../answer-query.ts";
import {endpoint} from "../endpoint.ts";
import {ifMatch, withEtag} from "../etag.ts";
import {snapshotCsv, snapshotQuery} from "../snapshot-upload.ts";
import type {Web} from "../web.ts";
import * as doc from "./dataset-docs.ts";
import {projectIdOf} from "./projects.ts";
import {COMPILE_ERRORS, FORMATS, QueryResult, RESULT, RUN_ERRORS} from "./query-docs.ts";

const {tag, answer} = doc;

const DataQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.String({
        pattern: "^(0|[1-9]\\d{0,5}|1000000)$",
        description: "Rows to give at most, up to 1000000.",
      }),
    ),
  },
  {additionalProperties: false},
);

/** Governed sources: queries that are always up to date, and rows that stay as they were. */
export function datasetRoutes(web: Web) {
  const list = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "List datasets",
      description: "Those that the caller can read, newest first.",
      query: PageQuery,
      response: Type.Array(DatasetView),
      answer: [answer],
      errors: ["invalid_request"],
    },
    async ({actor, query, request, headers}) => {
      const page = pageOf(query());
      return paged(await listDatasets(web.db, actor, page), page, request, headers);
    },
  );
  const listOfProject = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "List a project's datasets",
      description: "Those that the caller can read, newest first.",
      query: PageQuery,
      response: Type.Array(DatasetView),
      answer: [answer],
      errors: ["not_found", "invalid_request"],
    },
    async call => {
      const {actor, query, request, headers} = call;
      const {id} = await requireProject(web.db, actor, projectIdOf(call));
      const page = pageOf(query());
      return paged(await listProjectDatasets(web.db, actor, id, page), page, request, headers);
    },
  );
  const get = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Get a dataset",
      response: DatasetView,
      answer,
      errors: ["not_found"],
      etag: true,
    },
    async call => withEtag(call, await getDataset(web.db, call.actor, datasetIdOf(call))),
  );
  const create = endpoint(
    web,
    {
      tag,
      scope: "write",
      status: 201,
      summary: "Make a dataset",
      description: doc.CREATE,
      body: DatasetInput,
      bodyLimitBytes: MOST_SNAPSHOT_BODY_BYTES,
      example: doc.live,
      response: CreatedDataset,
      answer,
      errors: ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS],
      idempotent: true,
    },
    async call => {
      const {actor, requestId, request} = call;
      const {id: projectId} = await requireProject(web.db, actor, projectIdOf(call));
      const {csv, members} = await call.snapshotBody(refuseMixed);
      const options = {requestId, signal: request.signal};
      const freezer = freezerOf(web, {actor, ...options});
      if (!csv) {
        const input = await members;
        return call.once(() => createDataset(web, freezer, actor, projectId, input));
      }
      const {orgId} = actor;
      const datasetId = newId("ds");
      const file = await snapshotCsv(web, {orgId, datasetId, csv}, options);
      const stored: Freezer = {...freezer, csv: async () => file};
      let isMade = false;
      try {
        const input = await members;
        return await call.once(async () => {
          const made = await createDataset(web, stored, actor, projectId, input, datasetId);
          isMade = true;
          return made;
        });
      } finally {
        // The rows come before it is known whether this is a repetition, or is refused after all.
        if (!isMade) await enqueue(web.db, "delete_snapshot", {orgId, datasetId});
      }
    },
  );
  const usage = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "See what uses a dataset",
      description: "Charts whose queries name it, and dashboards that show one of them.",
      response: DatasetUsage,
      answer: doc.usage,
      errors: ["not_found"],
    },
    ({actor, ...call}) => datasetUsage(web.db, actor, datasetIdOf(call)),
  );
  const remove = endpoint(
    web,
    {
      tag,
      scope: "manage",
      status: 204,
      summary: "Delete a dataset",
      description: "Refused while a chart is made from it: the answer names those that the caller can see.",
      errors: ["not_found", "conflict"],
      etag: true,
    },
    call => deleteDataset(web.db, call.actor, datasetIdOf(call), ifMatch(call.request)),
  );
  const data = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "Get a dataset's rows",
      description:
        "A snapshot's rows as they were stored; of a live dataset its fields, under the caller's own row access. Without " +
        `\`limit\` ${DATASET_ROWS} rows, and \`X-Row-Limit\` says which limit applied.`,
      query: DataQuery,
      response: QueryResult,
      answer: RESULT,
      produces: FORMATS,
      errors: ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS],
    },
    async call => {
      const dataset = await requireDataset(web.db, call.actor, datasetIdOf(call), "view");
      const {limit = String(DATASET_ROWS)} = call.query();
      const {query, prepare} = datasetRows(web, call.actor, dataset, Number(limit));
      return answerQuery(web, call, dataset.name, query, prepare);
    },
  );
  return new Elysia()
    .get("/api/datasets/:datasetId/data", ...data)
    .get("/api/datasets", ...list)
    .get("/api/projects/:projectId/datasets", ...listOfProject)
    .post("/api/projects/:projectId/datasets", ...create)
    .get("/api/datasets/:datasetId", ...get)
    .get("/api/datasets/:datasetId/usage", ...usage)
    .delete("/api/datasets/:datasetId", ...remove);
}

function datasetIdOf({params}: {params: Record<string, string>}): string {
  return params["datasetId"] ?? "";
}

/** Has a worker store rows, for as long as the caller waits. */
export function freezerOf(
  web: Web,
  {actor, requestId, signal}: {actor: Actor; requestId: string; signal: AbortSignal},
): Freezer {
  const {orgId} = actor;
  const options = {requestId, signal};
  return {
    csv: (datasetId, csv) => snapshotCsv(web, {orgId, datasetId, csv}, options),
    query: (datasetId, prepared, query) => {
      const run = runRequestOf(prepared, actor, query, {
        format: "csv",
        trigger: "interactive",
        requestId,
        fresh: true,
        timeoutMs: web.config.queryTimeoutMs,
      });
      return snapshotQuery(web, {orgId, datasetId, run}, options);
    },
  };
}
