import type {SqlType} from "../../../ground/wire/sql-tables.ts";
import type {Query} from "../../../semantic/documents.ts";
import type {Block} from "../names/relations.ts";
import type {Chain} from "./chain.ts";

/** A select block as one grouped query. */
export interface GroupedBlock {
  block: Block;
  chain: Chain;
  query: Query;
  columns: {name: string; type: SqlType}[];
  /** Whether the query's groups are the block's own. */
  isExact: boolean;
  /** Whether only groups with rows are left of it. */
  isCounted: boolean;
  /** The column of the input that an expression of the block is, where it is one as it stands. */
  plain: Map<object, string>;
}
