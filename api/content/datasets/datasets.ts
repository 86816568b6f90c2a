import {Type} from "@sinclair/typebox";
import {createDataset, refuseMixed} from "../../../shared/content/datasets/create.ts";
import {DATASET, datasetUsage, requireDataset} from "../../../shared/content/datasets/datasets.ts";
import {type SnapshotWriter, snapshotWriter} from "../../../shared/content/datasets/freeze.ts";
import {dataset, EXAMPLE_LIVE} from "../../../shared/content/datasets/kind.ts";
import {DATASET_ROWS, datasetRows} from "../../../shared/content/datasets/rows.ts";
import {deleteUnusedSnapshot} from "../../../shared/content/snapshots/deletion.ts";
import {invalidAt} from "../../../shared/core/errors.ts";
import {newId} from "../../../shared/core/ids.ts";
import {MAX_SNAPSHOT_BODY_BYTES} from "../../../shared/core/wire/snapshot.ts";
import {
  CreatedDataset,
  DatasetInput,
  DatasetUsage,
  DatasetView,
} from "../../../shared/querying/layers/datasets/schemas.ts";
import {requireOwnTeam} from "../../../shared/tenancy/content-kinds/content.ts";
import {listResources} from "../../../shared/tenancy/content-kinds/kind.ts";
import {
  ContentListQuery,
  contentPageOf,
  pagedContent,
} from "../../../shared/tenancy/content-kinds/listing.ts";
import {requireProject} from "../../../shared/tenancy/projects/find.ts";
import type {Web} from "../../dependencies.ts";
import {
  COMPILE_ERRORS,
  FORMAT_PARAMETERS,
  FORMATS,
  QueryResult,
  RUN_ERRORS,
} from "../../openapi/queries/query-docs.ts";
import {RESULT} from "../../openapi/queries/query-examples.ts";
import {answerQuery, queryContextOf} from "../../queries/answer-query.ts";
import {Operations} from "../../server/operations.ts";
import {isCsv} from "../../uploads/csv-body.ts";
import {idIn} from "../names.ts";
import * as doc from "./docs.ts";

const answer = dataset.example;

const DataQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.String({
        pattern: "^(0|[1-9]\\d{0,5}|1000000)$",
        description: `The most rows to return, up to 1,000,000. Default ${DATASET_ROWS}.`,
        means: {type: "integer", minimum: 0, maximum: 1_000_000},
      }),
    ),
    ...FORMAT_PARAMETERS,
  },
  {additionalProperties: false},
);

const CreateQuery = Type.Object(
  {
    name: Type.Optional(Type.String({description: "For a `text/csv` body, required: the dataset's name."})),
    kind: Type.Optional(
      Type.Literal("snapshot", {
        description: "For a `text/csv` body, optional, because a `text/csv` body always makes a snapshot.",
      }),
    ),
    teamId: Type.Optional(
      Type.String({
        description:
          "For a `text/csv` body: the team that owns the dataset. Default: none; the caller owns the dataset.",
      }),
    ),
    dateOrder: Type.Optional(
      Type.Union([Type.Literal("day"), Type.Literal("month")], {
        description:
          "For a `text/csv` body: what comes first in dates such as `01/02/2026`, if the cells are ambiguous. Default: such cells stay text.",
      }),
    ),
    decimalMark: Type.Optional(
      Type.Union([Type.Literal("."), Type.Literal(",")], {
        description:
          "For a `text/csv` body: the decimal mark of numbers such as `1,234`, if the cells are ambiguous.",
      }),
    ),
  },
  {additionalProperties: false},
);

