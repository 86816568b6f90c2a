import type {DrawRequest} from "../../shared/calls.ts";
import {chartSpec, type Drawing} from "../../shared/charts/spec/chart-spec.ts";
import {rasterize} from "./rasterize.ts";
import {renderSvg} from "./render-svg.ts";

/** The picture that was asked for: an SVG as text, a PNG as base64. */
export async function drawPicture(request: DrawRequest): Promise<string> {
  const [piece] = request.pieces;
  if (!piece || "message" in piece.drawing) return "<svg/>";
  const drawing: Drawing = JSON.parse(JSON.stringify(piece.drawing));
  const svg = await renderSvg(chartSpec(drawing, piece));
  return request.format === "svg" ? svg : Buffer.from(rasterize(svg, request.scale)).toString("base64");
}
