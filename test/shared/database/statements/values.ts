import type ts from "typescript-5";

/** What is known of an expression of the source without running it. */
export type Value =
  | {kind: "known"; value: string | number | boolean | null | undefined}
  | {kind: "list"; items: readonly Value[]}
  | {kind: "record"; entries: ReadonlyMap<string, Value>}
  | {kind: "function"; node: ts.SignatureDeclaration; scope: Scope}
  | {kind: "sql"; parts: readonly Part[]}
  | Unknown;

/** A value that is known only at run time. Equal values have equal ids, so that a condition on a value is decided once. */
export interface Unknown {
  kind: "unknown";
  id: string;
  type: ts.Type | undefined;
  /** The parameter that the value came from, and the properties that lead from the parameter to it. */
  parameter?: ts.ParameterDeclaration;
  path?: readonly string[];
}

/** A text of the statement, or a bound parameter by its type. */
export type Part = string | {bound: ts.Type};

/** The values of a call's parameters, on top of those of the enclosing functions. */
export class Scope {
  readonly #values = new Map<ts.Node, () => Value>();

  constructor(private readonly above?: Scope) {}

  bind(parameter: ts.Node, value: () => Value): void {
    let found: Value | undefined;
    this.#values.set(parameter, () => {
      found ??= value();
      return found;
    });
  }

  get(parameter: ts.Node): Value | undefined {
    return this.#values.get(parameter)?.() ?? this.above?.get(parameter);
  }
}

/** A path through the source that ends in a `throw`, so that no statement is sent. */
export class Impossible extends Error {}

/** Thrown if an expression cannot be turned into a part of a statement's text. */
export class NotAssembled extends Error {}

/**
 * The decisions on the path through the source to one text of a statement. A statement has several texts if it depends on a
 * condition or on its caller.
 */
export class Choices {
  /** The number of alternatives of each decision on the path. */
  readonly #met = new Map<string, number>();

  constructor(private readonly decided: ReadonlyMap<string, number> = new Map()) {}

  choose(id: string, count: number): number {
    this.#met.set(id, count);
    return this.decided.get(id) ?? 0;
  }

  /** The other alternatives of the decisions on this path, each with all decisions before it. */
  others(): {id: string; alternative: number; all: Map<string, number>}[] {
    return [...this.#met]
      .filter(([id]) => !this.decided.has(id))
      .flatMap(([id, count]) =>
        Array.from({length: count - 1}, (_, i) => i + 1).map(alternative => ({
          id,
          alternative,
          all: new Map(this.decided).set(id, alternative),
        })),
      );
  }
}

export const known = (value: string | number | boolean | null | undefined): Value => ({kind: "known", value});
