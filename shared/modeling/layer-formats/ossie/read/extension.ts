import type {Dimension, Graph, Join, Measure, Model} from "../../../../semantic/documents.ts";
import {isPlainMap, type Plain, type PlainMap} from "../../common/document.ts";
import type {Entry} from "../../common/entry.ts";

/** The vendor name of our extensions, which carry what Ossie cannot express. */
const VENDOR = "ANALYTICS_SERVICE";

/** The content of our extension: one part of a graph, and the Ossie text that was written beside it. */
export interface Extension {
  said: string;
  thing: PlainMap;
  /** For a metric: the model of its measure. */
  model?: string;
}

export function writeExtension(extension: {said: string; thing: object; model?: string}) {
  return [{vendor_name: VENDOR, data: JSON.stringify(extension)}];
}

/** Our extension among `custom_extensions`; those of other vendors are noted as unused. */
export function readExtension(entry: Entry): Extension | undefined {
  let found: Extension | undefined;
  for (const one of entry.entries("custom_extensions", "extension")) {
    const vendor = one.text("vendor_name") ?? "";
    const data = one.text("data") ?? "";
    if (vendor !== VENDOR) {
      entry.notes.unused(`${entry.kind}.custom_extensions`, vendor, one.place, "it is for another tool");
      continue;
    }
    const value = parsed(data);
    const {said, thing, model} = isPlainMap(value) ? value : {};
    if (typeof said !== "string" || !isPlainMap(thing)) {
      one.note(
        "not_understood",
        `The data of "${VENDOR}" is not in the form that the service writes.`,
        "data",
      );
      continue;
    }
    found = {said, thing, ...(typeof model === "string" ? {model} : {})};
  }
  return found;
}

/** The content of our extension, unless the Ossie text has been changed since it was written. */
export function takeExtension<T>(
  entry: Entry,
  own: Extension | undefined,
  said: string | undefined,
  read: (thing: Extension["thing"]) => T | undefined,
): T | undefined {
  if (!own) return undefined;
  const found = own.said === said ? read(own.thing) : undefined;
  if (!found) {
    const message = `The ${entry.kind} was changed since it was written: the content of our extension is ignored.`;
    entry.note("not_supported", message, "custom_extensions");
  }
  return found;
}

function parsed(text: string): Plain {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Parses data from outside by the schema of graphs; `undefined` if it does not fit. */
export type GraphReader = (value: unknown) => Graph | undefined;

const TABLE = {name: "t"};

export function readModelOf(thing: PlainMap, read: GraphReader): Model | undefined {
  return read({models: [{...thing, dimensions: []}]})?.models[0];
}

export function readDimensionOf(thing: PlainMap, read: GraphReader): Dimension | undefined {
  return read({models: [{name: "m", table: TABLE, dimensions: [thing]}]})?.models[0]?.dimensions[0];
}

export function readMeasureOf(thing: PlainMap, read: GraphReader): Measure | undefined {
  return read({models: [{name: "m", table: TABLE, dimensions: [], measures: [thing]}]})?.models[0]
    ?.measures?.[0];
}

export function readJoinOf(thing: PlainMap, read: GraphReader): Join | undefined {
  return read({models: [], joins: [thing]})?.joins?.[0];
}
