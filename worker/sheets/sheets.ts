import type {Calls} from "../../shared/calls.ts";
import type {CalculatedTab, Workbook} from "../../shared/sheets/workbook.ts";
import {ThreadPool} from "../../shared/thread-pool.ts";
import {workbookFile} from "../formats/workbook-file.ts";

const CALCULATION_TIMEOUT_MS = 20_000;

const pool = new ThreadPool<Workbook, CalculatedTab[]>({
  threads: 1,
  timeoutMs: CALCULATION_TIMEOUT_MS,
  script: new URL("./thread.ts", import.meta.url),
  tooLong: `The sheet took longer than ${CALCULATION_TIMEOUT_MS / 1000} s to calculate. Use fewer cells, or smaller ranges.`,
  mostWaiting: 100,
});

/** Calculates on a thread beside the event loop, so that no query waits for a sheet. */
export async function calculateSheet(
  {workbook, output}: Calls["calculate_sheet"]["request"],
  signal: AbortSignal,
): Promise<Calls["calculate_sheet"]["answer"]> {
  const tabs = await pool.run(workbook, signal);
  if (output === "values") return {tabs};
  return {file: (await workbookFile(tabs)).toString("base64")};
}
