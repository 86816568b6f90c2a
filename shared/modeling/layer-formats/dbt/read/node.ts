import type {DimensionType} from "../../../../semantic/documents.ts";
import type {Entry} from "../../common/entry.ts";
import type {YamlModel} from "./tables-of-models.ts";

/** One entry of `models`, `seeds` or `snapshots`. */
export interface DbtNode extends YamlModel {
  name: string;
  entry: Entry;
  types: ReadonlyMap<string, DimensionType>;
}
