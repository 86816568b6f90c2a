import type {Measure, Model} from "../layer/graph.ts";

/** A model that measures can be added to. */
export type BuiltModel = Model & {measures: Measure[]};
