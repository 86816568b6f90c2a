/**
 * The service's `/embed/client.js`: draws a chart or dashboard in an element of a page, with an embed token that the
 * page's own server gives.
 */

/** A condition as `POST /api/query` takes it, on a field that the dashboard declares as a filter. */
export interface Condition {
  field: string;
  op: string;
  value?: unknown;
  caseSensitive?: boolean;
}

export type Filter = Condition | {or: Filter[]} | {and: Filter[]};

/** Colours are CSS colours. Omitted parts come from the page's `--analytics-…` variables, else from the light or dark mode. */
export interface Look {
  mode?: "light" | "dark" | "auto";
  /** A font family that the page has loaded; its widths should be near those of Verdana. */
  font?: string;
  /** The background behind the tiles. */
  page?: string;
  card?: string;
  line?: string;
  text?: string;
  muted?: string;
  accent?: string;
  /** The colours of the series, in their order. */
  palette?: readonly string[];
}

/** `auto` follows the reader's system. */
export type Theme = "light" | "dark" | "auto" | Look;

/** A dimension of what was clicked, with its value in the chart's rows. */
export interface Picked {
  field: string;
  value: unknown;
}

/** A click: the clicked dimension, and all dimensions that are known of the clicked shape. */
export interface Click extends Picked {
  chartId: string;
  all: readonly Picked[];
}

export interface MountOptions {
  /** Asks the page's own server for an embed token. Called at first, and before each token expires. */
  getToken: () => string | Promise<string>;
  /** The service's address; by default the one that this script is from. */
  baseUrl?: string;
  filters?: readonly Filter[];
  theme?: Theme;
  onClick?: (click: Click) => void;
}

export interface Mounted {
  /** Resolves when the charts are drawn with these filters, in place of those before. */
  setFilters(filters: readonly Filter[]): Promise<void>;
  setTheme(theme: Theme): void;
  /** Removes everything that was put into the element. */
  destroy(): void;
}

/**
 * Fills the element with the chart or dashboard of the token. The element's own content stays until the chart or
 * dashboard is loaded.
 */
export declare function mount(element: Element, options: MountOptions): Mounted;
