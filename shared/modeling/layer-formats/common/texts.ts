/** What people and agents call a model or a field, and what they are told of it. */
export interface Texts {
  label?: string;
  description?: string;
  hint?: string;
  synonyms?: string[];
}

/** The texts that are there. */
export function textsOf({label, description, hint, synonyms = []}: Texts): Texts {
  return {
    ...(label ? {label} : {}),
    ...(description ? {description} : {}),
    ...(hint ? {hint} : {}),
    ...(synonyms.length > 0 ? {synonyms} : {}),
  };
}

/** Synonyms of a file without empty ones and twins. */
export function cleanSynonyms(given: readonly string[]): string[] {
  return [...new Set(given.map(one => one.trim()).filter(one => one !== ""))];
}
