import {type ErrorDetail, ServiceError} from "../../core/errors.ts";
import {parseArea, parseCell} from "./a1.ts";
import {formulaFault} from "./formula.ts";
import type {SheetTab} from "./schemas.ts";

/** The most cells that a sheet's author may fill. Results of queries are not counted. */
const MAX_CELLS = 200_000;
const MAX_ERRORS = 50;

/**
 * Throws `invalid_request` with one error for each invalid part: wrong names, cells outside the tab, formulas that
 * refer outside the workbook.
 */
export function checkTabs(tabs: readonly SheetTab[]): void {
  const errors: ErrorDetail[] = [];
  const names = new Map<string, number>();
  let cellCount = 0;
  for (const [t, tab] of tabs.entries()) {
    const path = `/tabs/${t}`;
    const same = names.get(tab.name.toLowerCase());
    if (same !== undefined) {
      errors.push({path: `${path}/name`, message: `"${tab.name}" is also the name of tab ${same + 1}.`});
    }
    names.set(tab.name.toLowerCase(), t);
    for (const [cell, content] of Object.entries(tab.cells ?? {})) {
      cellCount++;
      const fault = cellFault(cell, content);
      if (fault) errors.push({path: `${path}/cells/${cell}`, message: fault});
    }
    for (const range of Object.keys(tab.formats ?? {})) {
      if (!parseArea(range))
        errors.push({path: `${path}/formats/${range}`, message: `"${range}" is outside the tab.`});
    }
    errors.push(...anchorFaults(tab, path));
  }
  if (cellCount > MAX_CELLS) {
    errors.push({
      path: "/tabs",
      message: `The sheet has ${cellCount} cells; at most ${MAX_CELLS} can be filled.`,
    });
  }
  if (errors.length === 0) return;
  throw new ServiceError("invalid_request", errors[0]!.message, {errors: errors.slice(0, MAX_ERRORS)});
}

function cellFault(cell: string, content: string | number | boolean): string | undefined {
  if (!parseCell(cell)) return `"${cell}" is outside the tab: the last cell is XFD1048576.`;
  if (typeof content !== "string" || !content.startsWith("=")) return undefined;
  const fault = formulaFault(content);
  return fault === undefined ? undefined : `The formula in ${cell} ${fault}.`;
}

function anchorFaults({cells = {}, queries = []}: SheetTab, path: string): ErrorDetail[] {
  const anchors = new Set<string>();
  return queries.flatMap(({anchor}, q) => {
    const at = `${path}/queries/${q}/anchor`;
    if (!parseCell(anchor))
      return [{path: at, message: `"${anchor}" is outside the tab: the last cell is XFD1048576.`}];
    if (cells[anchor] !== undefined) {
      return [{path: at, message: `The result would overwrite ${anchor}, which is not empty.`}];
    }
    if (anchors.has(anchor)) return [{path: at, message: `Another query begins at ${anchor}.`}];
    anchors.add(anchor);
    return [];
  });
}
