import ts from "typescript-5";

/** The lines in which the result of `JSON.parse` or of a response's `json()` gets a type that nothing has checked. */
export function uncheckedJson(path: string, text: string): number[] {
  if (!/JSON\.parse\(|\.json\(\)/.test(text)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isParsing(node) && !isChecked(node))
      found.push(file.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isParsing({expression: callee, arguments: given}: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const isJson = callee.name.text === "json" && given.length === 0;
  return isJson || callee.getText() === "JSON.parse";
}

/** The names of functions that check a value of any type: `readMail`, `parseAnswer`, `isPlace`. */
const CHECKING = /^(read|parse|is)([A-Z]\w*)?$/;

/** Whether the expression is used as `unknown`, or passed to a function that checks it. */
function isChecked(node: ts.Node): boolean {
  const {parent} = node;
  if (ts.isParenthesizedExpression(parent) || ts.isAwaitExpression(parent)) return isChecked(parent);
  if (ts.isConditionalExpression(parent)) return parent.condition === node || isChecked(parent);
  if (ts.isExpressionStatement(parent)) return true;
  if (ts.isVariableDeclaration(parent)) return parent.type?.kind === ts.SyntaxKind.UnknownKeyword;
  if (ts.isReturnStatement(parent)) return returnsUnknown(parent);
  if (ts.isBinaryExpression(parent)) return isCompared(parent) || isAssigned(parent);
  if (!ts.isCallExpression(parent) || !ts.isExpression(node) || !parent.arguments.includes(node))
    return false;
  return parent.expression.getText() === "JSON.stringify" || CHECKING.test(calledName(parent));
}

/** The name of the called function: `request` for `reader.request(…)`. */
function calledName({expression: callee}: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText();
}

function isCompared({operatorToken}: ts.BinaryExpression): boolean {
  return operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken;
}

/** Whether the value is assigned to a variable that is declared as `unknown`. */
function isAssigned({left, operatorToken}: ts.BinaryExpression): boolean {
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  return new RegExp(`\\blet ${left.getText()}: unknown;`).test(left.getSourceFile().text);
}

function returnsUnknown(node: ts.Node): boolean {
  let around = node;
  while (!ts.isFunctionLike(around)) around = around.parent;
  return /^(unknown|Promise<unknown>)$/.test(around.type?.getText() ?? "");
}
