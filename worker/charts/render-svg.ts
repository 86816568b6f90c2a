import * as vega from "vega";
import {expressionInterpreter} from "vega-interpreter";
import {compile, type TopLevelSpec} from "vega-lite";
import type {VegaLiteSpec} from "../../shared/core/wire/drawing.ts";
import {measureAsDrawn} from "./text-metrics.ts";

measureAsDrawn();

const refuse = async (): Promise<never> => {
  throw new Error("pictures load nothing");
};
const loader: vega.Loader = {
  load: refuse,
  sanitize: refuse,
  http: refuse,
  file: refuse,
};

/** Thrown where the axes and labels alone need more than the requested size. */
export class NoRoom extends Error {}

/**
 * Draws a specification as SVG. `warnings` collects the libraries' warnings. Throws `NoRoom` where the plot would lie
 * outside of the picture, because rasterizing elements that are clipped there crashes the process.
 */
export async function renderSvg(spec: VegaLiteSpec, warnings: string[] = []): Promise<string> {
  const logger = collector(warnings);
  const typed: TopLevelSpec = JSON.parse(JSON.stringify(spec));
  const compiled = compile(typed, {logger});
  // The expressions of a specification are interpreted as syntax trees, so that none is evaluated as JavaScript.
  const runtime = vega.parse(compiled.spec, undefined, {ast: true});
  // Ids are numbered from 0 again, so that the same picture gives the same SVG whatever was drawn before.
  vega.resetSVGDefIds();
  const view = new vega.View(runtime, {expr: expressionInterpreter, loader, renderer: "none", logger});
  try {
    const svg = cleanXml(await view.toSVG());
    const {right, bottom} = marginsOf(view.padding());
    if (view.width() + right <= 0 || view.height() + bottom <= 0) throw new NoRoom();
    return svg;
  } finally {
    view.finalize();
  }
}

/** The margins right of and below the plot. A negative margin means that the plot extends beyond the picture. */
function marginsOf(padding: vega.Padding): {right: number; bottom: number} {
  if (typeof padding === "number") return {right: padding, bottom: padding};
  return {right: padding.right ?? 0, bottom: padding.bottom ?? 0};
}

function collector(warnings: string[]): vega.LoggerInterface {
  const take = (...args: readonly unknown[]) => {
    warnings.push(args.map(String).join(" "));
    return logger;
  };
  const pass = () => logger;
  const level: vega.LoggerInterface["level"] = (value?: number) => (value === undefined ? vega.Warn : logger);
  const logger: vega.LoggerInterface = {level, error: take, warn: take, info: pass, debug: pass};
  return logger;
}

/** Removes characters that XML cannot contain even when escaped, and replaces lone surrogates. */
function cleanXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}
