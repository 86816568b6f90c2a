import {
  type CellPosition,
  cellName,
  contains,
  parseArea,
  parseCell,
} from "../../../../shared/content/sheets/a1.ts";
import {element, notice} from "../../document/dom.ts";
import {endPage, openPage} from "../../document/page.ts";
import {saveResponse, XLSX} from "../../drawings/downloads.ts";
import {session} from "../../service/service.ts";
import {cellText} from "./cell-text.ts";

// The page of a sheet: its tabs, calculated under this person's row access.

const MAX_ROWS = 500;
const MAX_COLUMNS = 52;

type Value = string | number | boolean | null | {error: string};

interface Tab {
  name: string;
  cells: Record<string, Value>;
  /** The formatted texts of cells that have a number format. */
  texts?: Record<string, string>;
  /** The number formats that the sheet sets, by cell or range. */
  formats?: Record<string, string>;
  queries: {anchor: string; error?: {detail?: string}; truncated?: boolean}[];
}

const path = `/api/sheets/${location.pathname.split("/")[2] ?? ""}`;

openPage("sheet", async () => {
  const [sheet, calculated] = await Promise.all([
    session.request("GET", path).then(answer => answer.json()),
    session.request("POST", `${path}/calculate`, {body: {}}).then(answer => answer.json()),
  ]);
  document.title = sheet.name;
  const tabs: Tab[] = calculated.tabs;
  return [
    element(
      "header",
      {class: "sheet-head"},
      element("h1", {}, element("bdi", {}, sheet.name)),
      download(sheet.name),
    ),
    ...tabs.map((tab, index) => section({...tab, formats: sheet.tabs[index]?.formats}, index)),
  ];
});

function download(name: string): HTMLElement {
  const button = element("button", {type: "button", "aria-label": `Download ${name} as XLSX`}, "XLSX");
  button.addEventListener("click", () => {
    session.request("GET", `${path}/export.xlsx`, {accept: XLSX}).then(saveResponse).catch(endPage);
  });
  return element("div", {class: "tools"}, button);
}

function section(tab: Tab, index: number): HTMLElement {
  const {name, queries} = tab;
  const heading = element("h2", {id: `tab-${index}`}, element("bdi", {}, name));
  const faults = queries.flatMap(({anchor, error, truncated}) => [
    ...(error ? [notice(`The query at ${anchor} failed: ${error.detail ?? "no reason was given"}`)] : []),
    ...(truncated ? [notice(`A limit cut the rows of the query at ${anchor}.`)] : []),
  ]);
  return element("section", {"aria-labelledby": heading.id}, heading, ...faults, table(tab));
}

function table({name, cells, texts = {}, formats = {}}: Tab): HTMLElement {
  const formatted = Object.keys(formats).flatMap(range => parseArea(range) ?? []);
  const isFormatted = (place: CellPosition) => formatted.some(area => contains(area, place));
  const places = Object.keys(cells).flatMap(name => parseCell(name) ?? []);
  if (places.length === 0) return notice("This tab is empty.");
  const rows = places.reduce((most, {row}) => Math.max(most, row), 0);
  const columns = places.reduce((most, {column}) => Math.max(most, column), 0);
  const visible = {rows: Math.min(rows, MAX_ROWS), columns: Math.min(columns, MAX_COLUMNS)};
  const letters = Array.from({length: visible.columns}, (_, i) =>
    element("th", {scope: "col"}, cellName({row: 1, column: i + 1}).slice(0, -1)),
  );
  const body = Array.from({length: visible.rows}, (_, r) =>
    element(
      "tr",
      {},
      element("th", {scope: "row"}, String(r + 1)),
      ...letters.map((_, c) => {
        const place = {row: r + 1, column: c + 1};
        const name = cellName(place);
        const value = cells[name];
        if (typeof value !== "number") return cell(value);
        return element("td", {class: "number"}, cellText(value, texts[name], isFormatted(place)));
      }),
    ),
  );
  const head = element("tr", {}, element("td", {}), ...letters);
  const left = rows > visible.rows || columns > visible.columns;
  return element(
    "div",
    {class: "table cells", tabindex: "0", role: "region", "aria-label": `Cells of ${name}`},
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)),
    ...(left
      ? [element("p", {class: "more"}, "Only a part of the tab is shown. The XLSX file has all of it.")]
      : []),
  );
}

function cell(value: Exclude<Value, number> | undefined): HTMLElement {
  if (value !== null && typeof value === "object") return element("td", {class: "number"}, value.error);
  return element("td", {}, value === undefined || value === null ? "" : String(value));
}
