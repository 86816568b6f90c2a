import {serveChild} from "../../shared/core/children/serve-child.ts";
import {workbookFile} from "../formats/workbook-file.ts";
import {calculate} from "./calculate.ts";
import type {SheetAnswer, SheetRequest} from "./sheets.ts";

await serveChild(async ({workbook, output}: SheetRequest): Promise<SheetAnswer> => {
  const tabs = await calculate(workbook);
  return output === "values" ? {tabs} : {file: (await workbookFile(tabs)).toString("base64")};
});
