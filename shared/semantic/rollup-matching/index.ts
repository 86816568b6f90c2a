/**
 * Roll-ups: the fields that a roll-up stores, how its tables are built, and which roll-up answers a query.
 */

export {periodColumn} from "./build.ts";
export {chooseRollup, type RollupAnswer, type RollupChoice} from "./choose.ts";
export {type Suggestion, suggestRollups} from "./choose-suggestions.ts";
export {countGroups, countSource} from "./count.ts";
export {boundsStatement, buildStatement, type PlannedRollup, planRollups} from "./planned-rollups.ts";
export {isDimensionColumn, tableName} from "./rollup-layer.ts";
export type {RollupCounts} from "./saved.ts";
export {shapeOf} from "./shape.ts";
export type {QueryShapeRuns} from "./unanswered.ts";
