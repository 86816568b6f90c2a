import type {Calls, DrawRequest} from "../../core/workers/calls.ts";
import type {QueryContext} from "../../querying/queries/query-runner.ts";

export interface PictureDrawer {
  /** Draws a picture: text for SVG, base64 for PNG and PDF. */
  draw(queryContext: QueryContext, picture: DrawRequest): Promise<Calls["draw"]["answer"]>;
}
