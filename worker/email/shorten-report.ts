import type {Report, Resource, Section} from "../../shared/core/wire/mail-report.ts";

type Table = Extract<Section, {kind: "table"}>;

/** Rows that a table keeps as long as other content can be shortened. */
const FEW_ROWS = 5;
/** The most characters of a picture's description, once descriptions are shortened. */
const SHORT_TEXT = 300;
/** The most bytes that a short section takes. */
const SECTION_BYTES = 2000;

/**
 * The report with less HTML, by about `excess` bytes if possible; `undefined` if no change is possible. A call makes
 * the first of these changes that is still possible: the longest tables lose rows, down to `FEW_ROWS`; texts of
 * pictures are shortened; tables lose all rows; sections are left out. The note on left-out sections counts them from
 * `whole`, the report before any change.
 */
export function shorten(report: Report, excess: number, whole: Report): Report | undefined {
  return (
    withFewerRows(report, excess, FEW_ROWS) ??
    withShorterTexts(report) ??
    withFewerRows(report, excess, 0) ??
    withFewerSections(report, excess, whole)
  );
}

/** Halves the longest table, again and again, until enough rows are dropped. */
function withFewerRows(report: Report, excess: number, fewest: number): Report | undefined {
  const rowsLeft = new Map<Table, number>();
  for (const {sections} of report.resources) {
    for (const section of sections) {
      if (section.kind === "table" && section.rows.length > fewest)
        rowsLeft.set(section, section.rows.length);
    }
  }
  if (rowsLeft.size === 0) return undefined;
  let dropped = 0;
  while (dropped < excess) {
    const [table, count] = [...rowsLeft].reduce((a, b) => (b[1] > a[1] ? b : a));
    if (count <= fewest) break;
    const left = Math.max(fewest, Math.floor(count / 2));
    dropped += bytesOf(table.rows.slice(left, count));
    rowsLeft.set(table, left);
  }
  return withSections(report, section => {
    const rows = section.kind === "table" ? rowsLeft.get(section) : undefined;
    return section.kind === "table" && rows !== undefined
      ? {...section, rows: section.rows.slice(0, rows)}
      : section;
  });
}

/** The bytes of the rows as HTML: the markup around a cell is about as long as `<td></td>`. */
function bytesOf(rows: readonly (readonly string[])[]): number {
  return rows.reduce(
    (sum, cells) =>
      sum + cells.reduce((bytes, text) => bytes + Buffer.byteLength(text) + "<td></td>".length, 9),
    0,
  );
}

function withShorterTexts(report: Report): Report | undefined {
  let isShorter = false;
  const shorter = withSections(report, section => {
    if (section.kind !== "picture" || section.alt.length <= SHORT_TEXT) return section;
    isShorter = true;
    return {...section, alt: `${section.alt.slice(0, SHORT_TEXT - 1).toWellFormed()}…`};
  });
  return isShorter ? shorter : undefined;
}

/** Leaves out the last sections of the resource that has the most, and adds a note with their number. */
function withFewerSections(report: Report, excess: number, whole: Report): Report | undefined {
  const longest = report.resources.reduce<Resource | undefined>(
    (most, one) => (one.sections.length > (most?.sections.length ?? 1) ? one : most),
    undefined,
  );
  if (!longest) return undefined;
  const resources = report.resources.map((one, i) => {
    const {sections, notes} = whole.resources[i] ?? one;
    if (one !== longest) return one;
    const fittingSections = one.sections.slice(
      0,
      Math.max(1, one.sections.length - Math.ceil(excess / SECTION_BYTES)),
    );
    const where = one.url === undefined ? "" : " Open it to see them.";
    const left = sections.length - fittingSections.length;
    const note = `${left} more ${left === 1 ? "part" : "parts"} did not fit into this mail.${where}`;
    return {...one, sections: fittingSections, notes: [...notes, note]};
  });
  return {...report, resources};
}

function withSections(report: Report, change: (section: Section) => Section): Report {
  const resources = report.resources.map(one => ({...one, sections: one.sections.map(change)}));
  return {...report, resources};
}
