import type {Filter} from "../service/api.ts";
import type {Tool} from "./tile.ts";

export const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const FORMATS = [
  {text: "CSV", accept: "text/csv"},
  {text: "XLSX", accept: XLSX},
];
/** The browser has to begin the download while the object URL is valid. */
const OBJECT_URL_LIFETIME_MS = 60_000;

/**
 * Buttons that save a chart's rows, filtered as on the page. `fetchRows` returns the rows in the media type `accept`.
 */
export function downloads(
  fetchRows: (chartId: string, filters: readonly Filter[], accept: string) => Promise<Response>,
): Tool[] {
  return FORMATS.map(({text, accept}) => ({
    text,
    nameFor: chart => `Download ${chart} as ${text}`,
    use: async (chartId, filters) => {
      await saveResponse(await fetchRows(chartId, filters, accept));
    },
  }));
}

/** Makes the browser save the body under the file name of `Content-Disposition`. */
export async function saveResponse(response: Response): Promise<void> {
  save(await response.blob(), fileName(response.headers.get("content-disposition") ?? ""));
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), OBJECT_URL_LIFETIME_MS);
}

/** RFC 6266 §4.3: the extended form of the name is preferred. */
function fileName(disposition: string): string {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return extended ? decodeURIComponent(extended) : (/filename="([^"]*)"/.exec(disposition)?.[1] ?? "rows");
}
