import {expect, test} from "bun:test";
import {isDeepStrictEqual} from "node:util";
import {parse} from "yaml";
import type {Plain, PlainMap} from "../../../shared/modeling/layer-formats/common/document.ts";
import {WriteFault} from "../../../shared/modeling/layer-formats/common/write-fault.ts";
import {type Path, YamlFile} from "../../../shared/modeling/layer-formats/common/yaml/file.ts";
import {inLongRun, longTimeoutMs} from "../../support/long.ts";

const ROUNDS = inLongRun(1500, 50_000);

/** Random numbers from a seed, so that a failure can be reproduced. */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n: number) => Math.floor(next() * n);
  const one = <T>(all: readonly T[]): T => all[below(all.length)]!;
  return {below, one, chance: (share: number) => next() < share};
}
type Random = ReturnType<typeof randomOf>;

const WORDS = ["one", "two words", "it's", "a: b", "x #y", "7", "true", "", "lines\nof\ntext", "last\n", "é"];

function someValue(random: Random, depth: number): Plain {
  const kind = depth > 2 ? 0 : random.below(5);
  if (kind === 3) return Array.from({length: 1 + random.below(3)}, () => someValue(random, depth + 1));
  if (kind === 4) return mapOf(random, depth + 1);
  return random.chance(0.2) ? random.below(100) : random.one(WORDS);
}

function mapOf(random: Random, depth: number): PlainMap {
  const keys = ["name", "label", "a", "b", "c"].filter(() => random.chance(0.6));
  return Object.fromEntries((keys.length > 0 ? keys : ["name"]).map(key => [key, someValue(random, depth)]));
}

/** Writes a value as a person would, with numbered comments. */
class Author {
  comments = 0;
  readonly dash: number;

  constructor(readonly random: Random) {
    this.dash = random.one([0, 2]);
  }

  comment(): string {
    return `# c${++this.comments}.`;
  }

  tail(): string {
    return this.random.chance(0.2) ? ` ${this.comment()}` : "";
  }

  above(indent: number): string {
    if (this.random.chance(0.1)) return "\n";
    return this.random.chance(0.15) ? `${" ".repeat(indent)}${this.comment()}\n` : "";
  }

  map(map: PlainMap, indent: number): string {
    const entries = Object.entries(map);
    return entries
      .map(
        ([key, value], i) =>
          (i === 0 ? "" : this.above(indent) + " ".repeat(indent)) + this.pair(key, value, indent),
      )
      .join("");
  }

  pair(key: string, value: Plain, indent: number): string {
    if (typeof value === "object" && value !== null) {
      if (this.random.chance(0.25)) return `${key}: ${this.flow(value)}${this.tail()}\n`;
      if (Array.isArray(value)) return `${key}:${this.tail()}\n${this.list(value, indent + this.dash)}`;
      return `${key}:${this.tail()}\n${" ".repeat(indent + 2)}${this.map(value, indent + 2)}`;
    }
    return `${key}: ${this.scalar(value, indent)}`;
  }

  list(list: readonly Plain[], indent: number): string {
    return list
      .map(item => {
        const dash = `${this.above(indent)}${" ".repeat(indent)}- `;
        if (typeof item !== "object" || item === null) return dash + this.scalar(item, indent);
        if (Array.isArray(item) || this.random.chance(0.2))
          return `${dash}${this.flow(item)}${this.tail()}\n`;
        return dash + this.map(item, indent + 2);
      })
      .join("");
  }

  flow(value: Plain): string {
    if (Array.isArray(value))
      return `[${value.map(one => this.flow(one)).join(this.random.one([", ", ","]))}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const pairs = Object.entries(value).map(([key, one]) => `${key}: ${this.flow(one)}`);
    return this.random.one([`{${pairs.join(", ")}}`, `{ ${pairs.join(" , ")} }`]);
  }

  scalar(value: Plain, indent: number): string {
    if (typeof value !== "string") return `${String(value)}${this.tail()}\n`;
    if (value.includes("\n") && this.random.chance(0.7)) {
      const lines = value
        .replace(/\n$/, "")
        .split("\n")
        .map(line => `${" ".repeat(indent + 2)}${line}\n`);
      return `|${value.endsWith("\n") ? "" : "-"}${this.tail()}\n${lines.join("")}`;
    }
    const isPlain = /^[a-z][a-z ]*[a-z]$/.test(value) && value !== "true";
    const quoted = value.includes("\n")
      ? JSON.stringify(value)
      : this.random.one([JSON.stringify(value), `'${value.replaceAll("'", "''")}'`]);
    return `${isPlain && this.random.chance(0.7) ? value : quoted}${this.tail()}\n`;
  }
}

