import {type Static, Type} from "@sinclair/typebox";

/** Facts about a stored column, from its values and from the warehouse that they came from. */
export const BuiltColumn = Type.Object({
  name: Type.String(),
  /** `other`: values that cannot be told from the warehouse's, which are not used. */
  kind: Type.Union(
    (["integer", "decimal", "float", "text", "boolean", "date", "timestamp", "sketch", "other"] as const).map(
      kind => Type.Literal(kind),
    ),
  ),
  /** The type in the files' engine, one for all files. */
  engineType: Type.String(),
  /** Of texts: whether the warehouse takes only the same characters for the same text. */
  same: Type.Optional(Type.Boolean()),
  /** Of texts: whether the warehouse sorts these values as the files' engine does. */
  sorted: Type.Optional(Type.Boolean()),
});
export type BuiltColumn = Static<typeof BuiltColumn>;

/** A roll-up that has been built. */
export interface BuiltRollup {
  name: string;
  buildId: string;
  /** `signatureOf` the layer that it was built from. */
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
