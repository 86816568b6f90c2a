import {Type} from "@sinclair/typebox";
import {Elysia} from "elysia";
import {
  ContentListQuery,
  contentPageOf,
  ProjectContentListQuery,
  pagedContent,
} from "../../shared/content/listing.ts";
import {createDataset, refuseMixed} from "../../shared/datasets/create.ts";
import {datasetUsage, deleteDataset, getDataset, listDatasets} from "../../shared/datasets/datasets.ts";
import {type SnapshotWriter, snapshotWriter} from "../../shared/datasets/freeze.ts";
import {DATASET_ROWS, datasetRows} from "../../shared/datasets/rows.ts";
import {ServiceError} from "../../shared/errors.ts";
import {newId} from "../../shared/ids.ts";
import {requireDataset} from "../../shared/layers/datasets/find.ts";
import {
  CreatedDataset,
  DatasetInput,
  DatasetUsage,
  DatasetView,
} from "../../shared/layers/datasets/schemas.ts";
import {requireProject} from "../../shared/projects/find.ts";
import {dropSnapshot} from "../../shared/snapshots/hold.ts";
import {MOST_SNAPSHOT_BODY_BYTES} from "../../shared/wire/snapshot.ts";
import {ifMatch} from "../http/etag.ts";
import * as doc from "../openapi/dataset-docs.ts";
import {
  COMPILE_ERRORS,
  FORMAT_PARAMETERS,
  FORMATS,
  QueryResult,
  RUN_ERRORS,
} from "../openapi/queries/query-docs.ts";
import {RESULT} from "../openapi/queries/query-examples.ts";
import {answerQuery, askingOf} from "../run/answer-query.ts";
import {answerLook} from "../run/look.ts";
import {endpoint} from "../server/endpoint.ts";
import {isCsv} from "../uploads/csv-body.ts";
import type {Web} from "../web.ts";
import {projectIdOf} from "./projects.ts";

const {tag, answer} = doc;

const DataQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.String({
        pattern: "^(0|[1-9]\\d{0,5}|1000000)$",
        description: "The most rows to return, up to 1000000.",
        means: {type: "integer", minimum: 0, maximum: 1_000_000},
      }),
    ),
    ...FORMAT_PARAMETERS,
  },
  {additionalProperties: false},
);

const CreateQuery = Type.Object(
  {
    name: Type.Optional(Type.String({description: "The dataset's name, where the body is CSV."})),
    kind: Type.Optional(
      Type.Literal("snapshot", {description: "Where the body is CSV, the dataset is a snapshot."}),
    ),
    teamId: Type.Optional(
      Type.String({description: "The team that the dataset belongs to, where the body is CSV."}),
    ),
  },
  {additionalProperties: false},
);

/** Datasets: live ones, which run their query, and snapshots, whose rows are fixed. */
export function datasetRoutes(web: Web) {
  const list = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "List datasets",
      description: "The datasets that the caller can read, newest first unless `sort` says otherwise.",
      query: ProjectContentListQuery,
      response: Type.Array(DatasetView),
      answer: [answer],
      errors: ["invalid_request"],
    },
    async ({actor, query, request, headers}) => {
      const page = contentPageOf(query());
      return pagedContent(await listDatasets(web.db, actor, page), page, request, headers);
    },
  );
  const listOfProject = endpoint(
    web,
    {
      tag,
      scope: "read",
      summary: "List a project's datasets",
      description: "The datasets that the caller can read, newest first unless `sort` says otherwise.",
      query: ContentListQuery,
      response: Type.Array(DatasetView),
      answer: [answer],
      errors: ["not_found", "invalid_request"],
    },
    async call => {
      const {actor, query, request, headers} = call;
      const {id} = await requireProject(web.db, actor, projectIdOf(call));
      const page = contentPageOf(query());
      const inProject = {...page, find: {...page.find, projectId: id}};
      return pagedContent(await listDatasets(web.db, actor, inProject), page, request, headers);
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
    async call => answerLook(web, call, await getDataset(web.db, call.actor, datasetIdOf(call))),
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
      query: CreateQuery,
      takes: {"text/csv": doc.CSV_BODY},
      bodyLimitBytes: MOST_SNAPSHOT_BODY_BYTES,
      example: doc.live,
      response: CreatedDataset,
      answer,
      errors: ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS],
      idempotent: true,
    },
    async call => {
      const {actor} = call;
      const {id: projectId} = await requireProject(web.db, actor, projectIdOf(call));
      const besideCsv = call.query();
      if (!isCsv(call.request)) refuseBesideJson(besideCsv);
      const {csv, members} = await call.snapshotBody(refuseMixed, () => ({kind: "snapshot", ...besideCsv}));
      const asking = askingOf(call);
      const writer = snapshotWriter(web.runner, asking);
      const {orgId} = actor;
      const datasetId = newId("ds");
      const file = csv && (await web.runner.storeCsv(asking, datasetId, csv));
      const stored: SnapshotWriter = file ? {...writer, csv: async () => file} : writer;
      let isMade = false;
      try {
        const input = await members;
        return await call.once(async db => {
          const made = await createDataset({...web, db}, stored, actor, projectId, input, datasetId);
          isMade = true;
          return made;
        });
      } finally {
        // Rows are stored before it is known that the request is a repetition or is refused.
        if (!isMade) await dropSnapshot(web.db, orgId, datasetId);
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
      description:
        "Refused while a chart, a sheet, an action, a schedule or an agent uses it; the answer names those that the " +
        "caller can see, and counts the rest.",
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
        "The stored rows of a snapshot, or the fields of a live dataset under the caller's own row access. Without " +
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
      return answerQuery(web, call, dataset.name, query, prepare).catch(async error => {
        // When the dataset was deleted meanwhile, this throws the `not_found` that the next request would get.
        await requireDataset(web.db, call.actor, dataset.id, "view");
        throw error;
      });
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

/** What is not in the body would be ignored. */
function refuseBesideJson(given: object): void {
  const [name] = Object.keys(given);
  if (name === undefined) return;
  const message = `"${name}" belongs into the body, except where that is text/csv.`;
  throw new ServiceError("invalid_request", message, {errors: [{path: `/${name}`, message}]});
}

function datasetIdOf({params}: {params: Record<string, string>}): string {
  return params["datasetId"] ?? "";
}
