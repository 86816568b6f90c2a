import ts from "typescript-5";
import {type Apply, callMethod, type Methods} from "./methods.ts";
import {placeOf} from "./program.ts";
import {sqlHelper} from "./sql-tag.ts";
import {
  type Choices,
  Impossible,
  known,
  NotAssembled,
  type Part,
  Scope,
  type Unknown,
  type Value,
} from "./values.ts";

/** The calls of a function, method or closure in the sources, by its symbol. */
export type CallsOf = (symbol: ts.Symbol) => readonly ts.CallExpression[];

const DEEPEST = 6;

/**
 * Reads from the sources the texts with which a statement is sent. It follows constants, functions, closures, conditions and
 * arguments as far as they contribute to the text. Of a bound parameter only the type is known.
 */
export class Evaluator implements Methods {
  /** How often each function is currently being followed, because it may call itself endlessly. */
  readonly #running = new Map<ts.Node, number>();

  constructor(
    readonly checker: ts.TypeChecker,
    private readonly callsOf: CallsOf,
    private readonly choices: Choices,
  ) {}

  /** The parts of a tagged template, including those of its fragments. */
  template(node: ts.TaggedTemplateExpression, scope: Scope): readonly Part[] {
    const {template} = node;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
    return [
      template.head.text,
      ...template.templateSpans.flatMap(({expression, literal}) => [
        ...this.#interpolated(expression, scope),
        literal.text,
      ]),
    ];
  }

  #interpolated(expression: ts.Expression, scope: Scope): readonly Part[] {
    const type = this.checker.getTypeAtLocation(expression);
    if (!mayBeFragment(type)) return [{bound: type}];
    const value = this.evaluate(expression, scope);
    if (value.kind === "sql") return value.parts;
    const forced = value.kind === "unknown" ? this.force(value) : value;
    if (forced.kind === "sql") return forced.parts;
    if (forced.kind === "known") return [{bound: this.#typeOfKnown(forced.value)}];
    if (type.flags & ts.TypeFlags.Unknown)
      return [{bound: forced.kind === "unknown" ? (forced.type ?? type) : type}];
    throw new NotAssembled(`${placeOf(expression)}: what \`${expression.getText()}\` stands for`);
  }

  #typeOfKnown(value: string | number | boolean | null | undefined): ts.Type {
    if (value === null || value === undefined) return this.checker.getNullType();
    if (typeof value === "string") return this.checker.getStringLiteralType(value);
    return typeof value === "number" ? this.checker.getNumberType() : this.checker.getBooleanType();
  }

