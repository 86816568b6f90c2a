import type {BuiltModel} from "../../common/built-model.ts";
import type {DbtModel} from "./source.ts";
import type {FilterScope} from "./where-filter.ts";

/** A semantic model with the model that was built from it. */
export interface BuiltSemanticModel {
  source: DbtModel;
  model: BuiltModel;
  scope: FilterScope;
  taken: Set<string>;
}
