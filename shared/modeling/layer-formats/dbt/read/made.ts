import type {Place} from "../../common/notes.ts";

/** The measure of a model that a metric became. */
export interface Made {
  model: string;
  measure: string;
}

/** A measure as the SQL of one in the model `home` refers to it. */
export function referenceTo({model, measure}: Made, home: string): string {
  return model === home ? `\${${measure}}` : `\${${model}.${measure}}`;
}

/** What a measure comes from: its texts and its place in the files. */
export interface Origin {
  name: string;
  label?: string;
  description?: string;
  hint?: string;
  synonyms?: string[];
  place: Place;
}
