import type ts from "typescript-5";

/** What an expression of the source is known to be without running it. */
export type Value =
  | {kind: "known"; value: string | number | boolean | null | undefined}
  | {kind: "list"; items: readonly Value[]}
  | {kind: "record"; entries: ReadonlyMap<string, Value>}
  | {kind: "function"; node: ts.SignatureDeclaration; scope: Scope}
  | {kind: "sql"; parts: readonly Part[]}
  | Unknown;

/** A value that only a run knows. Equal values have equal ids, so that a condition on one is decided once. */
export interface Unknown {
  kind: "unknown";
  id: string;
  type: ts.Type | undefined;
  /** The parameter that it came in by, and the properties that lead to it from there. */
  parameter?: ts.ParameterDeclaration;
  path?: readonly string[];
}

/** A text of the statement, or a parameter of it by the type of what is bound. */
export type Part = string | {bound: ts.Type};

/** The values of a call's parameters; those of the functions around it lie further up. */
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

/** A way through the source that ends in a `throw`: no statement is sent there. */
export class Impossible extends Error {}

/** What has no place in a statement's text as far as the source tells. */
export class NotAssembled extends Error {}

/**
 * The decisions on the way through the source to one text of a statement: a statement has several texts where it
 * depends on a condition or on its caller.
 */
export class Choices {
  /** How many alternatives each decision has that was met. */
  readonly #met = new Map<string, number>();

  constructor(private readonly decided: ReadonlyMap<string, number> = new Map()) {}

  choose(id: string, count: number): number {
    this.#met.set(id, count);
    return this.decided.get(id) ?? 0;
  }

  /** What could have been decided otherwise on this way, each with what was decided besides. */
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
