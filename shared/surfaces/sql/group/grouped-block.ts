import type {Query} from "../../../semantic/documents.ts";
import type {CatalogColumn} from "../catalog-types.ts";
import type {Block} from "../names/relations.ts";
import type {Chain} from "./chain.ts";

/** A column of the input, with its field in the query. */
export interface InputColumn extends CatalogColumn {
  /** The field without its grain; `field` itself if that has none. */
  base: string;
  isNeverNull?: boolean;
}

/** A select block as one grouped query. */
export interface GroupedBlock {
  block: Block;
  chain: Chain;
  query: Query;
  columns: InputColumn[];
  /** Whether the query's groups are exactly the block's groups. */
  isExact: boolean;
  /** Whether the query's filters cover the block's whole `having`. */
  isHavingDone: boolean;
  /** Whether the statement still has to leave out groups without rows. */
  isCounted: boolean;
  /** The input's column for each expression of the block that equals a column of the input. */
  plain: ReadonlyMap<object, string>;
  /** The input's column for each expression of the block whose values have the order of a column of the input. */
  sorted: ReadonlyMap<object, string>;
}
