/** The names and explanations of a model or a field, for people and agents. */
export interface Texts {
  label?: string;
  description?: string;
  hint?: string;
  synonyms?: string[];
}

/** The given texts, without empty ones. */
export function textsOf({label, description, hint, synonyms = []}: Texts): Texts {
  return {
    ...(label ? {label} : {}),
    ...(description ? {description} : {}),
    ...(hint ? {hint} : {}),
    ...(synonyms.length > 0 ? {synonyms} : {}),
  };
}

/** Synonyms of a file without empty and repeated ones. */
export function cleanSynonyms(given: readonly string[]): string[] {
  return [...new Set(given.map(one => one.trim()).filter(one => one !== ""))];
}
