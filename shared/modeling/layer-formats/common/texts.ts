/** The names and explanations of a model or a field, for people and agents. */
export interface Texts {
  label?: string;
  description?: string;
  hint?: string;
  synonyms?: string[];
}

/** A thing without the texts that people and agents know it by. */
export function withoutTexts<T extends Texts>({
  label,
  description,
  hint,
  synonyms,
  ...others
}: T): Omit<T, keyof Texts> {
  return others;
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
