import type {PhrasingContent} from "mdast";

/** The text of inline nodes, without style marks. */
export function textOfInlines(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map(node => {
      if (node.type === "break") return "\n";
      if ("children" in node) return textOfInlines(node.children);
      return "value" in node ? node.value : "";
    })
    .join("");
}
