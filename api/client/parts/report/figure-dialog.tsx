import {Dialog} from "../dialog.tsx";
import {Load} from "../load.tsx";
import {useLoad} from "../use-load.ts";
import {timeText} from "../value-text.ts";
import type {Figure, ReadRows, Source, SourceOf} from "./figures.ts";

const CALCULATED = {
  difference: "The difference of two cells",
  change: "The change from one cell to another",
  ratio: "The ratio of two cells",
  share: "The share of one cell in another",
} as const;

interface Cell {
  queryRunId: string;
  row: number;
  column: string;
}

/** Where a figure comes from: the rows of its query, with its cell marked. */
export function FigureDialog({
  figure,
  sourceOf,
  onClose,
}: {
  figure: Figure;
  sourceOf: SourceOf;
  onClose: () => void;
}) {
  const {queryRunId, row, column, of} = figure;
  const own: Cell[] =
    queryRunId !== undefined && row !== undefined && column !== undefined ? [{queryRunId, row, column}] : [];
  const cells = [...own, ...(of ? [of] : [])];
  const queries = [...new Set(cells.map(cell => cell.queryRunId))];
  return (
    <Dialog title={`Where “${figure.text}” comes from`} onClose={onClose} wide>
      {figure.status === "unverified" && (
        <p role="note">The figure is not verified. {figure.reason ?? "No query of this run returned it."}</p>
      )}
      {of && <p>{CALCULATED[of.as]}, which are marked below.</p>}
      {queries.map(id => (
        <Query key={id} source={sourceOf(id)} cells={cells.filter(cell => cell.queryRunId === id)} />
      ))}
      {queries.length === 0 && figure.status === "unverified" && <p>The figure names no query.</p>}
    </Dialog>
  );
}

function Query({source, cells}: {source: Source | undefined; cells: readonly Cell[]}) {
  if (!source) return <p>This run has no such query.</p>;
  return (
    <>
      <Rows source={source} cells={cells} />
      {source.sql !== "" && (
        <>
          <h3>SQL of the query</h3>
          <pre class="sql" role="region" aria-label="SQL">
            <code>{source.sql}</code>
          </pre>
        </>
      )}
    </>
  );
}

function Rows({source, cells}: {source: Source; cells: readonly Cell[]}) {
  const loaded = useLoad(async signal => ({read: await source.read(signal)}), []);
  return (
    <Load from={loaded}>
      {({read}) =>
        read ? (
          <RowTable read={read} cells={cells} />
        ) : (
          <p>
            {cells.map(({row, column}) => `Row ${row}, column ${column}.`).join(" ")} The rows are in the
            transcript.
          </p>
        )
      }
    </Load>
  );
}

function RowTable({read: {columns, rows, first}, cells}: {read: ReadRows; cells: readonly Cell[]}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard.
    <div class="table evidence" role="region" aria-label="The rows of the query" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="number">
              Row
            </th>
            {columns.map(column => (
              <th key={column} scope="col">
                <bdi>{column}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((values, i) => (
            <tr key={i}>
              <td class="number">{first + i}</td>
              {values.map((value, c) => {
                const isCited = cells.some(cell => cell.row === first + i && cell.column === columns[c]);
                return (
                  <td key={columns[c]}>
                    {isCited ? (
                      <mark>
                        <bdi>{timeText(value) ?? value}</bdi>
                      </mark>
                    ) : (
                      <bdi>{timeText(value) ?? value}</bdi>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
