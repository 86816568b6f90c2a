import {type Static, Type} from "@sinclair/typebox";
import {Dimension, Join, Measure} from "../../semantic/documents.ts";

/** A note on a proposed or imported layer. */
export const GraphNote = Type.Object(
  {
    model: Type.String({description: "The model that it is about; empty if it is about a whole file."}),
    field: Type.Optional(Type.String({description: "The field that it is about."})),
    code: Type.String({
      description:
        "bookkeeping, text_looks_like_date, integer_looks_like_date, no_primary_key, key_inferred, not_unique, versions_overlap, join_skipped, join_by_name, type_differs, " +
        "name_changed, column_skipped, not_checked, percent_of_hundred, level_at_a_time, product_suggested, secret_hidden; of an import also not_understood, not_supported, key_unused, " +
        "type_assumed, catalog_unread, duplicate_name, duplicate_key, text_cut, metric_dropped, field_dropped, model_dropped, rollup_dropped, " +
        "file_broken, file_refused, file_too_large, file_skipped, unknown_relation, schema_assumed, template_failed, " +
        "macro_not_run, question_left_out",
    }),
    message: Type.String({description: "The remark, in a sentence."}),
    proposes: Type.Optional(
      Type.Object(
        {
          dimension: Type.Optional(Dimension),
          measure: Type.Optional(Measure),
          join: Type.Optional(Join),
        },
        {
          description:
            "In a preview: the change that the message suggests, in the form of the graph. A field replaces the model's field of that name, or is added.",
        },
      ),
    ),
    file: Type.Optional(Type.String({description: "In an import: the file."})),
    line: Type.Optional(Type.Integer({description: "In an import: the line in the file, from 1."})),
  },
  {$id: "GraphNote"},
);

export type GraphNote = Static<typeof GraphNote>;

/** A schema of a warehouse with its tables, from the warehouse's catalogue. */
export const WarehouseSchema = Type.Object(
  {
    name: Type.String({description: "The name of the schema."}),
    tables: Type.Array(
      Type.Object({
        name: Type.String({description: "The name of the table or view."}),
        kind: Type.Union([Type.Literal("table"), Type.Literal("view")], {
          description: "Whether it is a table or a view.",
        }),
        columns: Type.Array(
          Type.Object({
            name: Type.String({description: "The name of the column."}),
            type: Type.String({description: "The warehouse's own name for the type."}),
            nullable: Type.Boolean({description: "Whether the column can be null."}),
          }),
          {description: "The columns, in their order."},
        ),
        primaryKey: Type.Array(Type.String(), {
          description: "The columns of the primary key; empty: there is none.",
        }),
        foreignKeys: Type.Array(
          Type.Object({
            columns: Type.Array(Type.String(), {description: "The columns of this table."}),
            referencedSchema: Type.String({description: "The schema of the other table."}),
            referencedTable: Type.String({description: "The name of the other table."}),
            referencedColumns: Type.Array(Type.String(), {
              description: "The columns of the other table, in the same order.",
            }),
          }),
          {description: "The foreign keys that the warehouse declares."},
        ),
      }),
      {description: "Its tables and views, by name."},
    ),
  },
  {$id: "WarehouseSchema"},
);

export type CatalogSchema = Static<typeof WarehouseSchema>;
export type CatalogTable = CatalogSchema["tables"][number];
/** A column in the warehouse's catalogue. */
export type CatalogColumn = CatalogTable["columns"][number];
