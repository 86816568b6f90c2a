import {capitalised} from "../../../../shared/core/one-line.ts";
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
  /** The model's joins. Queries of the model name another model's fields by the role. */
  joins?: {role: string; model: string; relationship: "to_one" | "to_many"}[];
  /** Models with several rows for one row of this model, and the names of their fields. */
  manySide?: {role: string; model: string; dimensions: string[]; measures: string[]}[];
}

/** The fields by the join path (role) that leads to them from the model, the model's own first, in the model's order. */
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
  return role.split(".").map(titleFromName).join(" · ");
}

/** The title of a field without a label: "State" of `origin.state`. */
export function titleFromName(name: string): string {
  const words = name.slice(name.lastIndexOf(".") + 1).replaceAll("_", " ");
  return capitalised(words);
}

/** The title of a model: its label, or its name as words ("order lines"). */
export function titleOfModel({name, label}: {name: string; label?: string | undefined}): string {
  return label ?? name.replaceAll("_", " ");
}

/** Whether the field is a time of the model, with or without a grain. */
export function isTimeOf({dimensions}: Pick<Model, "dimensions">, field: string): boolean {
  return dimensions.some(({name, grains}) => grains && (field === name || field.startsWith(`${name}.`)));
}

/** The first time of the model among the picked dimensions, without its grain. */
export function pickedTime(model: Pick<Model, "dimensions">, picked: readonly string[]): string | undefined {
  const field = picked.find(one => isTimeOf(model, one)) ?? "";
  return model.dimensions.find(({name}) => field === name || field.startsWith(`${name}.`))?.name;
}

/** The title of a field: its label with its grain, after its role if it belongs to a joined model. */
export function titleOf(model: Model, name: string): string {
  const {title, grain, role} = partsOf(model, name);
  return (role === undefined ? "" : `${roleName(role)}: `) + title + grain;
}

/**
 * The title of a field within a name, as in "Orders by Country". Where another field has the same title, the role of the
 * joined model comes first: "Customer country".
 */
export function titleInName(model: Model, name: string): string {
  const {title, grain, role} = partsOf(model, name);
  if (role === undefined) return title + grain;
  const fields = [...model.dimensions, ...model.measures];
  if (fields.filter(field => bareTitle(field) === title).length < 2) return title + grain;
  const [first = "", ...further] = [...role.split(".").map(one => singular(titleFromName(one))), title];
  return [first, ...further.map(lowered)].join(" ") + grain;
}

function partsOf({name: own, dimensions, measures}: Model, name: string) {
  const found = [...dimensions, ...measures].find(
    field => name === field.name || field.grains?.some(grain => name === `${field.name}.${grain}`),
  );
  const field = found ?? {name};
  const grain = name.slice(field.name.length + 1).replaceAll("_", " ");
  const role = field.name.slice(0, Math.max(0, field.name.lastIndexOf(".")));
  return {
    title: bareTitle(field),
    grain: grain && ` (${grain})`,
    /** `undefined` for the model's own fields. */
    role: role === "" || role === own ? undefined : role,
  };
}

function bareTitle({name, label}: {name: string; label?: string}): string {
  return label ?? titleFromName(name);
}

/** The singular of an English plural ("Customer" of "Customers"). Other words stay as they are. */
function singular(words: string): string {
  return words
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch|sh)es$/, "$1")
    .replace(/([^sui])s$/, "$1");
}

/** A title within a sentence: its first letter is lower-case, unless it begins with an abbreviation ("EU region"). */
function lowered(text: string): string {
  return /^\p{Lu}\p{Lu}/u.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1);
}
