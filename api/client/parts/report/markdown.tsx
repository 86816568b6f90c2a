import type {Nodes, Root, RootContent, Table} from "mdast";
import type {ComponentChildren} from "preact";
import type {PlacedFigure} from "./place-figures.ts";

interface Writing {
  places: ReadonlyMap<Nodes, readonly PlacedFigure[]>;
  /** A figure in the text. */
  figure: (index: number, text: string) => ComponentChildren;
}

/**
 * Markdown as elements of the page. Images become their descriptions, HTML is left out, and links that leave the
 * service become their texts, so that a report cannot load or run anything.
 */
export function Markdown({root, ...writing}: Writing & {root: Root}) {
  return <div class="report">{blocks(root.children, writing)}</div>;
}

const LOWEST_HEADING = 6;

function blocks(nodes: readonly RootContent[], writing: Writing): ComponentChildren {
  return nodes.map((node, i) => <Written key={i} node={node} writing={writing} />);
}

function Written({node, writing}: {node: RootContent; writing: Writing}): ComponentChildren {
  const inner = () => ("children" in node ? blocks(node.children as RootContent[], writing) : null);
  switch (node.type) {
    case "text":
      return withFigures(node, node.value, writing);
    case "inlineCode":
      return <code>{withFigures(node, node.value, writing)}</code>;
    case "paragraph":
      return <p>{inner()}</p>;
    case "heading":
      return headingOf(Math.min(node.depth + 1, LOWEST_HEADING), inner());
    case "strong":
      return <strong>{inner()}</strong>;
    case "emphasis":
      return <em>{inner()}</em>;
    case "delete":
      return <del>{inner()}</del>;
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr />;
    case "blockquote":
      return <blockquote>{inner()}</blockquote>;
    case "code":
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case "list":
      return node.ordered ? <ol>{inner()}</ol> : <ul>{inner()}</ul>;
    case "listItem":
      return <li>{inner()}</li>;
    case "table":
      return <MarkdownTable table={node} writing={writing} />;
    case "link": {
      const href = pathWithin(node.url);
      return href === undefined ? inner() : <a href={href}>{inner()}</a>;
    }
    case "image":
      return node.alt ?? "";
    default:
      return null;
  }
}

function headingOf(level: number, children: ComponentChildren): ComponentChildren {
  if (level <= 2) return <h2>{children}</h2>;
  if (level === 3) return <h3>{children}</h3>;
  return level === 4 ? <h4>{children}</h4> : <h5>{children}</h5>;
}

function MarkdownTable({table: {children: rows}, writing}: {table: Table; writing: Writing}) {
  const [head, ...body] = rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
    <div class="table" role="region" aria-label="A table of the report" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, i) => (
              <th key={i} scope="col">
                {blocks(cell.children, writing)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, i) => (
            <tr key={i}>
              {row.children.map((cell, c) => (
                <td key={c}>{blocks(cell.children, writing)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function withFigures(node: Nodes, value: string, {places, figure}: Writing): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const {start, end, index} of places.get(node) ?? []) {
    parts.push(value.slice(at, start), figure(index, value.slice(start, end)));
    at = end;
  }
  parts.push(value.slice(at));
  return parts;
}

/** The path of an address of this service; `undefined` for other addresses and for invalid ones. */
function pathWithin(url: string): string | undefined {
  const target = URL.parse(url, location.origin);
  if (!target || target.origin !== location.origin || target.username !== "") return undefined;
  return target.pathname + target.search + target.hash;
}
