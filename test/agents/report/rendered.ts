const ALLOWED = new Set(
  "h1 h2 h3 h4 h5 h6 p em strong del code pre blockquote ul ol li table thead tbody tr th td a br hr".split(
    " ",
  ),
);
const VOID = new Set(["br", "hr", "img", "input"]);

export interface Rendered {
  /** Elements that a report must not contain. */
  foreignTags: string[];
  links: string[];
  /** Attributes other than a link's target and a column's alignment. */
  attributes: string[];
  /** The text of each block, as a reader sees it. */
  lines: string[];
}

/** Renders Markdown as a reader's program does: in GitHub's dialect, which also links bare addresses. */
export async function render(markdown: string): Promise<Rendered> {
  const html = Bun.markdown.html(markdown, {autolinks: true, tables: true, strikethrough: true});
  const rendered: Rendered = {foreignTags: [], links: [], attributes: [], lines: []};
  let line = "";
  const endLine = () => {
    if (line.trim() !== "") rendered.lines.push(line.trim());
    line = "";
  };
  const rewriter = new HTMLRewriter().on("*", {
    element(element) {
      if (!ALLOWED.has(element.tagName)) rendered.foreignTags.push(element.tagName);
      for (const [name, value] of element.attributes) {
        if (name === "href") rendered.links.push(value);
        else if (name !== "align" && !/^text-align/.test(value)) rendered.attributes.push(`${name}=${value}`);
      }
      if (!["em", "strong", "del", "code", "a"].includes(element.tagName)) endLine();
      if (!VOID.has(element.tagName))
        element.onEndTag(({name}) => {
          if (!["em", "strong", "del", "code", "a"].includes(name)) endLine();
        });
    },
    comments() {
      rendered.foreignTags.push("comment");
    },
  });
  rewriter.onDocument({
    text({text}) {
      line += decoded(text);
    },
  });
  await rewriter.transform(new Response(html)).text();
  endLine();
  return rendered;
}

function decoded(text: string): string {
  return text
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}
