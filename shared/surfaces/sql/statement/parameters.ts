import {isNode, walk} from "./nodes.ts";
import {parseStatement} from "./parse.ts";
import {loadParser} from "./postgres-parser.ts";

/**
 * The number of the last parameter in a statement, 0 without parameters. Rejects with an `SqlError` for a statement that
 * cannot be parsed.
 */
export async function lastParameterOf(text: string): Promise<number> {
  await loadParser();
  const {node} = parseStatement(text);
  let last = 0;
  if (node === undefined) return last;
  walk(node, part => {
    if (isNode(part, "ParamRef")) last = Math.max(last, part.ParamRef.number ?? 0);
    return true;
  });
  return last;
}
