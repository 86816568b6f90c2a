import {type Static, Type} from "@sinclair/typebox";
import {GraphNote} from "../../ground/wire/catalog.ts";
import {Graph, Join} from "../../semantic/documents.ts";

const closed = {additionalProperties: false} as const;

export const PreviewInput = Type.Object(
  {
    inferJoins: Type.Boolean({description: "Infer joins from foreign-key constraints."}),
    schemas: Type.Optional(
      Type.Array(Type.String({minLength: 1, maxLength: 255}), {
        minItems: 1,
        maxItems: 1000,
        description: "Default: the connection's schema, else all.",
      }),
    ),
    tables: Type.Optional(
      Type.Array(Type.String({minLength: 1, maxLength: 511}), {
        minItems: 1,
        maxItems: 10_000,
        description: "`table` or `schema.table`. Default: all tables and views.",
      }),
    ),
  },
  {...closed, $id: "LayerPreviewInput"},
);
export type PreviewInput = Static<typeof PreviewInput>;

export const Preview = Type.Object({graph: Graph, notes: Type.Array(GraphNote)}, {$id: "LayerPreview"});

const Replace = Type.Optional(
  Type.Boolean({description: "`true`: nothing of the layer is kept but what the graph holds."}),
);

export const DeclaredJoin = Type.Object(
  {
    ...Join.properties,
    notes: Type.Optional(
      Type.Array(GraphNote, {
        description: "`not_unique`: the key repeats in the data; `versions_overlap`: its versions do",
      }),
    ),
  },
  {$id: "DeclaredJoin"},
);

/** The form of a preview's answer, so that it can be sent as it is. */
export const WrappedGraph = Type.Object(
  {
    graph: Graph,
    replace: Replace,
    notes: Type.Optional(Type.Unknown({description: "Read-only: the preview's."})),
  },
  {...closed, $id: "WrappedGraph"},
);
export const BareGraph = Type.Object({...Graph.properties, replace: Replace}, {...closed, $id: "BareGraph"});

/** Validated by one of the two schemas, whichever is meant, so that errors have paths in that one. */
export const GraphInput = Type.Object(
  {},
  {$id: "GraphInput", anyOf: [WrappedGraph, BareGraph], description: "The graph, as it is or under `graph`."},
);

export const ApplyQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Union([Type.Literal("true"), Type.Literal("false")], {
        description: "`true`: everything is checked, nothing is saved.",
        means: {type: "boolean", default: false},
      }),
    ),
  },
  closed,
);

export const ListedModel = Type.Object(
  {
    name: Type.String({description: "Used as `model` in queries."}),
    label: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    synonyms: Type.Optional(Type.Array(Type.String())),
    dimensions: Type.Array(Type.String(), {description: "`<model>.<field>`, own fields first."}),
    measures: Type.Array(Type.String(), {description: "`<model>.<field>`, own fields first."}),
  },
  {$id: "ListedModel"},
);

export const BrokenView = Type.Object({
  resourceType: Type.String({description: "chart, dataset, sheet, schedule or verified_question"}),
  id: Type.String(),
  name: Type.String(),
  message: Type.String(),
});

export const Applied = Type.Object(
  {
    version: Type.Union([Type.Integer(), Type.Null()], {description: "Of the layer; null after a dry run."}),
    models: Type.Array(ListedModel, {description: "All models of the layer, as list models gives them."}),
    broken: Type.Array(BrokenView, {description: "Saved content whose query would no longer compile."}),
    notes: Type.Array(GraphNote, {
      description: "Keys that repeat where a join leads to one row, and what could not be checked in time.",
    }),
  },
  {$id: "AppliedLayer"},
);

export type Applied = Static<typeof Applied>;

export const LayerVersionView = Type.Object(
  {
    version: Type.Integer(),
    note: Type.String({description: "What made it."}),
    modelCount: Type.Integer(),
    createdBy: Type.String({description: "The principal's id; of a sync `github`."}),
    createdAt: Type.String({format: "date-time"}),
    current: Type.Boolean({description: "It is the layer as it stands."}),
  },
  {$id: "LayerVersion"},
);
export type LayerVersionView = Static<typeof LayerVersionView>;

export const LayerQuery = Type.Object(
  {
    version: Type.Optional(
      Type.String({
        pattern: "^[1-9]\\d{0,8}$",
        description: "An earlier version, as `graph`. Default: the layer as it is.",
        means: {type: "integer", minimum: 1},
      }),
    ),
    format: Type.Optional(
      Type.Union([Type.Literal("graph"), Type.Literal("ossie")], {
        description: "`graph` (default): JSON, as it is applied. `ossie`: YAML of Open Semantic Interchange.",
      }),
    ),
  },
  closed,
);

export const SchemaQuery = Type.Object(
  {
    schema: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        pattern: "^[^\\u0000]+$",
        description: "Only this schema.",
      }),
    ),
  },
  closed,
);

const texts = {
  label: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  hint: Type.Optional(Type.String()),
  synonyms: Type.Optional(Type.Array(Type.String())),
};
const DescribedField = Type.Object(
  {
    name: Type.String({description: "The qualified name, as queries use it."}),
    ...texts,
    type: Type.String({description: "string, number, boolean, date, timestamp or json"}),
    items: Type.Optional(
      Type.String({description: "Of arrays: what they hold, for `has`, `has_any`, `has_all` and `has_none`"}),
    ),
    grains: Type.Optional(
      Type.Array(Type.String(), {description: "May stand behind the name, after a dot."}),
    ),
    aggregation: Type.Optional(Type.String({description: "Of a measure."})),
    format: Type.Optional(Type.Unknown()),
  },
  {$id: "DescribedField"},
);

export const DescribedModel = Type.Object(
  {
    name: Type.String(),
    ...texts,
    primaryKey: Type.Optional(Type.Array(Type.String())),
    dimensions: Type.Array(DescribedField),
    measures: Type.Array(DescribedField),
    joins: Type.Array(Type.Object({role: Type.String(), model: Type.String(), relationship: Type.String()})),
    manySide: Type.Array(
      Type.Object({
        role: Type.String(),
        model: Type.String(),
        dimensions: Type.Array(Type.String()),
        measures: Type.Array(Type.String()),
      }),
      {description: "Models on the many side, which a query over this model can ask too."},
    ),
  },
  {$id: "DescribedModel"},
);
