/** Builds, checks and describes layers in memory, and parses their SQL expressions and times. */
export type {Catalog} from "./check/catalog.ts";
export {checkGraph} from "./check/graph.ts";
export {checkReferences} from "./check/references.ts";
export {addPeriods, canonicalTimezone, dateText, floorDate, parseDate} from "./filters/calendar-spans.ts";
export {comparisonsOf, leavesOf, looksFurther, namesIn} from "./filters/tree.ts";
export {isAdditive} from "./layer/additive.ts";
export {decidedGrains} from "./layer/decided-grains.ts";
export {
  buildLayer,
  type Field,
  type FieldReference,
  type Layer,
  type LayerModel,
  type MeasureField,
} from "./layer/layer.ts";
export {type DescribedModel, describeModel, joinedFields, listModels} from "./layer/models.ts";
export {isName, nearest, tableKey} from "./layer/names.ts";
export {findPaths} from "./layer/paths.ts";
export {visibleModelNames, visibleModels} from "./layer/visibility.ts";
export {planRollup, type RollupPlan} from "./rollup-matching/plan.ts";
export {fragmentReferences, rowFaults} from "./sql-fragment/check.ts";
export {KEYWORDS, markColumns} from "./sql-fragment/columns.ts";
export type {Edits} from "./sql-fragment/division.ts";
export {closing, type Token, tokenize} from "./sql-fragment/tokens.ts";