/** Datasets within a project, and their rows and uses. */
export function datasetRoutes(web: Web) {
  return new Operations(web, "Datasets")
    .add("GET", "/api/datasets/:datasetId/data", {
      scope: "read",
      summary: "Get a dataset's rows",
      description:
        "The stored rows of a snapshot, or the rows of a live dataset's query under the caller's own row access. " +
        `At most ${DATASET_ROWS} without \`limit\`; the header \`X-Row-Limit\` has the limit that applied.`,
      query: DataQuery,
      response: QueryResult,
      answer: RESULT,
      produces: FORMATS,
      errors: ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS],
      handle: async call => {
        const found = await requireDataset(web.db, call.actor, idIn("dataset", call), "view");
        const {limit = String(DATASET_ROWS)} = call.query();
        const {query, prepare} = datasetRows(web, call.actor, found, Number(limit));
        return answerQuery(web, call, found.name, query, prepare).catch(async error => {
          // Throws `not_found`, as the next request would, if the dataset was deleted meanwhile.
          await requireDataset(web.db, call.actor, found.id, "view");
          throw error;
        });
      },
    })
    .add("GET", "/api/projects/:projectId/datasets", {
      scope: "read",
      summary: "List a project's datasets",
      description: "The datasets that the caller can read, newest first unless `sort` says otherwise.",
      query: ContentListQuery,
      response: Type.Array(DatasetView),
      answer: [answer],
      errors: ["not_found", "invalid_request"],
      handle: async call => {
        const {actor, query, request, headers} = call;
        const {id} = await requireProject(web.db, actor, idIn("project", call));
        const page = contentPageOf(query());
        const inProject = {...page, find: {...page.find, projectId: id}};
        return pagedContent(await listResources(web, actor, DATASET, inProject), page, request, headers);
      },
    })
    .add("POST", "/api/projects/:projectId/datasets", {
      scope: "write",
      status: 201,
      summary: "Create a dataset",
      description: doc.CREATE,
      body: DatasetInput,
      query: CreateQuery,
      takes: {"text/csv": doc.CSV_BODY},
      bodyLimitBytes: MAX_SNAPSHOT_BODY_BYTES,
      example: EXAMPLE_LIVE,
      response: CreatedDataset,
      answer,
      errors: ["not_found", ...COMPILE_ERRORS, ...RUN_ERRORS],
      idempotent: true,
      handle: async call => {
        const {actor} = call;
        const {id: projectId} = await requireProject(web.db, actor, idIn("project", call));
        const {dateOrder, decimalMark, ...besideCsv} = call.query();
        if (!isCsv(call.request)) refuseBesideJson(call.query());
        const {csv, members} = await call.snapshotBody(refuseMixed, () => ({kind: "snapshot", ...besideCsv}));
        const queryContext = queryContextOf(call);
        const writer = snapshotWriter(web.runner, queryContext);
        const {orgId} = actor;
        const datasetId = newId("ds");
        const file =
          csv &&
          (await web.runner.storeCsv(queryContext, datasetId, csv, {
            ...(dateOrder && {dateOrder}),
            ...(decimalMark && {decimalMark}),
          }));
        const stored: SnapshotWriter = file ? {...writer, csv: async () => file} : writer;
        let isMade = false;
        try {
          const input = await members;
          if (input.teamId) await requireOwnTeam(web.db, actor, input.teamId);
          return await call.once(async db => {
            const made = await createDataset({...web, db}, stored, actor, projectId, input, datasetId);
            isMade = true;
            return made;
          });
        } finally {
          // The rows are stored before a replay or a refusal is detected. In these cases the stored rows are then
          // deleted.
          if (!isMade) await deleteUnusedSnapshot(web.db, orgId, datasetId);
        }
      },
    })
    .add("GET", "/api/datasets/:datasetId/usage", {
      scope: "read",
      summary: "Get the usage of a dataset",
      description:
        "The charts, sheets, actions, schedules and agents that use the dataset, and the dashboards that show one of these charts.",
      response: DatasetUsage,
      answer: doc.usage,
      errors: ["not_found"],
      handle: call => datasetUsage(web.db, call.actor, idIn("dataset", call)),
    }).app;
}

/** Refuses the query parameters of a CSV upload beside a JSON body. The error says where the parameter belongs. */
function refuseBesideJson(given: object): void {
  const [name] = Object.keys(given);
  if (name === undefined) return;
  const remedy = Object.hasOwn(DatasetInput.properties, name)
    ? "belongs in the body, unless the body is text/csv"
    : "is only for text/csv bodies";
  throw invalidAt(`/${name}`, `"${name}" ${remedy}.`);
}
