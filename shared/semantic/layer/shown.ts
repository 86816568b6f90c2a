import type {Edge, Field, Layer, LayerModel} from "./layer.ts";

const shown = new WeakMap<Layer, readonly LayerModel[]>();

/** The models that are not hidden, by name. */
export function shownModels(layer: Layer): readonly LayerModel[] {
  let models = shown.get(layer);
  if (!models) {
    models = [...layer.models.values()]
      .filter(model => model.source.hidden !== true)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    shown.set(layer, models);
  }
  return models;
}

/** The model names that messages may suggest. A hidden model can still be queried by its name. */
export function shownModelNames(layer: Layer): string[] {
  return shownModels(layer).map(({name}) => name);
}

/** The names of a model's own visible fields, of one kind or both. */
export function shownFieldNames(model: LayerModel): string[] {
  return [...model.fields.values()].filter(isFieldShown).map(({name}) => name);
}

export function isFieldShown({source}: Field): boolean {
  return source.hidden !== true;
}

/** The roles under which a model reaches visible models. */
export function shownRoles(model: LayerModel): string[] {
  return model.edges.filter(isStepShown).map(({role}) => role);
}

/** Whether no step of a path leads to a hidden model. */
export function isWayShown(way: readonly Edge[]): boolean {
  return way.every(isStepShown);
}

/** The qualified name of a field; `undefined` if it or its model is hidden. */
export function shownName(field: Field): string | undefined {
  if (!isFieldShown(field) || field.model.source.hidden === true) return undefined;
  return `${field.model.name}.${field.name}`;
}

/** A field for use in a message: its qualified name, or that it is hidden. */
export function fieldInWords(field: Field): string {
  const name = shownName(field);
  return name === undefined ? `a hidden ${field.kind}` : `"${name}"`;
}

/** A model for use in a message: its name, or that it is hidden. */
export function modelInWords(model: LayerModel): string {
  return model.source.hidden === true ? "a hidden model" : `the model "${model.name}"`;
}

function isStepShown({to}: Edge): boolean {
  return to.source.hidden !== true;
}
