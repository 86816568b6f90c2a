import type {Query} from "../../../semantic/documents.ts";
import type {CatalogColumn} from "../catalog.ts";
import type {Block} from "../names/relations.ts";
import type {Chain} from "./chain.ts";

/** A column of the input, and the field of the query that it is. */
export interface InputColumn extends CatalogColumn {
  /** The field of which it is a grain, or `field` itself. */
  base: string;
  isNeverNull?: boolean;
}

/** A select block as one grouped query. */
export interface GroupedBlock {
  block: Block;
  chain: Chain;
  query: Query;
  columns: InputColumn[];
  /** Whether the query's groups are the block's own. */
  isExact: boolean;
  /** Whether the query's filters are all of the block's `having`. */
  isHavingDone: boolean;
  /** Whether only groups with rows are left of it. */
  isCounted: boolean;
  /** The column of the input that an expression of the block is, where it is one as it stands. */
  plain: ReadonlyMap<object, string>;
  /** The column of the input in whose order the values of an expression of the block are. */
  sorted: ReadonlyMap<object, string>;
}
