import type {Measure, Model} from "../../../semantic/documents.ts";

/** A model that measures can be added to. */
export type BuiltModel = Model & {measures: Measure[]};
