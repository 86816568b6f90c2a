import {invalidAt} from "../../core/errors.ts";
import type {Figure} from "./case-schemas.ts";
import {type ReadFigure, readFigure} from "./read-figure.ts";

/** Reads the figures of a truth. Throws `invalid_request` with a path below `path` for a figure without a number. */
export function readFigures(figures: readonly Figure[], path: string): {text: string; read: ReadFigure}[] {
  return figures.map((figure, index) => {
    const {value, tolerance} = typeof figure === "object" ? figure : {value: figure, tolerance: undefined};
    const text = String(value);
    const read = typeof value === "number" ? numberFigure(value) : readFigure(value);
    if (!read) {
      throw invalidAt(
        `${path}/${index}`,
        `"${text}" is not a figure. Write it like "1,234", "12.5 %" or "€1.2M".`,
      );
    }
    return {text, read: tolerance === undefined ? read : {...read, tolerance: tolerance * read.scale}};
  });
}

/** A figure from a JSON number, whose digits may be written with an exponent. */
function numberFigure(value: number): ReadFigure {
  const [digits = "", exponent = "0"] = String(value).split("e");
  const decimals = (digits.split(".")[1]?.length ?? 0) - Number(exponent);
  return {value, tolerance: 0.5 * 10 ** -Math.max(0, decimals), isPercent: false, scale: 1};
}
