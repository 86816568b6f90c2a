import type {FieldReference} from "../semantic/layer/layer.ts";

/** The layer's labels, or the names in words. Equal labels get the join that they come by. */
export function labelsOf(fields: readonly FieldReference[]): string[] {
  const labels = fields.map(labelOf);
  return labels.map((label, index) => {
    const {route, field} = fields[index]!;
    const isOnlyOne = labels.every((other, i) => i === index || other !== label);
    return isOnlyOne ? label : `${inWords(route.at(-1) ?? field.model.name)}: ${label}`;
  });
}

function labelOf({field, grain}: FieldReference): string {
  const label = field.source.label ?? inWords(field.name);
  if (grain === undefined) return label;
  return `${label} (${inWords(grain).toLowerCase()})`;
}

export function inWords(name: string): string {
  const words = name.replaceAll(/[_\s]+/g, " ").trim();
  return words === "" ? name : words[0]!.toUpperCase() + words.slice(1);
}
