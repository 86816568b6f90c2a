import type {Place} from "../../common/notes.ts";

/** The measure of a model that a metric became. */
export interface BuiltMeasure {
  model: string;
  measure: string;
}

/** A reference to the measure, as the SQL of a measure of the model `home` writes it. */
export function referenceTo({model, measure}: BuiltMeasure, home: string): string {
  return model === home ? `\${${measure}}` : `\${${model}.${measure}}`;
}

/** The origin of a measure: its texts and its place in the files. */
export interface Origin {
  name: string;
  label?: string;
  description?: string;
  hint?: string;
  synonyms?: string[];
  place: Place;
}
