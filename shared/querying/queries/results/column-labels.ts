import type {FieldReference} from "../../../semantic/layers.ts";

/**
 * The labels of columns: the layer's labels, otherwise the names in words. For bins that the query names, that name in
 * words. Equal labels get the join that leads to the field, or the field's whole name if that join is the same, too.
 */
export function labelsOf(fields: readonly FieldReference[]): string[] {
  const own = fields.map(labelOf);
  const joined = own.map((label, index) => {
    const {route, field} = fields[index]!;
    return isOnlyOne(own, index) ? label : `${inWords(route.at(-1) ?? field.model.name)}: ${label}`;
  });
  return joined.map((label, index) =>
    isOnlyOne(joined, index) ? label : `${own[index]} (${wholeName(fields[index]!)})`,
  );
}

function isOnlyOne(labels: readonly string[], index: number): boolean {
  return labels.every((other, i) => i === index || other !== labels[index]);
}

/** The name of a field without its grain, as a query over the same model names it. */
function wholeName({route, field, time}: FieldReference): string {
  const {name, model} = time ?? field;
  return [...(route.length > 0 ? route : [model.name]), name].join(".");
}

function labelOf(reference: FieldReference): string {
  const own = ownLabel(reference);
  return reference.compared === undefined ? own : `${own} (${reference.compared})`;
}

function ownLabel({field, grain, time, conformed}: FieldReference): string {
  if (field.kind === "dimension" && field.bins?.name !== undefined) return inWords(field.bins.name);
  const of = time ?? field;
  const name = conformed === true ? "Time" : (of.source.label ?? inWords(of.name));
  if (time !== undefined) {
    const {label = inWords(field.name).toLowerCase()} = field.source;
    return `${name} (${label})`;
  }
  if (grain === undefined) return name;
  return `${name} (${inWords(grain).toLowerCase()})`;
}

export function inWords(name: string): string {
  const words = name.replaceAll(/[_\s]+/g, " ").trim();
  return words === "" ? name : words[0]!.toUpperCase() + words.slice(1);
}
