const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for an element or an attribute of HTML or XML. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? character);
}

/** Escapes an http or https address for an attribute; throws for any other address. */
export function escapeUrl(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new Error("an address is neither http nor https");
  return escapeText(url);
}
