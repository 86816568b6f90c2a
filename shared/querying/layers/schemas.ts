import {type Static, Type} from "@sinclair/typebox";
import {GraphNote} from "../../core/wire/catalog.ts";
import {Graph, Join} from "../../semantic/documents.ts";

const closed = {additionalProperties: false} as const;

export const PreviewInput = Type.Object(
  {
    inferJoins: Type.Boolean({description: "True: proposes joins from foreign-key constraints."}),
    schemas: Type.Optional(
      Type.Array(Type.String({minLength: 1, maxLength: 255}), {
        minItems: 1,
        maxItems: 1000,
        description: "The schemas to read. Default: the connection's schema, or all if it has none.",
      }),
    ),
    tables: Type.Optional(
      Type.Array(Type.String({minLength: 1, maxLength: 511}), {
        minItems: 1,
        maxItems: 10_000,
        description: "The tables to read, as `table` or `schema.table`. Default: all tables and views.",
      }),
    ),
  },
  {...closed, $id: "LayerPreviewInput"},
);
export type PreviewInput = Static<typeof PreviewInput>;

export const Preview = Type.Object(
  {
    graph: Graph,
    notes: Type.Array(GraphNote, {
      description: "What a person should check, and what was changed or left out.",
    }),
  },
  {$id: "LayerPreview"},
);

const Replace = Type.Optional(
  Type.Boolean({
    description:
      "`true`: the graph becomes the whole layer. Default `false`: models that it does not name stay.",
  }),
);

export const DeclaredJoin = Type.Object(
  {
    ...Join.properties,
    notes: Type.Optional(
      Type.Array(GraphNote, {
        description:
          "`not_unique`: the key on the one side of the join repeats in the data; `versions_overlap`: versions overlap",
      }),
    ),
  },
  {$id: "DeclaredJoin"},
);

/** A graph in the form of a preview's answer, so that the answer can be sent back unchanged. */
export const WrappedGraph = Type.Object(
  {
    graph: Graph,
    replace: Replace,
    notes: Type.Optional(Type.Unknown({description: "Ignored: the notes of the preview."})),
  },
  {...closed, $id: "WrappedGraph"},
);
export const BareGraph = Type.Object({...Graph.properties, replace: Replace}, {...closed, $id: "BareGraph"});

/**
 * Either form of a graph. A body is validated by the schema of its own form, so that errors have paths in that form.
 */
export const GraphInput = Type.Object(
  {},
  {
    $id: "GraphInput",
    anyOf: [WrappedGraph, BareGraph],
    description: "The graph itself, or `{graph}` as the preview returns it.",
  },
);

export const ApplyQuery = Type.Object(
  {
    dryRun: Type.Optional(
      Type.Union([Type.Literal("true"), Type.Literal("false")], {
        description: "`true`: everything is checked, and nothing is saved.",
        means: {type: "boolean", default: false},
      }),
    ),
  },
  closed,
);

export const ListedModel = Type.Object(
  {
    name: Type.String({description: "The `model` of queries."}),
    label: Type.Optional(
      Type.String({description: "The name that people see. Absent: the layer gives none."}),
    ),
    description: Type.Optional(Type.String({description: "What the model means."})),
    synonyms: Type.Optional(Type.Array(Type.String(), {description: "Other names that people use."})),
    dimensions: Type.Array(Type.String(), {description: "`<model>.<field>`, own fields first."}),
    measures: Type.Array(Type.String(), {description: "`<model>.<field>`, own fields first."}),
  },
  {$id: "ListedModel"},
);

export const BrokenView = Type.Object({
  resourceType: Type.String({
    description: "`chart`, `dataset`, `sheet`, `schedule`, `action` or `verified_question`",
  }),
  id: Type.String({description: "The id of the content."}),
  name: Type.String({description: "The name of the content."}),
  message: Type.String({description: "Why its query does not compile."}),
});

