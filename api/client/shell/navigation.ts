import type {PageName} from "../../page-urls/addresses.ts";

/** The event that asks the router to open a path. The router prevents its default when it has opened the path. */
export const OPEN_PAGE = "open-page";

/** The event that asks the router to load the module of a page ahead of time. */
export const PREPARE_PAGE = "prepare-page";

/** Loads the module of a page of components, so that the page is shown at once when it is opened. */
export function prepare(page: PageName): void {
  dispatchEvent(new CustomEvent(PREPARE_PAGE, {detail: page}));
}

/** Opens a page of this service. Pages of components replace each other on the same document. */
export function open(path: string): void {
  const isLeft = dispatchEvent(new CustomEvent(OPEN_PAGE, {detail: path, cancelable: true}));
  if (isLeft) location.assign(path);
}

/** Changes the query string of the address, without leaving the page. */
export function replaceSearch(search: URLSearchParams): void {
  history.replaceState(null, "", search.size > 0 ? `?${search}` : location.pathname);
  rememberAddress();
}

let shown: string | undefined;

/** Remembers that the page on the screen is the page at the current address. */
export function rememberAddress(): void {
  shown = location.pathname + location.search;
}

/** Whether the page at the current address is on the screen. */
export function isShownAddress(): boolean {
  return shown === location.pathname + location.search;
}

let pages = 0;

/** Counts another page that is opened on this document. */
export function countPage(): void {
  pages++;
}

/** The number of pages that were opened on this document. What was loaded for an earlier number is out of date. */
export function pageNumber(): number {
  return pages;
}

let unsaved = 0;

/**
 * Whether leaving the page would lose something. If so, other pages are loaded as documents, so that the browser asks.
 */
export function isAnythingUnsaved(): boolean {
  return unsaved > 0;
}

/** Makes the browser ask before the page is left. Returns the function that removes the listener. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener("beforeunload", ask);
  unsaved++;
  return () => {
    removeEventListener("beforeunload", ask);
    unsaved--;
  };
}
