import {isAlias, isCollection, isPair, isScalar, type Pair, Scalar, visit, type YAMLSeq} from "yaml";

/** Positions in a parsed text at which its parts begin and end. */

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

/** The beginning of the line after the one in which something ends at `at`. */
export function lineEnd(text: string, at: number): number {
  if (at > 0 && text[at - 1] === "\n") return at;
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

/** The end of a node or pair, without the rest of its line; for a block scalar, the beginning of the next line. */
export function endOf(node: unknown, text: string): number {
  if (isAlias(node) || isScalar(node)) {
    return node.range?.[1] ?? 0;
  }
  if (isCollection(node)) {
    const last = node.items.at(-1);
    if (node.flow || last === undefined) return node.range?.[1] ?? 0;
    return endOf(last, text);
  }
  if (!isPair(node)) return 0;
  const {value} = node;
  return value == null || isImplicitNull(value) ? colonOf(node) : endOf(value, text);
}

/** The end of the text that a new value replaces: the line break at the end of a block stays. */
export function blockEnd(node: unknown, end: number, text: string): number {
  if (text[end - 1] !== "\n" || !(isScalar(node) || isCollection(node))) return end;
  return text[end - 2] === "\r" ? end - 2 : end - 1;
}

/** The position after a key's colon. */
export function colonOf(pair: Pair): number {
  const token = pair.srcToken?.sep?.find(({type}) => type === "map-value-ind");
  if (token) return token.offset + 1;
  return isScalar(pair.key) ? (pair.key.range?.[1] ?? 0) : 0;
}

/** The position of an item's dash. */
export function dashOf(list: YAMLSeq, at: number): number {
  const source = list.srcToken;
  const item = source && "items" in source ? source.items[at] : undefined;
  const dash = item?.start.find(({type}) => type === "seq-item-ind");
  return dash?.offset ?? list.range?.[0] ?? 0;
}

export function isBlockScalar(node: Scalar): boolean {
  return node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED;
}

/** An anchor of the node itself or of something in it. */
export function anchorIn(node: unknown): string | undefined {
  let found: string | undefined;
  const roots = isPair(node) ? [node.key, node.value] : [node];
  for (const root of roots) {
    if (!isScalar(root) && !isCollection(root)) continue;
    visit(root, {
      Value: (_, one) => {
        found ??= isScalar(one) || isCollection(one) ? one.anchor : undefined;
      },
    });
  }
  return found;
}

/** A null for which nothing is written. */
export function isImplicitNull(node: unknown): boolean {
  return isScalar(node) && node.value === null && node.range?.[0] === node.range?.[1];
}

export function startOf(node: unknown): number {
  return (isScalar(node) || isCollection(node) || isAlias(node) ? node.range?.[0] : undefined) ?? 0;
}
