import {CompileError, type ErrorDetail} from "../errors.ts";
import type {Measure} from "../layer/graph.ts";
import type {Layer, LayerModel} from "../layer/layer.ts";
import {didYouMean, suggest} from "../layer/names.ts";
import {dimensionOf, isCountable} from "../resolve/conversion.ts";

/** Checks a conversion: its fields must exist on both sides, have one value per row, and have the same type. */
export function checkConversion(
  layer: Layer,
  home: LayerModel,
  measure: Measure,
  path: string,
  faults: ErrorDetail[],
): void {
  const {conversion} = measure;
  const of = home.fields.get(measure.name);
  if (conversion === undefined || of?.kind !== "measure") return;
  const [name = "", field = ""] = conversion.measure.split(".");
  const model = layer.models.get(name);
  const counted = model?.fields.get(field);
  const owner = `"conversion" of "${home.name}.${measure.name}"`;
  if (model === undefined || counted?.kind !== "measure") {
    const names = () =>
      model === undefined
        ? [...layer.models.keys()].map(other => `${other}.${field}`)
        : [...model.fields.values()].flatMap(one => (one.kind === "measure" ? [`${name}.${one.name}`] : []));
    const suggestions = suggest(faults, conversion.measure, names);
    faults.push({
      path: `${path}/measure`,
      message: `${owner} counts "${conversion.measure}", which is not a measure of a model.${didYouMean(suggestions)}`,
      suggestions,
    });
    return;
  }
  if (!isCountable(counted.source)) {
    faults.push({
      path: `${path}/measure`,
      message: `${owner} counts "${conversion.measure}", which is not an aggregate of rows alone: a count, a sum, an average or a percentile.`,
    });
  }
  const pairs = [conversion.entity, conversion.time, ...(conversion.constantProperties ?? [])];
  for (const [i, pair] of pairs.entries()) {
    const at = i === 0 ? "/entity" : i === 1 ? "/time" : `/constantProperties/${i - 2}`;
    try {
      const [base, follows] = (
        [
          [home, "base"],
          [model, "conversion"],
        ] as const
      ).map(([side, which]) => {
        const {field: found} = dimensionOf(
          layer,
          of,
          side,
          typeof pair === "string" ? pair : pair[which],
          i === 1,
        );
        return found.type;
      });
      if (i === 1 || base === follows) continue;
      faults.push({
        path: `${path}${at}`,
        message: `${owner} compares a ${base} with a ${follows}: name fields of one type.`,
      });
    } catch (fault) {
      if (!(fault instanceof CompileError)) throw fault;
      faults.push({path: `${path}${at}`, message: `${owner}: ${fault.message}`});
    }
  }
}
