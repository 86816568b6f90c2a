import type {Edge, Field, Layer, LayerModel} from "./layer.ts";

const modelsByLayer = new WeakMap<Layer, readonly LayerModel[]>();

/** The models that are not hidden, by name. */
export function visibleModels(layer: Layer): readonly LayerModel[] {
  let models = modelsByLayer.get(layer);
  if (!models) {
    models = [...layer.models.values()]
      .filter(model => model.source.hidden !== true)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    modelsByLayer.set(layer, models);
  }
  return models;
}

/** The model names that messages may suggest. A hidden model can still be queried by its name. */
export function visibleModelNames(layer: Layer): string[] {
  return visibleModels(layer).map(({name}) => name);
}

/** The names of a model's own visible fields, of one kind or both. */
export function visibleFieldNames(model: LayerModel): string[] {
  return [...model.fields.values()].filter(isFieldVisible).map(({name}) => name);
}

export function isFieldVisible({source}: Field): boolean {
  return source.hidden !== true;
}

/** The roles under which a model reaches visible models. */
export function visibleRoles(model: LayerModel): string[] {
  return model.edges.filter(isStepVisible).map(({role}) => role);
}

/** Whether no step of a path leads to a hidden model. */
export function isPathVisible(path: readonly Edge[]): boolean {
  return path.every(isStepVisible);
}

/** The qualified name of a field; `undefined` if it or its model is hidden. */
export function visibleName(field: Field): string | undefined {
  if (!isFieldVisible(field) || field.model.source.hidden === true) return undefined;
  return `${field.model.name}.${field.name}`;
}

/** A field for use in a message: its qualified name, or that it is hidden. */
export function fieldInWords(field: Field): string {
  const name = visibleName(field);
  return name === undefined ? `a hidden ${field.kind}` : `"${name}"`;
}

/** A model for use in a message: its name, or that it is hidden. */
export function modelInWords(model: LayerModel): string {
  return model.source.hidden === true ? "a hidden model" : `the model "${model.name}"`;
}

function isStepVisible({to}: Edge): boolean {
  return to.source.hidden !== true;
}
