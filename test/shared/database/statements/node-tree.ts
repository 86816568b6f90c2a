/** A node of a statement in Postgres' own form (`pg_node_tree`): its kind, and its fields by name. */
export interface Node {
  kind: string;
  fields: ReadonlyMap<string, Tree>;
}

export type Tree = Node | readonly Tree[] | string | null;

/** Parentheses, braces, brackets, quoted texts, names of fields and other words. A backslash escapes a character of a word. */
const TOKEN = /[(){}[\]]|"(?:\\.|[^"\\])*"|(?:\\[\s\S]|[^\s(){}[\]"\\])+/g;

/** Parses the text of a `pg_node_tree`. */
export function parseNodeTree(text: string): Tree {
  return new Reader(text.match(TOKEN) ?? []).one();
}

class Reader {
  #at = 0;

  constructor(private readonly tokens: readonly string[]) {}

  one(): Tree {
    const token = this.#next();
    if (token === "{") return this.#node();
    if (token === "(") return this.#until(")");
    if (token === "[") return this.#until("]");
    if (token === "<>") return null;
    return (token.startsWith('"') ? token.slice(1, -1) : token).replaceAll(/\\([\s\S])/g, "$1");
  }

  #node(): Node {
    const kind = this.#next();
    const fields = new Map<string, Tree>();
    while (this.#peek() !== "}") {
      const name = this.#next().slice(1);
      const values: Tree[] = [];
      while (this.#peek() !== "}" && !this.#peek().startsWith(":")) values.push(this.one());
      fields.set(name, values.length === 1 ? (values[0] ?? null) : values);
    }
    this.#next();
    return {kind, fields};
  }

  #until(end: string): Tree[] {
    const items: Tree[] = [];
    while (this.#peek() !== end) items.push(this.one());
    this.#next();
    return items;
  }

  #peek(): string {
    const token = this.tokens[this.#at];
    if (token === undefined) throw new Error("The node tree ends too early");
    return token;
  }

  #next(): string {
    const token = this.#peek();
    this.#at++;
    return token;
  }
}

function isNode(tree: Tree | undefined): tree is Node {
  return typeof tree === "object" && tree !== null && !Array.isArray(tree);
}

export function nodeAt(node: Node, field: string): Node | undefined {
  const tree = node.fields.get(field);
  return isNode(tree) ? tree : undefined;
}

/** The nodes of a list. Postgres leaves out an empty list. */
export function nodesAt(node: Node, field: string): readonly Node[] {
  const tree = node.fields.get(field);
  return Array.isArray(tree) ? tree.filter(isNode) : [];
}

export function textAt(node: Node, field: string): string {
  const tree = node.fields.get(field);
  return typeof tree === "string" ? tree : "";
}

export const numberAt = (node: Node, field: string): number => Number(textAt(node, field));

/** The members of a set of numbers: `(b 1 2)`. */
export function numbersAt(node: Node, field: string): readonly number[] {
  const tree = node.fields.get(field);
  return Array.isArray(tree) ? tree.slice(1).map(Number) : [];
}

/** The only node of a list. */
export function firstNode(tree: Tree): Node {
  if (isNode(tree)) return tree;
  const first = Array.isArray(tree) ? tree[0] : undefined;
  if (first === undefined) throw new Error("The tree has no node");
  return firstNode(first);
}
