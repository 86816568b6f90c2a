import type {Dimension, Graph, Join, Measure, Model} from "../../graph.ts";
import {isPlainMap, type Plain, type PlainMap} from "../document.ts";
import type {Entry} from "../entry.ts";

/** The vendor under which what Ossie cannot hold travels. */
const VENDOR = "ANALYTICS_SERVICE";

/** What an extension of ours holds: one thing of a graph, and how it was said in Ossie's own words. */
export interface Extension {
  said: string;
  thing: PlainMap;
  /** Of a metric: the model that its measure is of. */
  model?: string;
}

export function writeExtension(extension: {said: string; thing: object; model?: string}) {
  return [{vendor_name: VENDOR, data: JSON.stringify(extension)}];
}

/** Ours among `custom_extensions`; those of others are told as unused. */
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
      one.note("not_understood", `The data of the extension "${VENDOR}" is not as it was written.`, "data");
      continue;
    }
    found = {said, thing, ...(typeof model === "string" ? {model} : {})};
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

/** Checks what came from outside against the schema of graphs; `undefined` where it does not fit. */
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