export const Applied = Type.Object(
  {
    version: Type.Union([Type.Integer(), Type.Null()], {
      description: "The new version of the layer; null after a dry run.",
    }),
    models: Type.Array(ListedModel, {description: "All models of the layer, as `GET …/models` lists them."}),
    broken: Type.Array(BrokenView, {
      description: "Saved content whose query no longer compiles with this layer.",
    }),
    notes: Type.Array(GraphNote, {
      description:
        "What the data contradicts, such as keys that repeat on the one side of a join, and what could not be checked in time.",
    }),
  },
  {$id: "AppliedLayer"},
);

export type Applied = Static<typeof Applied>;

export const LayerVersionView = Type.Object(
  {
    version: Type.Integer({description: "The number of the version, from 1."}),
    note: Type.String({description: "What made the version, in a sentence."}),
    modelCount: Type.Integer({description: "How many models the version has."}),
    createdBy: Type.String({description: "The id of the principal who made it, or `github` for a sync."}),
    createdAt: Type.String({format: "date-time", description: "When the version was made."}),
    current: Type.Boolean({description: "Whether it is the current version."}),
  },
  {$id: "LayerVersion"},
);
export type LayerVersionView = Static<typeof LayerVersionView>;

export const LayerQuery = Type.Object(
  {
    version: Type.Optional(
      Type.String({
        pattern: "^[1-9]\\d{0,8}$",
        description:
          "The number of an earlier version; only with `format=graph`. Default: the current version.",
        means: {type: "integer", minimum: 1},
      }),
    ),
    format: Type.Optional(
      Type.Union([Type.Literal("graph"), Type.Literal("ossie")], {
        description:
          "`graph` (default): JSON, as it is applied. `ossie`: YAML of Ossie (Open Semantic Interchange).",
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
  label: Type.Optional(Type.String({description: "The name that people see. Absent: the layer gives none."})),
  description: Type.Optional(Type.String({description: "What it means, for people and agents."})),
  hint: Type.Optional(Type.String({description: "Advice for agents that write queries."})),
  synonyms: Type.Optional(Type.Array(Type.String(), {description: "Other names that people use."})),
};
const DescribedField = Type.Object(
  {
    name: Type.String({description: "The qualified name, as queries name it."}),
    ...texts,
    type: Type.String({description: "`string`, `number`, `boolean`, `date`, `timestamp` or `json`"}),
    items: Type.Optional(
      Type.String({
        description:
          "For arrays: the type of their items, for filters by `has`, `has_any`, `has_all` and `has_none`",
      }),
    ),
    grains: Type.Optional(
      Type.Array(Type.String(), {
        description: "For dates and timestamps: the grains that can follow the name after a dot.",
      }),
    ),
    aggregation: Type.Optional(Type.String({description: "For measures: the type, such as `sum`."})),
    format: Type.Optional(Type.Unknown({description: "How its numbers are written."})),
  },
  {$id: "DescribedField"},
);

export const DescribedModel = Type.Object(
  {
    name: Type.String({description: "The `model` of queries."}),
    ...texts,
    primaryKey: Type.Optional(
      Type.Array(Type.String(), {description: "The columns that are unique together."}),
    ),
    dimensions: Type.Array(DescribedField, {
      description: "What queries can group and filter by: the model's own, then those over joins.",
    }),
    measures: Type.Array(DescribedField, {description: "What queries can compute for each group."}),
    joins: Type.Array(
      Type.Object({
        role: Type.String({description: "The name under which fields of the other model are reached."}),
        model: Type.String({description: "The name of the other model."}),
        relationship: Type.String({description: "`to_one` or `to_many`, seen from this model."}),
      }),
      {description: "The models that joins lead to."},
    ),
    manySide: Type.Array(
      Type.Object({
        role: Type.String({description: "The name under which fields of the other model are reached."}),
        model: Type.String({description: "The name of the other model."}),
        dimensions: Type.Array(Type.String(), {description: "The names of its dimensions."}),
        measures: Type.Array(Type.String(), {description: "The names of its measures."}),
      }),
      {description: "Models on the many side, whose fields a query over this model can name, too."},
    ),
  },
  {$id: "DescribedModel"},
);
