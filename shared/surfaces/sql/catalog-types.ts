import type {SqlTable, SqlType} from "../../core/wire/sql-tables.ts";
import type {DialectName} from "../../semantic/index.ts";

/** A column of a table in SQL, and the field of the layer that it stands for. */
export interface CatalogColumn {
  /** The name in SQL: `state`, `origin.state`, `count`, `measure.count`. */
  name: string;
  type: SqlType;
  /**
   * Whether the type of this number is a guess, because no warehouse reported a type. The guess is `numeric`, but the
   * values may be doubles, and NaN.
   */
  isTypeGuessed?: true;
  kind: "dimension" | "measure";
  /** The field as a query over the table's model names it: `flights.state`, `origin.state`, `flights.count`. */
  field: string;
  /** For a measure: its type in the layer. `sum` of a sum is the measure itself. */
  aggregate?: "count" | "count_distinct" | "sum" | "avg" | "min" | "max" | "other";
  /**
   * Whether the measure of a group is the sum (or count, minimum, maximum) of its values in parts of the group, by whatever
   * dimensions of the table the group is divided.
   */
  isAdditive?: boolean;
  comment?: string;
}

/** A type, and whether it is known or guessed. */
export type ColumnType = Pick<CatalogColumn, "type" | "isTypeGuessed">;

export function typeOf({type, isTypeGuessed}: ColumnType): ColumnType {
  return isTypeGuessed === true ? {type, isTypeGuessed} : {type};
}

/** A many-to-one join of the layer, with its columns as SQL names them. */
export interface CatalogJoin {
  role: string;
  columns: readonly string[];
  schema: SqlTable["schema"];
  table: string;
  targetColumns: readonly string[];
}

/** A table in SQL: the rows of a model or of a dataset. */
export interface CatalogTable extends Omit<SqlTable, "columns"> {
  /**
   * The many-to-one joins whose columns are columns of both tables. This table also has the columns of the other one, as
   * `"role.name"`. A statement that joins the two tables by exactly these columns means this join.
   */
  joins?: readonly CatalogJoin[];
  /** The model, or the dataset's slug, as a query names it. */
  model: string;
  columns: readonly CatalogColumn[];
}

/** All tables that a caller may query in one project. */
export interface SqlCatalog {
  projectId: string;
  /** The project's timezone, IANA. */
  timezone: string;
  /** The dialect of the warehouse that answers queries over these tables. */
  dialect: DialectName;
  tables: readonly CatalogTable[];
  /** Equal for equal tables of one caller. */
  shape: string;
}