  evaluate(node: ts.Expression, scope: Scope): Value {
    if (ts.isStringLiteralLike(node)) return known(node.text);
    if (ts.isNumericLiteral(node)) return known(Number(node.text.replaceAll("_", "")));
    switch (node.kind) {
      case ts.SyntaxKind.TrueKeyword:
        return known(true);
      case ts.SyntaxKind.FalseKeyword:
        return known(false);
      case ts.SyntaxKind.NullKeyword:
        return known(null);
    }
    if (ts.isIdentifier(node)) return this.#identifier(node, scope);
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node) ||
      (ts.isAwaitExpression(node) && mayBeFragment(this.checker.getTypeAtLocation(node)))
    )
      return this.evaluate(node.expression, scope);
    if (ts.isTaggedTemplateExpression(node)) {
      if (node.tag.getText() === "sql") return {kind: "sql", parts: this.template(node, scope)};
      return this.unknown(node, scope);
    }
    if (ts.isTemplateExpression(node)) return this.#text(node, scope);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return {kind: "function", node, scope};
    if (ts.isConditionalExpression(node))
      return this.evaluate(this.#holds(node.condition, scope) ? node.whenTrue : node.whenFalse, scope);
    if (ts.isBinaryExpression(node)) return this.#binary(node, scope);
    if (ts.isPrefixUnaryExpression(node)) {
      if (node.operator === ts.SyntaxKind.ExclamationToken) return known(!this.#holds(node.operand, scope));
      const operand = this.evaluate(node.operand, scope);
      if (operand.kind === "known" && node.operator === ts.SyntaxKind.MinusToken)
        return known(-Number(operand.value));
      return this.unknown(node, scope);
    }
    if (ts.isArrayLiteralExpression(node)) return this.#array(node, scope);
    if (ts.isObjectLiteralExpression(node)) return this.#object(node, scope);
    if (ts.isPropertyAccessExpression(node))
      return this.property(this.evaluate(node.expression, scope), node.name.text, node);
    if (ts.isElementAccessExpression(node)) return this.#element(node, scope);
    if (ts.isCallExpression(node)) return this.#call(node, scope);
    return this.unknown(node, scope);
  }

  unknown(node: ts.Expression, scope: Scope): Unknown {
    return {
      kind: "unknown",
      id: `${node.getText().replace(/\s+/g, " ")} (${idsIn(node).map(one => this.#idOf(one, scope))})`,
      type: this.checker.getTypeAtLocation(node),
    };
  }

  /** The identity of the value that a name has in this call, however the value was computed. */
  #idOf(node: ts.Identifier, scope: Scope): string {
    const declaration = this.#declarationOf(node);
    let root = declaration;
    while (root && ts.isBindingElement(root)) root = root.parent.parent;
    const value = root && scope.get(root);
    if (value?.kind === "unknown") return value.id;
    return value?.kind === "known" ? String(value.value) : `${declaration?.pos}`;
  }

  #declarationOf(node: ts.Identifier): ts.Declaration | undefined {
    const named =
      node.parent && ts.isShorthandPropertyAssignment(node.parent)
        ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
        : this.checker.getSymbolAtLocation(node);
    const symbol = named && named.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(named) : named;
    return symbol?.valueDeclaration;
  }

  #identifier(node: ts.Identifier, scope: Scope): Value {
    if (node.text === "undefined") return known(undefined);
    const declaration = this.#declarationOf(node);
    if (!declaration) return leaf(node.text, this.checker.getTypeAtLocation(node));
    return (
      this.#declared(declaration, scope) ??
      leaf(`${node.text}@${declaration.pos}`, this.checker.getTypeAtLocation(node))
    );
  }

  #declared(node: ts.Declaration, scope: Scope): Value | undefined {
    const bound = scope.get(node);
    if (bound) return bound;
    if (ts.isFunctionDeclaration(node)) return {kind: "function", node, scope};
    if (ts.isVariableDeclaration(node)) {
      if (ts.isForOfStatement(node.parent.parent)) return this.#oneOf(node.parent.parent, scope);
      const isConstant = ts.isVariableDeclarationList(node.parent) && node.parent.flags & ts.NodeFlags.Const;
      if (!isConstant) return this.#assigned(node, scope);
      return node.initializer && this.evaluate(node.initializer, scope);
    }
    if (ts.isParameter(node)) return parameterOf(node, this.checker);
    if (ts.isBindingElement(node)) return this.#bindingElement(node, scope);
    return undefined;
  }

  /** One of the fragments that are assigned to a variable. */
  #assigned(node: ts.VariableDeclaration, scope: Scope): Value | undefined {
    if (!mayBeFragment(this.checker.getTypeAtLocation(node))) return undefined;
    const values = [...(node.initializer ? [node.initializer] : []), ...this.#assignmentsOf(node)];
    const value = values[this.choices.choose(`${node.name.getText()}@${placeOf(node)}`, values.length)];
    return value && this.evaluate(value, scope);
  }

  #assignmentsOf(variable: ts.VariableDeclaration): ts.Expression[] {
    const found: ts.Expression[] = [];
    const visit = (node: ts.Node): void => {
      const isAssignment =
        ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
      if (isAssignment && ts.isIdentifier(node.left) && this.#declarationOf(node.left) === variable)
        found.push(node.right);
      ts.forEachChild(node, visit);
    };
    visit(variable.parent.parent.parent);
    return found;
  }

  /** One element of the list of a loop. */
  #oneOf({expression, pos}: ts.ForOfStatement, scope: Scope): Value | undefined {
    const all = this.evaluate(expression, scope);
    if (all.kind !== "list") return undefined;
    return all.items[this.choices.choose(`${expression.getText()}@${pos}`, all.items.length)];
  }

  #bindingElement(node: ts.BindingElement, scope: Scope): Value | undefined {
    const pattern = node.parent;
    const whole = this.#declared(pattern.parent, scope);
    if (!whole || node.dotDotDotToken) return undefined;
    if (ts.isArrayBindingPattern(pattern)) {
      const at = pattern.elements.indexOf(node);
      return whole.kind === "list" ? (whole.items[at] ?? known(undefined)) : undefined;
    }
    const name = (node.propertyName ?? node.name).getText().replace(/^["']|["']$/g, "");
    const value = this.property(whole, name, node.name);
    if (node.initializer && value.kind === "known" && value.value === undefined)
      return this.evaluate(node.initializer, scope);
    return value;
  }

  property(of: Value, name: string, node: ts.Node): Value {
    if (of.kind === "record") return of.entries.get(name) ?? known(undefined);
    if (of.kind === "list" && name === "length") return known(of.items.length);
    if (of.kind === "known" && typeof of.value === "string" && name === "length")
      return known(of.value.length);
    if (of.kind === "known") return known(undefined);
    const id = of.kind === "unknown" ? of.id : `${of.kind}@${node.pos}`;
    const type = this.checker.getTypeAtLocation(node);
    if (of.kind === "unknown" && of.parameter)
      return {
        kind: "unknown",
        id: `${id}.${name}`,
        type,
        parameter: of.parameter,
        path: [...(of.path ?? []), name],
      };
    return {kind: "unknown", id: `${id}.${name}`, type};
  }

  #element(node: ts.ElementAccessExpression, scope: Scope): Value {
    const of = this.evaluate(node.expression, scope);
    const key = this.literal(this.evaluate(node.argumentExpression, scope));
    if (key.kind !== "known") return this.unknown(node, scope);
    if (of.kind === "list") return of.items.at(Number(key.value)) ?? known(undefined);
    return this.property(of, String(key.value), node);
  }

  #array(node: ts.ArrayLiteralExpression, scope: Scope): Value {
    const items = node.elements.map(one => {
      if (!ts.isSpreadElement(one)) return [this.evaluate(one, scope)];
      const spread = this.evaluate(one.expression, scope);
      return spread.kind === "list" ? spread.items : undefined;
    });
    return items.includes(undefined)
      ? this.unknown(node, scope)
      : {kind: "list", items: items.flatMap(one => one ?? [])};
  }

  #object(node: ts.ObjectLiteralExpression, scope: Scope): Value {
    const entries = new Map<string, Value>();
    for (const one of node.properties) {
      if (ts.isSpreadAssignment(one)) {
        const spread = this.evaluate(one.expression, scope);
        const all = spread.kind === "unknown" ? this.#propertiesOf(spread, one.expression) : spread;
        if (all.kind === "record") for (const [name, value] of all.entries) entries.set(name, value);
      } else if (ts.isPropertyAssignment(one)) {
        entries.set(one.name.getText().replace(/^["']|["']$/g, ""), this.evaluate(one.initializer, scope));
      } else if (ts.isShorthandPropertyAssignment(one)) {
        entries.set(one.name.text, this.#identifier(one.name, scope));
      } else if (ts.isMethodDeclaration(one)) {
        entries.set(one.name.getText(), {kind: "function", node: one, scope});
      }
    }
    return {kind: "record", entries};
  }

  #propertiesOf(of: Unknown, node: ts.Expression): Value {
    const names = of.type?.getProperties().map(one => one.name) ?? [];
    return {kind: "record", entries: new Map(names.map(name => [name, this.property(of, name, node)]))};
  }

  #text(node: ts.TemplateExpression, scope: Scope): Value {
    let text = node.head.text;
    for (const {expression, literal} of node.templateSpans) {
      const value = this.literal(this.evaluate(expression, scope));
      if (value.kind !== "known") return this.unknown(node, scope);
      text += String(value.value) + literal.text;
    }
    return known(text);
  }

  #binary(node: ts.BinaryExpression, scope: Scope): Value {
    const left = () => this.evaluate(node.left, scope);
    const right = () => this.evaluate(node.right, scope);
    switch (node.operatorToken.kind) {
      case ts.SyntaxKind.AmpersandAmpersandToken:
        return this.#holds(node.left, scope) ? right() : known(false);
      case ts.SyntaxKind.BarBarToken:
        return this.#holds(node.left, scope) ? left() : right();
      case ts.SyntaxKind.QuestionQuestionToken:
        return this.#isNullish(left()) ? right() : left();
      case ts.SyntaxKind.EqualsEqualsEqualsToken:
        return this.#equal(node, scope);
      case ts.SyntaxKind.ExclamationEqualsEqualsToken: {
        const equal = this.#equal(node, scope);
        return equal.kind === "known" ? known(!equal.value) : equal;
      }
    }
    const [a, b] = [left(), right()];
    if (a.kind !== "known" || b.kind !== "known") return this.unknown(node, scope);
    switch (node.operatorToken.kind) {
      case ts.SyntaxKind.PlusToken:
        return typeof a.value === "number" && typeof b.value === "number"
          ? known(a.value + b.value)
          : known(`${a.value}${b.value}`);
      case ts.SyntaxKind.MinusToken:
        return known(Number(a.value) - Number(b.value));
      case ts.SyntaxKind.AsteriskToken:
        return known(Number(a.value) * Number(b.value));
      case ts.SyntaxKind.SlashToken:
        return known(Number(a.value) / Number(b.value));
      case ts.SyntaxKind.LessThanEqualsToken:
        return known(Number(a.value) <= Number(b.value));
      case ts.SyntaxKind.GreaterThanToken:
        return known(Number(a.value) > Number(b.value));
    }
    return this.unknown(node, scope);
  }

  /** A comparison, if it is known; otherwise a decision of its own. */
  #equal(node: ts.BinaryExpression, scope: Scope): Value {
    const left = this.literal(this.evaluate(node.left, scope));
    const right = this.literal(this.evaluate(node.right, scope));
    if (left.kind === "known" && right.kind === "known") return known(left.value === right.value);
    const [one, other] = left.kind === "known" ? [right, left] : [left, right];
    if (one.kind !== "unknown") return known(false);
    const otherId =
      other.kind === "unknown" ? other.id : other.kind === "known" ? String(other.value) : other.kind;
    return known(this.choices.choose(`${one.id} === ${otherId}`, 2) === 0);
  }

  /** A text of a union of literals becomes one of these. */
  literal(value: Value): Value {
    if (value.kind !== "unknown" || !value.type?.isUnion()) return value;
    const texts = value.type.types.map(one => (one.isStringLiteral() ? one.value : undefined));
    if (texts.includes(undefined)) return value;
    return known(texts[this.choices.choose(value.id, texts.length)]);
  }

  #isNullish(value: Value): boolean {
    if (value.kind === "known") return value.value === null || value.value === undefined;
    if (value.kind !== "unknown") return false;
    return this.choices.choose(`${value.id} is absent`, 2) === 1;
  }

  #holds(node: ts.Expression, scope: Scope): boolean {
    const value = this.evaluate(node, scope);
    if (value.kind === "known") return Boolean(value.value);
    return value.kind !== "unknown" || this.choices.choose(value.id, 2) === 0;
  }

  #call(node: ts.CallExpression, scope: Scope): Value {
    const callee = node.expression;
    const args = () => node.arguments.map(one => this.evaluate(one, scope));
    if (ts.isPropertyAccessExpression(callee)) {
      if (callee.expression.getText() === "sql") return sqlHelper(this, callee.name.text, args(), node);
      const method = callMethod(this, callee, args, scope);
      if (method) return method;
    }
    const symbolic = this.evaluate(callee, scope);
    const isFragment = mayBeFragment(this.checker.getTypeAtLocation(node));
    const called = symbolic.kind === "unknown" && isFragment ? this.force(symbolic) : symbolic;
    if (called.kind !== "function") return this.unknown(node, scope);
    return this.apply(
      called,
      node.arguments.map(one => () => this.evaluate(one, scope)),
    );
  }

  apply: Apply = ({node, scope}, args) => {
    const inner = new Scope(scope);
    node.parameters.forEach((parameter, at) => {
      inner.bind(parameter, () => {
        const given = parameter.dotDotDotToken
          ? ({kind: "list", items: args.slice(at).map(one => one())} satisfies Value)
          : (args[at]?.() ?? known(undefined));
        const isAbsent = given.kind === "known" && given.value === undefined;
        return isAbsent && parameter.initializer ? this.evaluate(parameter.initializer, inner) : given;
      });
    });
    const body = "body" in node ? node.body : undefined;
    const depth = this.#running.get(node) ?? 0;
    if (!body || depth === DEEPEST) return leaf(`call@${node.pos}`, undefined);
    this.#running.set(node, depth + 1);
    const value = ts.isBlock(body) ? this.#run(body.statements, inner) : this.evaluate(body, inner);
    this.#running.set(node, depth);
    return value ?? known(undefined);
  };

  /** The value that a function's statements return. Other effects contribute nothing to the text. */
  #run(statements: readonly ts.Statement[], scope: Scope): Value | undefined {
    for (const one of statements) {
      if (ts.isReturnStatement(one))
        return one.expression ? this.evaluate(one.expression, scope) : known(undefined);
      if (ts.isThrowStatement(one)) throw new Impossible();
      if (ts.isBlock(one)) {
        const value = this.#run(one.statements, scope);
        if (value) return value;
      }
      if (ts.isIfStatement(one)) {
        const branch = this.#holds(one.expression, scope) ? one.thenStatement : one.elseStatement;
        const value = branch && this.#run([branch], scope);
        if (value) return value;
      }
    }
    return undefined;
  }

  /** The value of a parameter, as one of the callers passes it. */
  force(value: Unknown): Value {
    const {parameter, path = []} = value;
    if (!parameter) return value;
    const calls = this.#callsOf(parameter.parent);
    if (calls.length === 0) return value;
    const call = calls[this.choices.choose(`the caller of ${placeOf(parameter.parent)}`, calls.length)];
    const argument = call?.arguments[parameter.parent.parameters.indexOf(parameter)];
    const scope = new Scope();
    const given = argument
      ? this.evaluate(argument, scope)
      : parameter.initializer
        ? this.evaluate(parameter.initializer, scope)
        : known(undefined);
    const found = path.reduce((of, name) => this.property(of, name, argument ?? parameter), given);
    return found.kind === "unknown" ? this.force(found) : found;
  }

  #callsOf(node: ts.SignatureDeclaration): readonly ts.CallExpression[] {
    if (ts.isCallExpression(node.parent)) return this.#callsOfArgument(node, node.parent);
    const named = ts.isVariableDeclaration(node.parent) ? node.parent.name : node.name;
    const symbol = named && this.checker.getSymbolAtLocation(named);
    return symbol ? this.callsOf(symbol) : [];
  }

  /** The calls of a closure in the function that it is passed to. */
  #callsOfArgument(node: ts.SignatureDeclaration, call: ts.CallExpression): readonly ts.CallExpression[] {
    const at = call.arguments.findIndex(one => Object.is(one, node));
    const called = this.checker.getResolvedSignature(call)?.declaration?.parameters[at];
    const symbol = called && this.checker.getSymbolAtLocation(called.name);
    return symbol ? this.callsOf(symbol) : [];
  }
}

function parameterOf(node: ts.ParameterDeclaration, checker: ts.TypeChecker): Unknown {
  return {
    kind: "unknown",
    id: `${node.name.getText()}@${placeOf(node)}:${node.pos}`,
    type: checker.getTypeAtLocation(node),
    parameter: node,
  };
}

function leaf(id: string, type: ts.Type | undefined): Unknown {
  return {kind: "unknown", id, type};
}

function idsIn(node: ts.Node): ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (one: ts.Node) => {
    if (ts.isFunctionLike(one)) return;
    if (ts.isPropertyAccessExpression(one)) return visit(one.expression);
    if (ts.isIdentifier(one)) found.push(one);
    ts.forEachChild(one, visit);
  };
  visit(node);
  return found;
}

function mayBeFragment(type: ts.Type): boolean {
  if (type.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return true;
  if (type.isUnion()) return type.types.some(mayBeFragment);
  return type.getProperty("toOperationNode") !== undefined;
}