function pathsOf(value: Plain, at: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((one, i) => [[...at, i], ...pathsOf(one, [...at, i])]);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => [[...at, key], ...pathsOf(one, [...at, key])]);
}

function at(value: Plain, path: Path): Plain | undefined {
  return path.reduce<Plain | undefined>((now, step) => {
    if (Array.isArray(now)) return now[Number(step)];
    return typeof now === "object" && now !== null ? now[String(step)] : undefined;
  }, value);
}

/** Makes the same change to plain data. A map or list that would become empty is removed too. */
function changed(root: PlainMap, path: Path, value: Plain | undefined): Plain {
  const copy: PlainMap = structuredClone(root);
  const holder = at(copy, path.slice(0, -1));
  const last = path.at(-1) ?? "";
  if (value !== undefined) {
    if (Array.isArray(holder)) holder[Number(last)] = value;
    else if (typeof holder === "object" && holder !== null) holder[String(last)] = value;
    return copy;
  }
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (typeof holder === "object" && holder !== null) delete holder[String(last)];
  const isEmpty = typeof holder === "object" && holder !== null && Object.keys(holder).length === 0;
  if (!isEmpty) return copy;
  if (path.length > 1) return changed(root, path.slice(0, -1), undefined);
  return {[String(last)]: []};
}

test(
  "a change of a random file has the expected result, and comments are lost only with what is removed or replaced",
  () => {
    let refused = 0;
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const random = randomOf(seed);
      const data = mapOf(random, 0);
      const author = new Author(random);
      let text = author.map(data, 0) + (random.chance(0.3) ? `${author.comment()}\n` : "");
      if (random.chance(0.2)) text = text.replaceAll("\n", "\r\n");
      if (random.chance(0.2)) text = text.trimEnd();
      const parsed: Plain = parse(text);
      // A block at the end of a file without a line break has another value.
      const before = isDeepStrictEqual(parsed, data) ? data : undefined;
      if (!before) continue;
      const paths = pathsOf(before);
      const path = random.one(paths);
      const kind = random.one(["set", "add", "append", "remove"]);
      const file = new YamlFile("a.yml", text);
      const value = random.chance(0.7) ? random.one(WORDS) : someValue(random, 1);
      const holder = at(before, path);
      let expected: Plain;
      // A replaced or removed value may have contained comments.
      let isAdded = false;
      try {
        if (kind === "append" && Array.isArray(holder)) {
          file.append(path, value);
          expected = changed(before, [...path, holder.length], value);
          isAdded = true;
        } else if (
          kind === "add" &&
          typeof holder === "object" &&
          holder !== null &&
          !Array.isArray(holder)
        ) {
          file.set([...path, "new"], value, random.one([[], ["name"]]));
          expected = changed(before, [...path, "new"], value);
          isAdded = true;
        } else if (kind === "remove") {
          file.remove(path);
          expected = changed(before, path, undefined);
        } else if (typeof path.at(-1) === "string") {
          file.set(path, value);
          expected = changed(before, path, value);
        } else continue;
      } catch (fault) {
        if (!(fault instanceof WriteFault)) throw fault;
        refused += 1;
        continue;
      }
      const context = `seed ${seed}: ${kind} ${path.join(".")} ${JSON.stringify(value)}\n${text}\n→\n${file.text}`;
      const after: Plain = parse(file.text);
      if (!isDeepStrictEqual(after, expected)) throw new Error(`The file has another value. ${context}`);
      const kept = isAdded || (kind !== "remove" && typeof holder !== "object" && typeof value !== "object");
      for (const [mark] of kept ? text.matchAll(/# c\d+\./g) : [])
        if (!file.text.includes(mark)) throw new Error(`${mark} is lost. ${context}`);
    }
    expect(refused).toBeLessThan(ROUNDS / 10);
  },
  longTimeoutMs(),
);
