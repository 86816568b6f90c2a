import type {Rank} from "../../dialects/dialect.ts";
import type {MeasureField} from "../../layer/layer.ts";

/** The source of a branch's rows, and how dimensions and inputs of measures are written over it. */
export interface BranchSource {
  from: string;
  where: string;
  /** By measure, the rank of its values; `undefined` for measures that the dialect does not compute from ranks. */
  ranks?: (Rank | undefined)[];
  dimensions: string[];
  /** The expression that a measure aggregates; `undefined` for a count of rows. */
  input(field: MeasureField, index: number): string | undefined;
  /** A measure, if it is not the aggregate of an input. */
  value?(index: number): string;
}
