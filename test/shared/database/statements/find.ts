import ts from "typescript-5";
import {Evaluator} from "./evaluate.ts";
import {placeOf, type Sources} from "./program.ts";
import {Choices, Impossible, NotAssembled, type Part, Scope} from "./values.ts";

/** A tagged template that is sent to the database, or an expression in a query of Kysely. */
export interface Statement {
  place: string;
  /** The row's type as declared in the source. */
  row: ts.Type | undefined;
  /** Whether this is no statement, but an expression in a query of Kysely. */
  isValue: boolean;
  texts: readonly Text[];
  /** Why the statement, or one of its texts, cannot be assembled. */
  missing: readonly string[];
}

/** One of the texts that a statement is sent with. */
export interface Text {
  sql: string;
  /** The types of the values bound to `$1`, `$2`, … */
  bound: readonly ts.Type[];
}

/** The beginning of a statement; a condition or a column begins otherwise. */
const STATEMENT =
  /^(\s|\/\*.*?\*\/)*(select|with|insert|update|delete|create|alter|drop|set|listen|notify|lock|truncate|analyze|vacuum)\b/;

/** More alternatives than any statement has. */
const MAX_TEXTS = 400;

/** Finds each template with a row type, and each template without one that is sent as it is. */
export function findStatements(sources: Sources): Statement[] {
  const found: Statement[] = [];
  const callsOf = indexOfCalls(sources);
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "sql") {
      const declared = node.typeArguments?.[0];
      if (declared || isExecuted(node)) {
        const row = declared && sources.checker.getTypeFromTypeNode(declared);
        const texts = textsOf(sources, callsOf, node);
        const isValue = texts.texts.some(({sql}) => !STATEMENT.test(sql));
        found.push({place: placeOf(node), row, isValue, ...texts});
      }
    }
    ts.forEachChild(node, visit);
  };
  for (const file of sources.files) visit(file);
  return found;
}

function isExecuted(node: ts.Node): boolean {
  const {parent} = node;
  return ts.isPropertyAccessExpression(parent) && parent.name.text === "execute";
}

function textsOf(
  {checker}: Sources,
  callsOf: (symbol: ts.Symbol) => readonly ts.CallExpression[],
  node: ts.TaggedTemplateExpression,
): Pick<Statement, "texts" | "missing"> {
  const texts = new Map<string, Text>();
  const missing = new Set<string>();
  const seen = new Set<string>();
  const waiting: Map<string, number>[] = [new Map()];
  for (let decided = waiting.pop(), tries = 0; decided; decided = waiting.pop(), tries++) {
    if (tries > MAX_TEXTS) throw new Error(`${placeOf(node)} has more than ${MAX_TEXTS} texts`);
    const choices = new Choices(decided);
    try {
      const text = numbered(new Evaluator(checker, callsOf, choices).template(node, new Scope()));
      if (!texts.has(text.sql)) texts.set(text.sql, text);
    } catch (error) {
      if (error instanceof NotAssembled) missing.add(error.message);
      else if (!(error instanceof Impossible)) throw error;
    }
    for (const {id, alternative, all} of choices.others()) {
      if (seen.has(`${id} ${alternative}`)) continue;
      seen.add(`${id} ${alternative}`);
      waiting.push(all);
    }
  }
  return {texts: [...texts.values()], missing: [...missing]};
}

function numbered(parts: readonly Part[]): Text {
  const bound: ts.Type[] = [];
  const sql = parts.map(part => (typeof part === "string" ? part : `$${bound.push(part.bound)}`)).join("");
  return {sql, bound};
}

/** Searches the sources once for each name of a requested function. */
function indexOfCalls({checker, files}: Sources): (symbol: ts.Symbol) => readonly ts.CallExpression[] {
  const byName = new Map<string, ts.CallExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const {expression: callee} = node;
      const name = ts.isIdentifier(callee)
        ? callee
        : ts.isPropertyAccessExpression(callee)
          ? callee.name
          : undefined;
      if (name) byName.set(name.text, [...(byName.get(name.text) ?? []), node]);
    }
    ts.forEachChild(node, visit);
  };
  const found = new Map<ts.Symbol, readonly ts.CallExpression[]>();
  return symbol => {
    if (byName.size === 0) for (const file of files) visit(file);
    const calls =
      found.get(symbol) ?? (byName.get(symbol.name) ?? []).filter(call => isOf(checker, call, symbol));
    found.set(symbol, calls);
    return calls;
  };
}

function isOf(checker: ts.TypeChecker, {expression: callee}: ts.CallExpression, symbol: ts.Symbol): boolean {
  const named = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(callee) ? callee.name : callee);
  return (
    named !== undefined &&
    (named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named) === symbol
  );
}
