/** The compiler: compiles a query over a layer to one statement, and rewrites a query over a dataset to its source. */
export {
  type CompileContext,
  type CompiledCalculation,
  type CompiledQuery,
  columnsOf,
  compile,
  compileResolved,
  detailResolved,
  distinguishesTexts,
  quoteName,
  type Resolution,
  type ResultColumn,
  resolve,
  type Statement,
  sortsByCodePoint,
} from "./compile.ts";
export {datasetQuery, liveSource} from "./dataset/dataset.ts";
export {describeDataset} from "./dataset/describe.ts";
export {type DatasetSource, isSameField, tryResolve} from "./dataset/fields.ts";
export {frozenNames, snapshotFields, snapshotRows, snapshotSource} from "./dataset/snapshot.ts";
export {clickhouse} from "./dialects/clickhouse.ts";
export type {DialectName} from "./dialects/dialect.ts";
export {backslashString, quoteText} from "./dialects/engine-spelling.ts";
export {mysql} from "./dialects/mysql.ts";
export {createSketchCount, storedSketches} from "./dialects/sketches.ts";
export {MAX_PERIODS} from "./plan/bounds.ts";
export {TOO_MANY_PERIODS} from "./render/periods.ts";
export {calculationNames} from "./resolve/calculations.ts";
export {resolveQuery} from "./resolve/resolve.ts";
export type {ResolvedQuery} from "./resolve/resolved.ts";
export {columnNamesOf, comparedNames} from "./resolve/result-columns.ts";
export {isAboutTexts} from "./resolve/texts/exact-texts.ts";
