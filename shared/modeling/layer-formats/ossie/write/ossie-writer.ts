import type {Join, Model} from "../../../../semantic/documents.ts";
import {isPlainMap, type Plain, type PlainMap} from "../../common/document.ts";
import {findItem, patch, type Site, type Sources} from "../../common/sources.ts";
import {lost, WriteFault} from "../../common/write-fault.ts";
import type {Field, Writer} from "../../common/writer.ts";
import type {Path, YamlFile} from "../../common/yaml/file.ts";
import {writeOssieParts} from "./write-ossie.ts";

/** The properties of a field that Ossie itself can express. */
const WORDS = new Set(["name", "type", "column", "sql", "where", "description", "hint", "synonyms"]);

/** Writes Ossie documents. What Ossie cannot express goes into our extension, as it does in an export. */
export class OssieWriter implements Writer {
  constructor(readonly sources: Sources) {}

  addModel(model: Model): void {
    const file = this.sources.withWord("datasets").find(one => Array.isArray(one.value(["semantic_model"])));
    if (!file) throw new WriteFault("No file holds a semantic model of Ossie.");
    const {dataset, metrics} = writeOssieParts(model);
    file.append(["semantic_model", 0, "datasets"], plain(dataset));
    for (const metric of metrics) file.append(["semantic_model", 0, "metrics"], plain(metric));
  }

  changeModel(before: Model, after: Model): void {
    const site = this.#dataset(before);
    // Row access goes into the file only if the file already has it; otherwise the service stores it.
    const extensions = JSON.stringify(site.file.value([...site.path, "custom_extensions"]) ?? null);
    const hasRules = extensions.includes("rowAccess");
    const keys = ({rowAccess, ...model}: Model) => {
      const modelExtras = {
        ...model,
        dimensions: [],
        measures: [],
        ...(hasRules && rowAccess ? {rowAccess} : {}),
      };
      const {fields: _, ...others} = plain(writeOssieParts(modelExtras).dataset);
      return others;
    };
    this.#patch(site, keys(before), keys(after));
  }

  removeModel(model: Model): void {
    for (const measure of model.measures ?? []) this.removeField(model, {kind: "measure", field: measure});
    const {file, path} = this.#dataset(model);
    file.remove(path);
  }

  addField(model: Model, {kind, field}: Field): void {
    const {file, path} = this.#dataset(model);
    if (kind === "dimension") {
      const parts = writeOssieParts({...model, dimensions: [field], measures: []});
      const [made] = parts.dataset.fields ?? [];
      if (made) file.append([...path, "fields"], plain(made));
      return;
    }
    const [made] = writeOssieParts({...model, measures: [...(model.measures ?? []), field]}).metrics.slice(
      -1,
    );
    if (made) file.append([...path.slice(0, 2), "metrics"], plain(made));
  }

  changeField(model: Model, before: Field, after: Field): void {
    const keys = ({kind, field}: Field): PlainMap => {
      const parts =
        kind === "dimension"
          ? writeOssieParts({...model, dimensions: [field], measures: []}).dataset.fields
          : writeOssieParts({
              ...model,
              measures: [...(model.measures ?? []).filter(one => one.name !== field.name), field],
            }).metrics.slice(-1);
      const {name: _, ...others} = plain(parts?.[0] ?? {});
      return others;
    };
    const fieldKeys = [...Object.keys(before.field), ...Object.keys(after.field)];
    this.#patch(
      this.#field(model, before),
      keys(before),
      keys(after),
      fieldKeys.some(key => !WORDS.has(key) && !(after.kind === "dimension" && key === "label")),
    );
  }

  removeField(model: Model, field: Field): void {
    const {file, path} = this.#field(model, field);
    file.remove(path);
  }

  addJoin(join: Join, from: Model): void {
    const {file, path} = this.#dataset(from);
    const list = [...path.slice(0, 2), "relationships"];
    const count = file.value(list);
    const {relationship} = writeOssieParts(from, join, Array.isArray(count) ? count.length : 0);
    file.append(list, plain(relationship ?? {}));
  }

  changeJoin(before: Join, after: Join, from: Model): void {
    this.removeJoin(before);
    this.addJoin(after, from);
  }

  removeJoin(join: Join): void {
    const {file, path} = this.#relationship(join);
    file.remove(path);
  }

  /**
   * Sets the changed keys of an item. Our extension is set only where the item has one, or where Ossie's own keys do
   * not express the whole change.
   */
  #patch(site: Site, before: PlainMap, after: PlainMap, needsOwn = false): void {
    const hasOwn = site.file.value([...site.path, "custom_extensions"]) !== undefined;
    const {custom_extensions: extension, ...words} = after;
    const {custom_extensions: old, ...wordsBefore} = before;
    patch(site, wordsBefore, words);
    const isSilent = JSON.stringify(wordsBefore) === JSON.stringify(words);
    if (
      (hasOwn || isSilent || needsOwn) &&
      JSON.stringify(old) !== JSON.stringify(extension) &&
      extension !== undefined
    )
      site.file.set([...site.path, "custom_extensions"], extension);
  }

  #relationship(join: Join): Site {
    const place = this.sources.placeOf(join);
    const file = this.sources.file(place?.file ?? lost(`${join.from} → ${join.to}`));
    for (const path of listed(file, ["semantic_model"])) {
      const found = this.sources.itemOf(join, file, [...path, "relationships"]);
      if (found) return {file, path: found};
    }
    return lost(`${join.from} → ${join.to}`);
  }

  #dataset(model: Model): Site {
    const place = this.sources.placeOf(model);
    const files = place ? [this.sources.file(place.file)] : this.sources.withWord("datasets");
    for (const file of files) {
      for (const path of listed(file, ["semantic_model"])) {
        const site = findItem(file, [...path, "datasets"], model.name, place);
        if (site) return site;
      }
    }
    return lost(model.name);
  }

  #field(model: Model, {kind, field}: Field): Site {
    const {file, path} = this.#dataset(model);
    if (kind === "dimension")
      return findItem(file, [...path, "fields"], field.name) ?? lost(`${model.name}.${field.name}`);
    const list = [...path.slice(0, 2), "metrics"];
    const found = findItem(file, list, field.name) ?? findItem(file, list, `${model.name}.${field.name}`);
    return found ?? lost(`${model.name}.${field.name}`);
  }
}

/** The paths of a list's items. */
function listed(file: YamlFile, list: Path): Path[] {
  const all = file.value(list);
  return (Array.isArray(all) ? all : []).map((_, i) => [...list, i]);
}

/** The value as a file stores it, without properties that are `undefined`. */
function plain(value: object): PlainMap {
  const read: Plain = JSON.parse(JSON.stringify(value));
  return isPlainMap(read) ? read : {};
}
