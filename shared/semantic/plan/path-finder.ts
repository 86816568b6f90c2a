import type {CompileError} from "../errors.ts";
import {fieldError} from "../layer/field-error.ts";
import type {FieldReference, Layer, LayerModel} from "../layer/layer.ts";
import {cancelled, pathName} from "../layer/paths.ts";
import {isPathVisible, modelInWords} from "../layer/visibility.ts";
import type {ResolvedFilter, ResolvedMeasure, ResolvedQuery} from "../resolve/resolved.ts";
import {ambiguousPath} from "../resolve/unknown-field.ts";
import {conformedPath, isSamePath, type Path, reversed} from "./paths.ts";

/** The place of a branch's rows: a model, and the path to it from the query's model. */
export interface Home {
  model: LayerModel;
  path: Path;
  /** Whether the query named each step of the path. Fields are then found on that path and nowhere else. */
  spelled: boolean;
}

/** A field that a query names, with the route of names before it and the paths that the route can mean. */
export interface Place {
  route: readonly string[];
  paths: readonly Path[];
  field: {model: LayerModel; name: string};
}

/** Chooses the paths to the measures and other fields of a query. */
export class PathFinder {
  constructor(
    readonly layer: Layer,
    readonly query: ResolvedQuery,
  ) {}

  /**
   * The path to a measure: the only one, or the one that reaches the query's fields best. Throws if several paths are
   * equally good.
   */
  choosePath(measure: ResolvedMeasure, reference: FieldReference): Path {
    const [first, ...others] = this.#ratedPaths(reference);
    if (first === undefined) throw new Error(`no path to ${measure.name}`);
    if (others.length > 0) throw ambiguousPath(this.query.base, reference, measure.name, measure.pointer);
    return first;
  }

  /**
   * Whether the query's fields leave only one path to a measure, by the rule for measures that the query names itself.
   */
  hasOnePath(reference: FieldReference): boolean {
    if (reference.paths.length < 2) return reference.paths.length === 1;
    const {field, spelled} = reference;
    const homes = reference.paths.map(path => ({model: field.model, path, spelled}));
    const places = this.#places();
    if (homes.some(home => places.some(place => this.#pathsTo(home, place).length > 1))) return false;
    return this.#ratedPaths(reference).length === 1;
  }

  /** The paths to a measure with the fewest fields on many sides; several if they reach the fields by different paths. */
  #ratedPaths(reference: FieldReference): readonly Path[] {
    if (reference.paths.length < 2) return reference.paths;
    const places = this.#places();
    const rated = reference.paths.map(path => {
      const paths = places.map(place =>
        this.pathTo({model: reference.field.model, path, spelled: reference.spelled}, place),
      );
      return {path, pathsToPlaces: paths, many: paths.filter(one => one.some(edge => edge.toMany)).length};
    });
    const least = Math.min(...rated.map(({many}) => many));
    const best = rated.filter(({many}) => many === least);
    const alike = best.every(({pathsToPlaces}) =>
      pathsToPlaces.every((path, i) => isSamePath(path, best[0]!.pathsToPlaces[i]!)),
    );
    return alike ? [best[0]!.path] : best.map(({path}) => path);
  }

  /** Every field that the rows are grouped or filtered by. */
  #places(): Place[] {
    const places: Place[] = [];
    // `metric_time` is the time of each measure's own model, so it favours no path.
    const add = (reference: FieldReference) => {
      if (reference.conformed !== true) places.push(reference);
    };
    for (const {reference} of this.query.dimensions) add(reference);
    const visit = (filter: ResolvedFilter) => {
      if (filter.kind === "condition") add(filter.reference);
      else if (filter.kind === "comparison") for (const {reference} of filter.fields) add(reference);
      else if (filter.kind === "per") for (const {reference} of filter.dimensions) add(reference);
      else if ("parts" in filter) for (const part of filter.parts) visit(part);
    };
    for (const filter of [...this.query.where, ...this.query.always]) visit(filter);
    return places;
  }

  /**
   * The steps from a branch's home to a field: back over the query's model if that is to-one or the query named the
   * path; else the home's own path to the same name (a dimension that both share); else over a many side.
   */
  pathTo(home: Home, place: Place): Path {
    const [path, ...others] = this.#pathsTo(home, place);
    if (path === undefined) throw new Error(`no path to ${place.field.name}`);
    if (others.length > 0) throw this.#severalPaths(home.model, place, [path, ...others]);
    return path;
  }

  /** All of the home's own paths if there are several; otherwise the one path. */
  #pathsTo(home: Home, place: Place): readonly Path[] {
    const toCalendar = place.paths[0]?.at(-1);
    if (toCalendar?.day !== undefined) {
      const paths = place.paths.map(path => path.slice(0, -1));
      const time = {...place, paths, field: toCalendar.day.field};
      return this.#pathsTo(home, time).map(path => [...path, toCalendar]);
    }
    const isBehind = (path: Path) => isSamePath(path.slice(0, home.path.length), home.path);
    const fromBase = place.paths.find(isBehind) ?? place.paths[0] ?? [];
    const overBase = cancelled([...reversed(home.path), ...fromBase]);
    if (home.spelled || !overBase.some(edge => edge.toMany)) return [overBase];
    const names = place.route.length > 0 ? place.route : [this.query.base.name];
    const own = conformedPath(this.layer, home.model, names);
    return own.length > 1 || own[0]?.at(-1)?.to === place.field.model ? own : [overBase];
  }

  #severalPaths(model: LayerModel, place: Place, own: readonly Path[]): CompileError {
    const names = place.route.length > 0 ? place.route : [this.query.base.name];
    const visiblePaths = own.filter(isPathVisible).map(pathName);
    const listed = visiblePaths.length > 0 ? `: ${visiblePaths.map(path => `"${path}"`).join(", ")}` : "";
    const home = modelInWords(model);
    return fieldError("ambiguous_join_path", "", {
      message:
        `From ${home}, "${names.join(".")}" is reached in ${own.length} ways${listed}. ` +
        `Query ${home} and name the one you mean.`,
      suggestions: visiblePaths.map(path => `${path}.${place.field.name}`),
    });
  }
}
