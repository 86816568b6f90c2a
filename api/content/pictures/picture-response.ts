import {drawPicture} from "../../../shared/content/charts/draw.ts";
import type {DrawRequest} from "../../../shared/core/workers/calls.ts";
import type {QueryContext} from "../../../shared/querying/queries/query-runner.ts";
import type {Web} from "../../dependencies.ts";

const CONTENT_TYPES: Readonly<Record<DrawRequest["format"], string>> = {
  svg: "image/svg+xml",
  png: "image/png",
  pdf: "application/pdf",
};

/** A picture as an HTTP answer. */
export async function pictureResponse(
  {runner}: Pick<Web, "runner">,
  queryContext: QueryContext,
  picture: DrawRequest,
): Promise<Response> {
  const {format} = picture;
  return new Response(await drawPicture(runner, queryContext, picture), {
    headers: {
      "content-type": CONTENT_TYPES[format],
      // The picture shows rows that only its caller may see, so no cache may store it.
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      // An SVG that is opened on its own may use its own styles, but run and load nothing.
      ...(format === "svg"
        ? {"content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'"}
        : {}),
    },
  });
}
