import {element} from "../../document/dom.ts";
import {byRole, type Field, type Model, roleName, titleFromName, titleOf} from "./fields.ts";

/** A select of a model's dimensions by role, or its measures, or both. */
export function fieldsSelect(
  label: string,
  first: string,
  model: Model,
  of: {dimensions?: boolean; measures?: boolean},
): HTMLSelectElement {
  const optionsOf = (fields: readonly Field[]) =>
    fields.map(({name}) => element("option", {value: name}, titleOf(model, name)));
  const dimensions = of.dimensions
    ? [...byRole(model.name, model.dimensions)].map(([role, own]) =>
        element("optgroup", {label: roleName(role)}, ...optionsOf(own)),
      )
    : [];
  const measures = of.measures ? optionsOf(model.measures) : [];
  const further = of.measures
    ? (model.manySide ?? []).map(({role, measures: names}) =>
        element(
          "optgroup",
          {label: roleName(role)},
          ...names.map(name => element("option", {value: name}, titleFromName(name))),
        ),
      )
    : [];
  return element(
    "select",
    {"aria-label": label},
    element("option", {value: ""}, first),
    ...dimensions,
    ...(measures.length > 0 ? [element("optgroup", {label: "Measures"}, ...measures)] : []),
    ...further.filter(group => group.children.length > 0),
  );
}

/** Selects the value. A value that is not among the options is added, so that the address is shown as it is. */
export function choose(select: HTMLSelectElement, value: string): void {
  if (![...select.options].some(option => option.value === value))
    select.append(element("option", {value}, value));
  select.value = value;
}
