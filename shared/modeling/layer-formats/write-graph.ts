import {isDeepStrictEqual} from "node:util";
import type {Graph, Join, Model} from "../../semantic/documents.ts";
import {roleOf} from "./common/apply-changes.ts";
import {isPlainMap, type SourceFile} from "./common/document.ts";
import type {Imported} from "./common/imported.ts";
import {isListed, Sources} from "./common/sources.ts";
import {WriteFault} from "./common/write-fault.ts";
import type {Field, Writer} from "./common/writer.ts";
import {CubeWriter} from "./cube/write/cube-writer.ts";
import {DbtModelWriter} from "./dbt/write/model-writer.ts";
import {DbtSemanticWriter} from "./dbt/write/semantic-writer.ts";
import {LightdashWriter} from "./lightdash/write/lightdash-writer.ts";
import {OssieWriter} from "./ossie/write/ossie-writer.ts";

/**
 * The files that must change so that they declare `target` in place of `imported`, which was read from them. New fields
 * go where their model is declared. Throws `WriteFault` for a change that has no place in the files. Callers read the
 * result again to check that it declares exactly `target`.
 */
export function writeGraph(
  files: readonly SourceFile[],
  imported: Pick<Imported, "graph" | "places">,
  target: Graph,
): SourceFile[] {
  const sources = new Sources(files, imported);
  const change = new GraphChange(sources, imported.graph, target);
  change.carryOut();
  return sources.changed();
}

/** All files, with the changed ones in place of their earlier versions. */
export function withChanged(files: readonly SourceFile[], changed: readonly SourceFile[]): SourceFile[] {
  const next = new Map(files.map(file => [file.path, file]));
  for (const file of changed) next.set(file.path, file);
  return [...next.values()];
}

class GraphChange {
  readonly #before: ReadonlyMap<string, Model>;
  readonly #after: ReadonlyMap<string, Model>;

  constructor(
    readonly sources: Sources,
    readonly current: Graph,
    readonly target: Graph,
  ) {
    this.#before = new Map(current.models.map(model => [model.name, model]));
    this.#after = new Map(target.models.map(model => [model.name, model]));
  }

  carryOut(): void {
    this.#removeJoins();
    for (const model of this.current.models) {
      const next = this.#after.get(model.name);
      if (next) this.#changeModel(model, next);
      else this.#writerOf(model).removeModel(model);
    }
    for (const model of this.target.models)
      if (!this.#before.has(model.name)) this.#newWriter().addModel(model);
    this.#setJoins();
  }

  #changeModel(before: Model, after: Model): void {
    const [was, next] = [fieldsOf(before), fieldsOf(after)];
    const gone = [...was].filter(([key]) => !next.has(key)).map(([, field]) => field);
    const changed = [...next].filter(([key, field]) => !isDeepStrictEqual(was.get(key), field));
    const isSame = isDeepStrictEqual(bare(before), bare(after));
    if (isSame && gone.length === 0 && changed.length === 0) return;
    const writer = this.#writerOf(before);
    if (!isSame) writer.changeModel(before, after);
    for (const field of gone) writer.removeField(before, field);
    for (const [key, field] of changed) {
      const known = was.get(key);
      if (known) writer.changeField(before, known, field);
      else writer.addField(before, field);
    }
  }

  #removeJoins(): void {
    const joinKeys = new Set((this.target.joins ?? []).map(joinKey));
    for (const join of this.current.joins ?? []) {
      const from = this.#before.get(join.from);
      if (!from || joinKeys.has(joinKey(join))) continue;
      const isImplied = !this.#after.has(join.from) || !this.#after.has(join.to);
      this.#writerOf(from).removeJoin(join, from, isImplied);
    }
  }

  #setJoins(): void {
    const known = new Map((this.current.joins ?? []).map(join => [joinKey(join), join]));
    for (const join of this.target.joins ?? []) {
      const before = known.get(joinKey(join));
      if (isDeepStrictEqual(before, join)) continue;
      const from = this.#before.get(join.from) ?? this.#after.get(join.from);
      const to = this.#before.get(join.to) ?? this.#after.get(join.to);
      if (!from || !to) throw new WriteFault(`The join "${join.from} → ${roleOf(join)}" leads to no model.`);
      const writer = this.#writerOf(from);
      if (before) writer.changeJoin(before, join, from, to);
      else writer.addJoin(join, from, to);
    }
  }

  /** The writer of the format in which a model is declared. */
  #writerOf(model: Model): Writer {
    const place = this.sources.placeOf(model);
    if (!place) return this.#newWriter();
    if (place.line === undefined) {
      const why = "JSON is not written to, and dbt builds its manifest.json from other files";
      throw new WriteFault(`"${model.name}" is declared in JSON: ${why}.`, place.file);
    }
    this.sources.file(place.file);
    const file = this.sources.unchanged(place.file);
    if (isListed(file.value(["cubes"]))) return new CubeWriter(this.sources);
    if (isListed(file.value(["semantic_model"]))) return new OssieWriter(this.sources);
    if (
      file.find(["semantic_models"], model.name).some(i => file.line(["semantic_models", i]) === place.line)
    )
      return new DbtSemanticWriter(this.sources);
    const nodes = ["models", "seeds", "snapshots"].flatMap(list => {
      const at = file.value([list]);
      return Array.isArray(at) ? at.filter(isPlainMap) : [];
    });
    const own = nodes.find(node => node["name"] === model.name);
    if (!own) throw new WriteFault(`The place where "${model.name}" is declared was not found.`, place.file);
    const isSemantic = Boolean(own["semantic_model"]) || isListed(own["metrics"]);
    return isSemantic ? new DbtModelWriter(this.sources) : new LightdashWriter(this.sources);
  }

  /** The writer for a new model, in the format of the first model. */
  #newWriter(): Writer {
    const first = this.current.models.find(model => this.sources.placeOf(model));
    if (!first) throw new WriteFault("The files declare no model beside which a new one could be written.");
    return this.#writerOf(first);
  }
}

function joinKey(join: Join): string {
  return JSON.stringify([join.from, roleOf(join), join.to]);
}

function bare({dimensions: _, measures: __, rowAccess: ___, ...model}: Model): object {
  return model;
}

function fieldsOf({dimensions, measures = []}: Model): Map<string, Field> {
  return new Map([
    ...dimensions.map((field): [string, Field] => [`dimension ${field.name}`, {kind: "dimension", field}]),
    ...measures.map((field): [string, Field] => [`measure ${field.name}`, {kind: "measure", field}]),
  ]);
}
