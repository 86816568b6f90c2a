import type {Join} from "../../../semantic/documents.ts";
import {tokenize} from "../../../semantic/layers.ts";
import type {GraphBuilder} from "./graph-builder.ts";
import {conjuncts} from "./sql.ts";

interface Side {
  model: string;
  column: string;
}

/** The reason why a condition cannot be the condition of a join, as a clause for the end of a note. */
export class JoinFault extends Error {}

/**
 * The pairs of columns in a condition such as `${orders.customer_id} = ${TABLE}.id` from one model to another. Throws
 * `JoinFault` if it contains anything else.
 */
export function readCondition(
  sql: string,
  from: string,
  to: string,
  builder: GraphBuilder,
  alias = to,
): Join["on"] {
  const parts = conjuncts(sql);
  if (parts.length === 0) throw new JoinFault("it has no condition");
  return parts.map(part => {
    const {tokens} = tokenize(part);
    const equals = tokens.flatMap((token, i) => (token.text === "=" ? [i] : []));
    const [at] = equals;
    if (equals.length !== 1 || at === undefined)
      throw new JoinFault(`\`${part}\` does not say that two columns are equal`);
    const text = (some: typeof tokens) => some.map(token => token.text).join("");
    const left = sideOf(text(tokens.slice(0, at)), from, to, alias, builder);
    const right = sideOf(text(tokens.slice(at + 1)), from, to, alias, builder);
    if (left.model === from && right.model === to) return {from: left.column, to: right.column};
    if (left.model === to && right.model === from) return {from: right.column, to: left.column};
    throw new JoinFault(`\`${part}\` is not between "${from}" and "${to}"`);
  });
}

function sideOf(text: string, own: string, to: string, alias: string, builder: GraphBuilder): Side {
  const modelOf = (name: string) => (name === "TABLE" ? own : name === alias ? to : name);
  const column = /^(?:\$\{(\w+)\}|(\w+))\.(?:"([^"]+)"|`([^`]+)`|(\w+))$/.exec(text);
  if (column) {
    return {model: modelOf(column[1] ?? column[2] ?? ""), column: column[3] ?? column[4] ?? column[5] ?? ""};
  }
  const member = /^\$\{(?:(\w+)\.)?(\w+)\}$/.exec(text);
  if (!member) throw new JoinFault(`\`${text}\` is not a column`);
  const [, qualifier = "TABLE", name = ""] = member;
  const model = modelOf(qualifier);
  const dimension = builder.get(model)?.dimensions.find(one => one.name === name);
  if (!dimension) return {model, column: name};
  const plain = dimension.column ?? /^\$\{TABLE\}\.(\w+)$/.exec(dimension.sql ?? "")?.[1];
  if (plain === undefined)
    throw new JoinFault(`"${model}.${name}" is an expression, and a join goes over columns`);
  return {model, column: plain};
}
