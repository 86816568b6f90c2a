import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
  type YAMLMap,
} from "yaml";
import {isPlainMap, type Plain, type PlainMap} from "../document.ts";
import {WriteFault} from "../write-fault.ts";
import {type Edit, editItems, editKey, editOut, editValue, isHolder} from "./edits.ts";
import {anchorIn, isImplicitNull, startOf} from "./ranges.ts";

export type Path = readonly (string | number)[];

const MAX_ALIASES = 10_000;

/**
 * A YAML file that is changed in place: each change replaces the characters of one value, key or item, and leaves every
 * other byte unchanged. Throws `WriteFault` for a change that is not possible in this way.
 */
export class YamlFile {
  #text: string;
  #document: Document;
  /** The file as plain data, until it is changed. */
  #plain: Plain | undefined;
  /** Edits that are not applied yet. */
  #edits: Edit[] | undefined;

  constructor(
    readonly path: string,
    text: string,
  ) {
    this.#text = text;
    this.#document = this.#parse(text);
  }

  get text(): string {
    return this.#text;
  }

  /** The value at the path, with aliases and merges resolved; `undefined` where there is none. */
  value(path: Path): Plain | undefined {
    this.#plain ??= plainOf(this.#document);
    let at: Plain | undefined = this.#plain;
    for (const step of path) {
      if (typeof step === "number") at = Array.isArray(at) ? at[step] : undefined;
      else at = isPlainMap(at) ? at[step] : undefined;
    }
    return at;
  }

  map(path: Path): PlainMap {
    const value = this.value(path);
    return isPlainMap(value) ? value : {};
  }

  /** The positions of a list's maps whose key has this value. */
  find(list: Path, name: string, key = "name"): number[] {
    const value = this.value(list);
    if (!Array.isArray(value)) return [];
    return value.flatMap((item, i) => (isPlainMap(item) && String(item[key]) === name ? [i] : []));
  }

  /** The line of a key or item, from 1 on; `undefined` if it is not written out. */
  line(path: Path): number | undefined {
    const last = path.at(-1);
    const holder = this.#walk(path.slice(0, -1));
    const part = isMap(holder)
      ? pairOf(holder, String(last))?.key
      : isSeq(holder)
        ? holder.items[Number(last)]
        : undefined;
    return part === undefined ? undefined : this.#text.slice(0, startOf(part)).split("\n").length;
  }

  /** Whether the node at the path, or a node within it, has an anchor. */
  hasAnchor(path: Path): boolean {
    return anchorIn(this.#walk(path)) !== undefined;
  }

  /**
   * Makes changes that touch different parts of the file, such as different items of a list, and parses the file only
   * once, after all of them. Until then, reads return the file as it was.
   */
  together(change: () => void): void {
    const edits: Edit[] = [];
    this.#edits = edits;
    try {
      change();
    } finally {
      this.#edits = undefined;
    }
    this.#applyAll(disjoint(edits));
  }

  /** Sets the value of a key. A new key is added below the existing ones of `after`, otherwise as the last. */
  set(path: Path, value: Plain, after: readonly string[] = []): void {
    const parent = path.slice(0, -1);
    const key = String(path.at(-1));
    const holder = this.#node(parent);
    if (holder === undefined || (isScalar(holder) && holder.value === null && parent.length > 0)) {
      this.set(parent, {[key]: value});
      return;
    }
    if (!isMap(holder)) throw this.#fault(`\`${pathText(parent)}\` should hold keys.`);
    const pair = pairOf(holder, key);
    if (pair) this.#refuseAnchors(pair.value, path);
    this.#apply(
      pair ? editValue(this.#text, pair, value, holder) : editKey(this.#text, holder, key, value, after),
    );
  }

  /** Adds items at the end of a list, which is created if it is missing. */
  append(path: Path, ...items: Plain[]): void {
    const list = this.#node(path);
    if (list === undefined || isImplicitNull(list)) this.set(path, items);
    else if (isSeq(list)) this.#apply(editItems(this.#text, list, items));
    else throw this.#fault(`\`${pathText(path)}\` should be a list.`);
  }

  /** Removes a key or an item, and every parent that would be empty without it. */
  remove(path: Path): void {
    const parent = path.slice(0, -1);
    const holder = this.#node(parent);
    const last = path.at(-1);
    const part = isMap(holder)
      ? pairOf(holder, String(last))
      : isSeq(holder)
        ? holder.items[Number(last)]
        : undefined;
    if (!isHolder(holder) || part === undefined) throw this.#fault(`There is no \`${pathText(path)}\`.`);
    this.#refuseAnchors(part, path);
    if (holder.items.length > 1) {
      const items: readonly unknown[] = holder.items;
      const at = items.indexOf(part);
      const shared = `\`${pathText(path)}\` shares its line with something else, and cannot be removed alone.`;
      this.#apply(editOut(this.#text, holder, at) ?? this.#refuse(shared));
    } else if (parent.length > 0) this.remove(parent);
    else this.set(path, []);
  }

  /** The node at the path. A YAML alias there is refused. */
  #node(path: Path): Node | undefined {
    for (let i = 0; i <= path.length; i++) {
      const node = this.#walk(path.slice(0, i));
      if (!isAlias(node)) continue;
      const where = `\`${pathText(path.slice(0, i))}\` is the alias *${node.source}`;
      throw this.#fault(`${where}: a change of it would change other places too.`);
    }
    const node = this.#walk(path);
    return isHolder(node) || isScalar(node) ? node : undefined;
  }

