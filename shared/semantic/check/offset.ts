import {CompileError, type ErrorDetail} from "../errors.ts";
import type {Measure} from "../layer/graph.ts";
import type {Layer, LayerModel, MeasureField} from "../layer/layer.ts";
import {findField} from "../resolve/field.ts";
import {countedIn, findWindow} from "../resolve/window.ts";
import {fragmentReferences} from "../sql-fragment/check.ts";

/** Checks a window in hours or minutes: it must not also count days or longer units, and must be along a timestamp. */
export function checkUnits(
  layer: Layer,
  home: LayerModel,
  {name, rolling, offset}: Measure,
  path: string,
  faults: ErrorDetail[],
): void {
  const field = home.fields.get(name);
  const moves = offset === undefined || "to" in offset ? [] : [offset];
  const counted = countedIn({...(rolling === undefined ? {} : {rolling: rolling.window}), moves});
  if (field?.kind !== "measure" || (counted !== "time" && counted !== "both")) return;
  const at = `${path}/${rolling === undefined ? "offset" : "rolling"}`;
  if (faults.some(fault => fault.path === `${at}/dimension`)) return;
  try {
    findWindow(layer, field, [], {name: `${home.name}.${name}`, pointer: at});
  } catch (fault) {
    if (!(fault instanceof CompileError)) throw fault;
    faults.push({path: at, message: fault.message});
  }
}

/** Checks a derived measure with an `offset`: the windows of all measures in it must be along the same dimension. */
export function checkOffset(
  layer: Layer,
  home: LayerModel,
  measure: Measure,
  path: string,
  faults: ErrorDetail[],
): void {
  const field = home.fields.get(measure.name);
  if (measure.offset === undefined || measure.type !== "number" || field?.kind !== "measure") return;
  if (faults.some(fault => fault.path === `${path}/dimension`)) return;
  const owner = {name: `${home.name}.${measure.name}`, pointer: path};
  const messages = new Set<string>();
  const seen = new Set<MeasureField>();
  const visit = (of: MeasureField, within: readonly MeasureField[]) => {
    for (const name of fragmentReferences(of.source.sql ?? "")) {
      const found = findField(layer, of.model, name.includes(".") ? name : `${of.model.name}.${name}`)?.field;
      // The measure that an offset refers to is checked with all other references.
      if (found?.kind !== "measure" || seen.has(found)) continue;
      seen.add(found);
      const around = [...within, of];
      if (found.source.type === "number") visit(found, around);
      else {
        try {
          findWindow(layer, found, around, owner);
        } catch (fault) {
          if (!(fault instanceof CompileError)) throw fault;
          messages.add(fault.message);
        }
      }
    }
  };
  visit(field, []);
  for (const message of messages) faults.push({path, message});
}
