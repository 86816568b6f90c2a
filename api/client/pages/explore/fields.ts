/** A field of a model, as the API describes it. */
export interface Field {
  name: string;
  label?: string;
  description?: string;
  synonyms?: readonly string[];
  type: string;
  grains?: string[];
}

export interface Model {
  name: string;
  label?: string;
  description?: string;
  dimensions: Field[];
  measures: Field[];
  /** The name for another model's fields in questions to this one. */
  joins?: {role: string; model: string; relationship: "to_one" | "to_many"}[];
  /** Models of which several rows belong to one of this, with the names of their fields. */
  manySide?: {role: string; model: string; dimensions: string[]; measures: string[]}[];
}

/** The fields by the join path (role) that leads to them from the model, its own first, in the order of the model. */
export function byRole(model: string, fields: readonly Field[]): Map<string, Field[]> {
  const roles = new Map<string, Field[]>([[model, []]]);
  for (const field of fields) {
    const role = field.name.slice(0, Math.max(0, field.name.lastIndexOf("."))) || model;
    const own = roles.get(role) ?? [];
    own.push(field);
    roles.set(role, own);
  }
  if (roles.get(model)?.length === 0) roles.delete(model);
  return roles;
}

/** The title of a role: "Origin · Airline" of `origin.airline`. */
export function roleName(role: string): string {
  return role.split(".").map(wordsOf).join(" · ");
}

/** The title of a field without a label: "State" of `origin.state`. */
export function wordsOf(name: string): string {
  const words = name.slice(name.lastIndexOf(".") + 1).replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The title of a model: its label, or its name as words ("order lines"). */
export function titleOfModel({name, label}: {name: string; label?: string | undefined}): string {
  return label ?? name.replaceAll("_", " ");
}

/** Whether the field is a time of the model, with or without a grain. */
export function isTimeOf({dimensions}: Pick<Model, "dimensions">, field: string): boolean {
  return dimensions.some(({name, grains}) => grains && (field === name || field.startsWith(`${name}.`)));
}

/** The title of a field: its label with its grain, after its role if it belongs to a joined model. */
export function titleOf({name: own, dimensions, measures}: Model, name: string): string {
  const found = [...dimensions, ...measures].find(
    field => name === field.name || field.grains?.some(grain => name === `${field.name}.${grain}`),
  );
  const {label, name: field} = found ?? {label: undefined, name};
  const grain = name.slice(field.length + 1).replaceAll("_", " ");
  const role = field.slice(0, Math.max(0, field.lastIndexOf(".")));
  const title = (label ?? wordsOf(field)) + (grain ? ` (${grain})` : "");
  return role === "" || role === own ? title : `${roleName(role)}: ${title}`;
}
