import {type Static, Type} from "@sinclair/typebox";
import {invalidAt} from "../../../shared/core/errors.ts";
import type {DrawRequest} from "../../../shared/core/workers/calls.ts";

const MIN_SIDE = 50;
const MAX_SIDE = 4000;
const MAX_SCALE = 4;
/** The most pixels of a PNG, its scale included: each takes four bytes while it is drawn. */
const MAX_PIXELS = 16_000_000;

const side = (what: string, byDefault: string) =>
  Type.Optional(
    Type.String({
      pattern: "^[0-9]{1,9}$",
      description: `${what} in pixels, ${MIN_SIDE} to ${MAX_SIDE}. ${byDefault}`,
      means: {type: "integer", minimum: MIN_SIDE, maximum: MAX_SIDE},
    }),
  );
const theme = Type.Optional(
  Type.Union([Type.Literal("light"), Type.Literal("dark")], {description: "Default `light`."}),
);
const scale = Type.Optional(
  Type.String({
    pattern: "^[0-9]{1,3}(\\.[0-9]{1,3})?$",
    description: `Pixels of the picture for each pixel of \`width\` and \`height\`, 1 to ${MAX_SCALE}; at most ${MAX_PIXELS / 1e6} million pixels in all. Default 1.`,
    means: {type: "number", minimum: 1, maximum: MAX_SCALE, default: 1},
  }),
);
const closed = {additionalProperties: false} as const;

const width = side("Width", "Default 800.");
const height = side("Height", "Default 480.");
export const SvgQuery = Type.Object({width, height, theme}, closed);
export const PngQuery = Type.Object({width, height, theme, scale}, closed);
/** The height of a dashboard's picture follows from its tiles. */
export const DashboardPngQuery = Type.Object({width: side("Width", "Default 1200."), theme, scale}, closed);

type Look = Pick<DrawRequest, "width" | "height" | "scale" | "theme">;

/** The size and look that the query string asks for. Throws `invalid_request` for a picture that is too large. */
export function lookOf(query: Static<typeof PngQuery>, byDefault = {width: 800, height: 480}): Look {
  const look = {
    width: numberOf("width", query.width, byDefault.width, MIN_SIDE, MAX_SIDE),
    height: numberOf("height", query.height, byDefault.height, MIN_SIDE, MAX_SIDE),
    scale: numberOf("scale", query.scale, 1, 1, MAX_SCALE),
    theme: query.theme ?? ("light" as const),
  };
  requireDrawable(look);
  return look;
}

/** Throws `invalid_request` for more pixels than a picture may have. */
export function requireDrawable({width, height, scale}: Look): void {
  const pixels = width * height * scale ** 2;
  if (pixels <= MAX_PIXELS) return;
  throw invalidAt(
    "/scale",
    `${width} × ${height} at scale ${scale} is ${Math.ceil(pixels / 1e6)} million pixels: ` +
      `a picture has at most ${MAX_PIXELS / 1e6} million. Ask for a smaller size or scale, or draw its charts one by one.`,
  );
}

function numberOf(
  name: string,
  given: string | undefined,
  byDefault: number,
  least: number,
  most: number,
): number {
  const value = given === undefined ? byDefault : Number(given);
  if (value >= least && value <= most) return value;
  throw invalidAt(`/${name}`, `${name} is ${value}, but must be from ${least} to ${most}.`);
}
