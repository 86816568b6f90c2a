import type {Model} from "../../../../shared/semantic/documents.ts";

type Attributes = Readonly<Record<string, readonly string[]>>;

/** A rule by which people get only the rows whose value of the dimension is among the values of their attribute. */
interface RowRule {
  dimension: string;
  attribute: string;
}

/** A model with row access, under a name that no other model of its list has. */
export interface RuledModel {
  title: string;
  rules: readonly RowRule[];
}

/** The models with row access. Where several have the same label, their names are shown, too. */
export function ruledModels(models: readonly Pick<Model, "name" | "label" | "rowAccess">[]): RuledModel[] {
  const byLabel = Map.groupBy(models, ({name, label = name}) => label);
  return models.flatMap(({name, label = name, rowAccess = []}) => {
    const isAlone = label === name || byLabel.get(label)?.length === 1;
    return rowAccess.length > 0 ? [{title: isAlone ? label : `${label} (${name})`, rules: rowAccess}] : [];
  });
}

/** Which rows of some models the rules leave to a person, as the words before and after the models' titles. */
export interface RowsLeft {
  before: string;
  titles: string[];
  after: string;
}

/**
 * The rows that the rules leave to somebody with these attributes: "only rows of", "customers", "whose “region” is EU or
 * US". An attribute that no rule reads is not named, so that nobody takes the attribute for a protection.
 */
export function rowsLeft(models: readonly RuledModel[], attributes: Attributes): RowsLeft[] {
  const groups = Map.groupBy(models, ({rules}) => {
    const missing = rules.filter(({attribute}) => valuesOf(attributes, attribute).length === 0);
    const names = [...new Set(missing.map(({attribute}) => `“${attribute}”`))];
    const without = `without the attribute${names.length > 1 ? "s" : ""} ${names.join(" and ")}`;
    const conditions = rules.map(
      ({dimension, attribute}) => `“${dimension}” is ${valuesOf(attributes, attribute).join(" or ")}`,
    );
    return names.length > 0 ? `, ${without}` : ` whose ${conditions.join(" and ")}`;
  });
  return [...groups].map(([after, group]) => ({
    before: after.startsWith(",") ? "no rows of" : "only rows of",
    titles: group.map(({title}) => title),
    after,
  }));
}

/**
 * The rows that somebody with these attributes sees, including the rows that no rule restricts: the words after "Bob
 * sees".
 */
export function rowsSeen(models: readonly RuledModel[], attributes: Attributes): string {
  if (models.length === 0) return "all rows";
  const parts = rowsLeft(models, attributes).map(
    ({before, titles, after}) => `${before} ${titles.join(", ")}${after}`,
  );
  return [...parts, "all rows of everything else"].join("; ");
}

/** The attribute's values. Properties that every object inherits, such as `constructor`, are not attributes. */
function valuesOf(attributes: Attributes, name: string): readonly string[] {
  return Object.hasOwn(attributes, name) ? (attributes[name] ?? []) : [];
}
