type Child = Node | string;

/** Creates an element with attributes and children. Strings become text nodes, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A message in place of content that failed to load. */
export function notice(message: string): HTMLElement {
  return element("p", {class: "notice", role: "status"}, message);
}
