import {Type} from "@sinclair/typebox";
import {closed, Name} from "../fields.ts";
import {describeType} from "./type.ts";

export const duckdb = describeType("duckdb", {
  title: "DuckDB",
  fields: Type.Object(
    {
      /** Relative to `<warehouseDir>/<orgId>/`, or absolute inside it. */
      path: Name({
        maxLength: 4096,
        description:
          "The path of a DuckDB file in the organization's folder of the warehouse directory: relative to the folder, or absolute inside it.",
      }),
    },
    closed,
  ),
  secrets: [],
  anchors: [],
  complete: fields => fields,
});
