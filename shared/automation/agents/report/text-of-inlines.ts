import type {PhrasingContent} from "mdast";

/** The text of inline nodes, without style marks. */
export function inlineText(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map(node => {
      if (node.type === "break") return "\n";
      if ("children" in node) return inlineText(node.children);
      return "value" in node ? node.value : "";
    })
    .join("");
}
