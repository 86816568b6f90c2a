import {stepToCalendar} from "../layer/calendar-step.ts";
import {fieldError} from "../layer/field-error.ts";
import {grainsOf} from "../layer/grains.ts";
import {type FieldReference, type Layer, timeOf} from "../layer/layer.ts";
import {modelInWords} from "../layer/visibility.ts";
import {type ResolvedFilter, withReferences} from "../resolve/resolved.ts";
import type {Home} from "./path-finder.ts";

/** A reference as it applies to the rows of a measure: `metric_time` is replaced by the `time` of the rows' model. */
export function ownTime<R extends FieldReference>(layer: Layer, home: Home, reference: R, pointer = ""): R {
  if (reference.conformed !== true) return reference;
  const field = timeOf(home.model);
  if (field === undefined) {
    throw fieldError("unknown_field", pointer, {
      message: `"metric_time" is the time that each measure is measured by, and ${modelInWords(home.model)} declares none. Give it a "time" in the layer, or name the time that is meant.`,
    });
  }
  const {grain, time} = reference;
  if (grain !== undefined && !grainsOf(field.type).includes(grain)) {
    throw fieldError("unknown_field", pointer, {
      message: `"metric_time.${grain}" is not a grain of the time of ${modelInWords(home.model)}, which is a date.`,
    });
  }
  const path = [...home.path];
  if (time === undefined) return {...reference, field, paths: [path]};
  if (layer.calendar === undefined) throw new Error("a grain of no calendar");
  return {...reference, time: field, paths: [[...path, stepToCalendar(layer.calendar, field)]]};
}

/** Filters as they apply to the rows of a measure; the same objects where they do not name `metric_time`. */
export function ownTimes(
  layer: Layer,
  home: Home,
  filters: readonly ResolvedFilter[],
): readonly ResolvedFilter[] {
  if (layer.timeTypes.size === 0) return filters;
  const own = filters.map(filter => ownFilter(layer, home, filter));
  return own.every((filter, i) => filter === filters[i]) ? filters : own;
}

function ownFilter(layer: Layer, home: Home, filter: ResolvedFilter): ResolvedFilter {
  switch (filter.kind) {
    case "condition": {
      const reference = ownTime(layer, home, filter.reference, `${filter.pointer}/field`);
      if (reference === filter.reference) return filter;
      const other = filter.otherwise;
      // A date is compared with days, a timestamp with the moments at which they begin.
      const isOther = other !== undefined && (reference.time ?? reference.field).type === other.type;
      return {...filter, reference, ...(isOther ? {test: other.test} : {})};
    }
    case "comparison":
      if (!filter.fields.some(({reference}) => reference.conformed === true)) return filter;
      return withReferences(filter, ({reference, pointer}) => ownTime(layer, home, reference, pointer));
    case "per": {
      const dimensions = filter.dimensions.map(dimension => {
        const reference = ownTime(layer, home, dimension.reference, dimension.pointer);
        return reference === dimension.reference ? dimension : {...dimension, reference};
      });
      return dimensions.every((dimension, i) => dimension === filter.dimensions[i])
        ? filter
        : {...filter, dimensions};
    }
    case "rows":
    case "calculation":
      return filter;
    default: {
      const parts = ownTimes(layer, home, filter.parts);
      return parts === filter.parts ? filter : {...filter, parts: [...parts]};
    }
  }
}
