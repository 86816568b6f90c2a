import type {Dimension, Join, Measure, Model} from "../../../semantic/documents.ts";

export type Field = {kind: "dimension"; field: Dimension} | {kind: "measure"; field: Measure};

/**
 * Writes changes of a graph into files of one format. Each method throws `WriteFault` for a change that the format
 * cannot express.
 */
export interface Writer {
  addModel(model: Model): void;
  /** Changes the model itself. Its fields are changed one by one. */
  changeModel(before: Model, after: Model): void;
  removeModel(model: Model): void;
  /** `model` is the model as it was read, or as it was added. */
  addField(model: Model, field: Field): void;
  changeField(model: Model, before: Field, after: Field): void;
  removeField(model: Model, field: Field): void;
  addJoin(join: Join, from: Model, to: Model): void;
  changeJoin(before: Join, after: Join, from: Model, to: Model): void;
  /** `isImplied`: the join is removed only because one of its models is. */
  removeJoin(join: Join, from: Model, isImplied: boolean): void;
}
