import ts from "typescript-5";

/** One small fault that can be planted in a file: the text between `start` and `end` becomes `text`. */
export interface Mutant {
  start: number;
  end: number;
  text: string;
}

const OPERATORS = new Map(
  Object.entries({
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "===": "!==",
    "!==": "===",
    "&&": "||",
    "||": "&&",
    "+": "-",
    "-": "+",
  }),
);
const METHODS = new Map(Object.entries({some: "every", every: "some", filter: "slice", toSorted: "slice"}));

/** All faults that can be planted in a source file, in the order of their places. */
export function mutantsOf(path: string, source: string): Mutant[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const plant = (node: ts.Node, text: string) =>
    found.push({start: node.getStart(file), end: node.getEnd(), text});
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = OPERATORS.get(node.operatorToken.getText(file));
      // In parentheses, without which "||" and "&&" cannot be combined with "??".
      if (other !== undefined)
        plant(node, `((${node.left.getText(file)}) ${other} (${node.right.getText(file)}))`);
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      plant(node, `(${node.operand.getText(file)})`);
    if (ts.isConditionalExpression(node)) plant(node.condition, `!(${node.condition.getText(file)})`);
    if (ts.isIfStatement(node)) plant(node.expression, "false");
    if (node.kind === ts.SyntaxKind.TrueKeyword) plant(node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) plant(node, "true");
    if (ts.isNumericLiteral(node)) plant(node, `${Number(node.text.replaceAll("_", "")) + 1}`);
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const other = METHODS.get(node.expression.name.text);
      if (other === "slice") plant(node, `${node.expression.expression.getText(file)}.slice()`);
      else if (other !== undefined) plant(node.expression.name, other);
    }
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(file) === "sql")
      found.push(...conditionsOf(node, file));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** For each line of a statement that adds a condition, the fault that the condition always holds. */
function conditionsOf({template}: ts.TaggedTemplateExpression, file: ts.SourceFile): Mutant[] {
  const start = template.getStart(file);
  return [...template.getText(file).matchAll(/^\s*and ((?:[^\n`()]|\([^\n`()]*\))+)$/gm)].map(match => {
    const condition = match[1] ?? "";
    const from = start + match.index + match[0].length - condition.length;
    return {start: from, end: from + condition.length, text: `(true or (${condition}))`};
  });
}

export function withMutant(source: string, {start, end, text}: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}
