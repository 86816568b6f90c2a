import type {DimensionType, TableSource} from "../../../../semantic/documents.ts";
import type {Entry} from "../../common/entry.ts";

/** A dbt model, from a file or a manifest. */
export interface LightdashNode {
  name: string;
  entry: Entry;
  columns: [name: string, column: Entry][];
  types: ReadonlyMap<string, DimensionType>;
  /** The node's table, found on the first call; `undefined`, with a note, if there is none. */
  table(): TableSource | undefined;
}
