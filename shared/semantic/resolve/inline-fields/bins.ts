import {fieldError} from "../../layer/field-error.ts";
import type {Bins, Layer, LayerModel} from "../../layer/layer.ts";
import type {Bin, BinnedDimension} from "../../query/bins.ts";
import {nameOfDimension} from "../../query/selected-names.ts";
import {resolveDimension} from "../columns.ts";
import type {ResolvedDimension} from "../resolved.ts";
import {checkOwnName} from "./names.ts";

/** From here on, doubles do not represent every whole number. */
const MAX_WHOLE = 2 ** 53;
const MAX_DECIMALS = 9;

/** A field as a dimension, or the bins of one. Throws `unknown_field` and `invalid_request`. */
export function resolveBinned(
  layer: Layer,
  base: LayerModel,
  entry: string | BinnedDimension,
  pointer: string,
): ResolvedDimension {
  if (typeof entry === "string") return resolveDimension(layer, base, entry, pointer);
  checkOwnName(entry.name, "the bins", `${pointer}/name`);
  const {reference, type} = resolveDimension(layer, base, entry.field, `${pointer}/field`);
  if (type !== "number" || reference.grain !== undefined || reference.time !== undefined) {
    throw fieldError("invalid_request", `${pointer}/field`, {
      message: `"${entry.field}" cannot be binned: bins need a numeric dimension, not a grain of a time. Leave "bin" out; if the dimension is a time, ask for a grain.`,
    });
  }
  const {field: of} = reference;
  const bins = readBins(entry.bin, `${pointer}/bin`);
  const {name, label, description, format} = of.source;
  const labelType = bins.labels ? "string" : "number";
  // The source leaves out the field's column, whose properties bins do not have.
  const source = {
    name,
    type: labelType,
    ...(label === undefined ? {} : {label}),
    ...(description === undefined ? {} : {description}),
    ...(format === undefined || bins.labels ? {} : {format}),
  } as const;
  const field = {
    kind: "dimension",
    model: of.model,
    name: of.name,
    type: labelType,
    source,
    bins: {...bins, of, ...(entry.name === undefined ? {} : {name: entry.name})},
  } as const;
  return {name: nameOfDimension(entry), reference: {...reference, field}, type: labelType};
}

/** Throws `invalid_request` for edges that are in no order or have no exact values. */
export function readBins(bin: Bin, pointer: string): Bins {
  const labels = bin.labels === true;
  if ("count" in bin) return {kind: "count", count: bin.count, labels};
  if ("edges" in bin) {
    const at = bin.edges.findIndex((edge, i) => i > 0 && edge <= (bin.edges[i - 1] ?? edge));
    if (at < 0) return {kind: "edges", edges: bin.edges, labels};
    throw fieldError("invalid_request", `${pointer}/edges/${at}`, {
      message: `The edges of bins ascend, and ${bin.edges[at]} comes after ${bin.edges[at - 1]}. Put each edge once, in order.`,
    });
  }
  const {width, from = 0} = bin;
  for (let decimals = 0; decimals <= MAX_DECIMALS; decimals++) {
    const scale = 10 ** decimals;
    const [wide, begin] = [Math.round(width * scale), Math.round(from * scale)];
    if (wide / scale !== width || begin / scale !== from) continue;
    if (wide > MAX_WHOLE || Math.abs(begin) > MAX_WHOLE) break;
    return {kind: "width", width: wide, from: begin, scale, labels};
  }
  throw fieldError("invalid_request", pointer, {
    message: `Bins begin at edges that have at most ${MAX_DECIMALS} digits after the point and 15 in all. Round "width" and "from".`,
  });
}
