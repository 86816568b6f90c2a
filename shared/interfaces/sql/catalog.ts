import type {SqlTable, SqlType} from "../../ground/wire/sql-tables.ts";
import type {DialectName} from "../../semantic/index.ts";

/** A column of a table in SQL, and the field of the layer that it stands for. */
export interface CatalogColumn {
  /** As SQL names it: `state`, `origin.state`, `count`, `measure.count`. */
  name: string;
  type: SqlType;
  /** Whether no warehouse told the type of this number: `numeric`, but its values may be doubles, and NaN. */
  isTypeGuessed?: true;
  kind: "dimension" | "measure";
  /** The field as a query over the table's model names it: `flights.state`, `origin.state`, `flights.count`. */
  field: string;
  /** Of a measure: its type in the layer, by which `sum` of a sum is the measure itself. */
  aggregate?: "count" | "count_distinct" | "sum" | "avg" | "min" | "max" | "other";
  /**
   * Whether the measure of a group is the sum (or count, minimum, maximum) of the measures of its parts, whatever the
   * dimensions of the table are by which it is parted.
   */
  isAdditive?: boolean;
  comment?: string;
}

/** A type, and whether it is known or guessed. */
export type ColumnType = Pick<CatalogColumn, "type" | "isTypeGuessed">;

export function typeOf({type, isTypeGuessed}: ColumnType): ColumnType {
  return isTypeGuessed === true ? {type, isTypeGuessed} : {type};
}

/** A many-to-one join of the layer, by names of columns in SQL. */
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
   * Its many-to-one joins whose columns are columns of both tables: the columns of the other table are in this one as
   * `"role.name"`. A statement that joins the two by just these columns means this join.
   */
  joins?: readonly CatalogJoin[];
  /** The model, or the dataset's slug, as a query names it. */
  model: string;
  columns: readonly CatalogColumn[];
}

/** All tables that a caller may query in one project. */
export interface SqlCatalog {
  projectId: string;
  /** IANA name, of the project. */
  timezone: string;
  /** Of the warehouse that answers the queries of these tables. */
  dialect: DialectName;
  tables: readonly CatalogTable[];
  /** Equal for equal tables of one caller. */
  shape: string;
}