  #walk(path: Path): unknown {
    let node: unknown = this.#document.contents ?? undefined;
    for (const step of path) {
      if (typeof step === "number") node = isSeq(node) ? node.items[step] : undefined;
      else node = isMap(node) ? pairOf(node, step)?.value : undefined;
    }
    return node ?? undefined;
  }

  #refuseAnchors(node: unknown, path: Path): void {
    const anchor = anchorIn(node);
    if (anchor === undefined) return;
    const where = `\`${pathText(path)}\` has the anchor &${anchor}`;
    throw this.#fault(`${where}: a change of it would change other places too.`);
  }

  #apply(edit: Edit): void {
    if (this.#edits) this.#edits.push(edit);
    else this.#applyAll([edit]);
  }

  /** The edits are in the order of their parts. */
  #applyAll(edits: readonly Edit[]): void {
    if (edits.length === 0) return;
    const parts: string[] = [];
    let at = 0;
    for (const {start, end, text} of edits) {
      parts.push(this.#text.slice(at, start), text);
      at = end;
    }
    const changed = parts.join("") + this.#text.slice(at);
    this.#document = this.#parse(changed);
    this.#text = changed;
    this.#plain = undefined;
  }

  #parse(text: string): Document {
    const documents: Document[] = [];
    const options = {keepSourceTokens: true, uniqueKeys: false, merge: true, logLevel: "silent"} as const;
    for (const document of parseAllDocuments(text, options)) documents.push(document);
    const [document, ...others] = documents;
    if (!document) throw this.#fault("The file is empty.");
    if (others.length > 0) throw this.#fault("The file holds several YAML documents, and is not changed.");
    const [error] = document.errors;
    if (error) throw this.#fault(`The file is not YAML: ${error.message}`);
    return document;
  }

  #refuse(message: string): never {
    throw this.#fault(message);
  }

  #fault(message: string): WriteFault {
    return new WriteFault(message, this.path);
  }
}

/**
 * The edits in the order of their parts, merged where they overlap, as removals of neighbours in a list on one line do.
 */
function disjoint(edits: readonly Edit[]): Edit[] {
  const sorted: Edit[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    const last = sorted.at(-1);
    if (!last || last.end <= edit.start) sorted.push(edit);
    else if (last.text === "" && edit.text === "")
      sorted.splice(-1, 1, {...last, end: Math.max(last.end, edit.end)});
    else throw new Error("changes that were to be made together touch the same part of the file");
  }
  return sorted;
}

function plainOf(document: Document): Plain {
  return document.toJS({maxAliasCount: MAX_ALIASES});
}

/** The pair with this key. If there are several, the last one counts, as it does when the file is read. */
function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.findLast(({key: one}) => isScalar(one) && String(one.value) === key);
}

function pathText(path: Path): string {
  return path.join(".");
}
