import {Type} from "@sinclair/typebox";
import {WarehouseSchema} from "../../shared/core/wire/catalog.ts";
import * as schemas from "../../shared/querying/layers/schemas.ts";
import {Graph} from "../../shared/semantic/documents.ts";

const NEEDS = "Needs the service account of an org-admin.";
const ADMIN_ERRORS = ["missing_privilege", "not_found"] as const;
const WAREHOUSE_ERRORS = ["connection_failed", "warehouse_error", "worker_unavailable"] as const;

const join = {
  name: "buyer",
  from: "orders",
  to: "customers",
  relationship: "many_to_one",
  on: [{from: "customer_id", to: "id"}],
} as const;
const graph = {
  models: [
    {
      name: "orders",
      table: {schema: "public", name: "orders"},
      primaryKey: ["id"],
      dimensions: [
        {name: "id", type: "number", column: "id"},
        {name: "status", type: "string", column: "status"},
        {name: "placed_at", type: "timestamp", column: "placed_at"},
      ],
      measures: [
        {name: "count", type: "count"},
        {name: "amount_sum", type: "sum", column: "amount"},
      ],
    },
    {
      name: "customers",
      table: {schema: "public", name: "customers"},
      primaryKey: ["id"],
      dimensions: [{name: "country", type: "string", column: "country"}],
    },
  ],
  joins: [join],
};
const listed = {
  name: "orders",
  dimensions: ["orders.id", "orders.status", "orders.placed_at", "buyer.country"],
  measures: ["orders.count", "orders.amount_sum"],
};
const version = {
  version: 4,
  note: "Applied 2 models and 1 join",
  modelCount: 2,
  createdBy: "svc_01kah4vd6yfz3s8q2r5t7w9x0b",
  createdAt: "2026-01-31T09:30:00.000Z",
  current: true,
};

/** The OpenAPI descriptions of the semantic layer's endpoints. */
export const schemasDoc = {
  summary: "List the warehouse's schemas",
  description: `${NEEDS} Schemas with the tables and views that the connection's user may read, as they are now, by name.`,
  response: Type.Array(WarehouseSchema),
  answer: [
    {
      name: "public",
      tables: [
        {
          name: "orders",
          kind: "table",
          columns: [
            {name: "id", type: "bigint", nullable: false},
            {name: "customer_id", type: "bigint", nullable: true},
          ],
          primaryKey: ["id"],
          foreignKeys: [
            {
              columns: ["customer_id"],
              referencedSchema: "public",
              referencedTable: "customers",
              referencedColumns: ["id"],
            },
          ],
        },
      ],
    },
  ],
  errors: [...ADMIN_ERRORS, "invalid_request", ...WAREHOUSE_ERRORS],
} as const;

export const previewDoc = {
  summary: "Propose a layer",
  description:
    `${NEEDS} Models, dimensions, measures and joins as the warehouse's catalogue and samples of its data suggest ` +
    "them, with notes on what a person should check. Nothing is saved: review the graph, then apply it.",
  example: {inferJoins: true, schemas: ["public"]},
  response: schemas.Preview,
  answer: {
    graph,
    notes: [
      {
        model: "orders",
        field: "shipped_on",
        code: "text_looks_like_date",
        message:
          'The text in "shipped_on" looks like dates (YYYY-MM-DD). As a date dimension: cast("shipped_on" as date)',
      },
    ],
  },
  errors: [...ADMIN_ERRORS, ...WAREHOUSE_ERRORS],
} as const;

export const applyDoc = {
  summary: "Apply a graph to the layer",
  description:
    `${NEEDS} Replaces the models that the graph names and keeps the others; with \`replace\` the graph becomes the whole layer. ` +
    "The graph is checked against the warehouse first: if there are errors, all of them are listed and nothing is saved. Each " +
    "application makes a new version. `?dryRun=true` only checks, and answers 200.",
  example: {graph},
  response: schemas.Applied,
  otherwise: {
    200: {
      description: "After a dry run: nothing was saved.",
      response: schemas.Applied,
      answer: {version: null, models: [listed], broken: [], notes: []},
    },
  },
  answer: {version: 4, models: [listed], broken: [], notes: []},
  errors: [...ADMIN_ERRORS, ...WAREHOUSE_ERRORS],
} as const;

export const joinDoc = {
  summary: "Declare a join",
  description:
    `${NEEDS} Makes the fields of \`to\` reachable from \`from\` under the join's \`name\`, which defaults to the ` +
    "target's name, and the other way round. Makes a new version of the layer. 409 if there is such a join already.",
  example: join,
  response: schemas.DeclaredJoin,
  answer: join,
  errors: [...ADMIN_ERRORS, "conflict", ...WAREHOUSE_ERRORS],
} as const;

export const layerDoc = {
  summary: "Get the layer",
  description:
    "The whole graph, in the form in which it is applied; with `format=ossie` as YAML of Ossie (Open " +
    "Semantic Interchange). What Ossie cannot express is in its `custom_extensions`, so that importing the document " +
    "gives the same graph. `version` selects an earlier version.",
  response: Graph,
  answer: graph,
  produces: ["application/yaml"],
  errors: ["not_found", "invalid_request", "worker_unavailable"],
} as const;

export const versionsDoc = {
  summary: "List the layer's versions",
  description: "All versions, newest first.",
  response: Type.Array(schemas.LayerVersionView),
  answer: [version],
  errors: ["not_found"],
} as const;

export const restoreDoc = {
  summary: "Restore a version of the layer",
  description: `${NEEDS} Creates a new version with the content of an earlier version. Nothing is checked against the warehouse.`,
  response: schemas.LayerVersionView,
  answer: {...version, version: 5, note: "Restored version 3"},
  errors: ADMIN_ERRORS,
} as const;

export const modelsDoc = {
  summary: "List models",
  description:
    "All models, by name, each with the fields that a query over the model can name: first the model's own fields, then fields of models over many-to-one and one-to-one joins.",
  response: Type.Array(schemas.ListedModel),
  answer: [listed],
  errors: ["not_found"],
} as const;

export const modelDoc = {
  summary: "Describe a model",
  description:
    "Everything that is needed to write a query over the model: its fields with types, grains and texts, its joins, and models on the many side.",
  response: schemas.DescribedModel,
  answer: {
    name: "orders",
    primaryKey: ["id"],
    dimensions: [
      {name: "orders.status", type: "string"},
      {name: "orders.placed_at", type: "timestamp", grains: ["day", "month", "year"]},
      {name: "buyer.country", type: "string"},
    ],
    measures: [{name: "orders.amount_sum", type: "number", aggregation: "sum"}],
    joins: [{role: "buyer", model: "customers", relationship: "to_one"}],
    manySide: [],
  },
  errors: ["not_found"],
} as const;
