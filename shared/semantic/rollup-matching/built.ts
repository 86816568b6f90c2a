import {type Static, Type} from "@sinclair/typebox";

/** Facts about a stored column, from its values and from the warehouse that they came from. */
export const BuiltColumn = Type.Object({
  name: Type.String(),
  /** `other`: values that may differ from those of the warehouse, and are not used. */
  kind: Type.Union(
    (["integer", "decimal", "float", "text", "boolean", "date", "timestamp", "sketch", "other"] as const).map(
      kind => Type.Literal(kind),
    ),
  ),
  /** The type in the engine that reads the files, the same for all files. */
  engineType: Type.String(),
  /** For texts: whether the warehouse treats only texts of the same characters as equal. */
  same: Type.Optional(Type.Boolean()),
  /**
   * For texts of a table with a collation of their own: whether it treats different texts as equal. Builds of earlier
   * versions do not have this.
   */
  merges: Type.Optional(Type.Boolean()),
  /** For texts: whether the warehouse sorts these values in the same order as the files' engine. */
  sorted: Type.Optional(Type.Boolean()),
});
export type BuiltColumn = Static<typeof BuiltColumn>;

/** A roll-up that has been built. */
export interface BuiltRollup {
  name: string;
  buildId: string;
  /** The `signature` that the planned roll-up had at the time of the build. */
  signature: string;
  /** ISO 8601: later changes in the warehouse are not in the build. */
  dataAsOf: string;
  rowCount: number;
  columns: readonly BuiltColumn[];
  /** The warehouse table that stores the build; absent where files do. */
  table?: {schema: string; name: string};
}

/** The id under which several builds are opened as one source of queries; a single build keeps its own id. */
export function joinBuildIds(ids: readonly string[]): string {
  return ids.join("+");
}

export function splitBuildIds(id: string): string[] {
  return id.split("+");
}
