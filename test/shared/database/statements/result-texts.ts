import type ts from "typescript-5";
import type {Catalog} from "./catalog.ts";
import {Frame} from "./frame.ts";
import {type Node, nodeAt, nodesAt, numberAt, type Tree, textAt} from "./node-tree.ts";
import {resultsOf, rowsOf} from "./result-expressions.ts";

/** All texts that an expression can have; `undefined` if it can be any text. */
type Texts = ReadonlySet<string> | undefined;

/** The length, in the bytes before the text itself. */
const HEADER_BYTES = 4;

/** The kind of subquery that is a single value. */
const ONE_VALUE = "4";

/** Finds the possible texts of a statement's columns, as far as a check, a constant or a parameter's type limits them. */
export class ResultTexts {
  readonly #top: Frame;
  readonly #asked = new Set<Node>();

  constructor(
    private readonly catalog: Catalog,
    private readonly bound: readonly ts.Type[],
    query: Node,
  ) {
    this.#top = new Frame(query, undefined, catalog);
  }

  of(column: number): Texts {
    return this.#columnOf(this.#top, column);
  }

  #columnOf(frame: Frame, column: number): Texts {
    return union(resultsOf(frame, this.catalog, column).map(one => this.#textsOf(one.node, one.frame)));
  }

  #textsOf(node: Node, frame: Frame): Texts {
    const args = nodesAt(node, "args");
    const arg = nodeAt(node, "arg");
    switch (node.kind) {
      case "CONST":
        return textAt(node, "constisnull") === "true" ? new Set() : constant(node);
      case "PARAM":
        return literalsOf(this.bound[numberAt(node, "paramid") - 1]);
      case "VAR":
        return this.#variable(node, frame);
      case "COALESCEEXPR":
      case "MINMAXEXPR":
        return union(args.map(one => this.#textsOf(one, frame)));
      case "CASEEXPR": {
        const results = [...args.map(when => nodeAt(when, "result")), nodeAt(node, "defresult")];
        return union(results.map(one => (one ? this.#textsOf(one, frame) : undefined)));
      }
      case "AGGREF":
        return /^(min|max)$/.test(this.catalog.functions.get(textAt(node, "aggfnoid"))?.name ?? "")
          ? union(args.map(one => this.#target(one, frame)))
          : undefined;
      case "RELABELTYPE":
        return arg && this.#textsOf(arg, frame);
      case "SUBLINK": {
        const query = textAt(node, "subLinkType") === ONE_VALUE ? nodeAt(node, "subselect") : undefined;
        return query && this.#columnOf(new Frame(query, frame, this.catalog), 0);
      }
      default:
        return undefined;
    }
  }

  #target(node: Node, frame: Frame): Texts {
    const expression = nodeAt(node, "expr");
    return expression && this.#textsOf(expression, frame);
  }

  #variable(node: Node, from: Frame): Texts {
    const frame = from.up(numberAt(node, "varlevelsup"));
    const column = numberAt(node, "varattno");
    const table = frame.tables[numberAt(node, "varno") - 1];
    if (!table || column <= 0) return undefined;
    const rows = rowsOf(table, frame, this.catalog);
    if (!rows) return this.#column(table, column, frame);
    if (this.#asked.has(rows.query)) return new Set();
    this.#asked.add(rows.query);
    const texts = this.#columnOf(rows, column - 1);
    this.#asked.delete(rows.query);
    return texts;
  }

  #column(table: Node, column: number, frame: Frame): Texts {
    const of = (field: string) => {
      const node = nodesAt(table, field)[column - 1];
      return node && this.#textsOf(node, frame);
    };
    switch (textAt(table, "rtekind")) {
      case "0": {
        const texts = this.catalog.columns.get(`${textAt(table, "relid")}.${column}`)?.texts;
        return texts && new Set(texts);
      }
      case "2":
        return of("joinaliasvars");
      case "9":
        return of("groupexprs");
      default:
        return undefined;
    }
  }
}

function union(all: readonly Texts[]): Texts {
  const texts = new Set<string>();
  for (const one of all) {
    if (!one) return undefined;
    for (const text of one) texts.add(text);
  }
  return texts;
}

function constant(node: Node): Texts {
  const value: Tree | undefined = node.fields.get("constvalue");
  if (textAt(node, "constlen") !== "-1" || !Array.isArray(value)) return undefined;
  const bytes: Tree = value[1] ?? null;
  if (!Array.isArray(bytes)) return undefined;
  return new Set([Buffer.from(bytes.slice(HEADER_BYTES).map(Number)).toString()]);
}

function literalsOf(type: ts.Type | undefined): Texts {
  if (!type) return undefined;
  if (type.isUnion()) return union(type.types.map(literalsOf));
  return type.isStringLiteral() ? new Set([type.value]) : undefined;
}
