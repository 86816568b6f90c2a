import {type Loader, parse, View} from "vega";
import {expressionInterpreter} from "vega-interpreter";
import {compile, type TopLevelSpec} from "vega-lite";
import type {VegaLiteSpec} from "../../../shared/core/wire/drawing.ts";

/** Vega's loader, which refuses everything: a chart must not load or link to anything. */
const refuse = () => Promise.reject(new Error("a chart loads nothing, and links to nothing"));
const NO_LOADER: Loader = {load: refuse, sanitize: refuse, http: refuse, file: refuse};

/**
 * Draws the specification as SVG in `place`. None of it is run as code or parsed as markup, so that this works under a
 * policy with `require-trusted-types-for 'script'` and without `unsafe-eval`.
 */
export async function drawPicture(place: HTMLElement, spec: VegaLiteSpec): Promise<View> {
  const typed: TopLevelSpec = JSON.parse(JSON.stringify(spec));
  const runtime = parse(compile(typed).spec, undefined, {ast: true});
  const view = new View(runtime, {
    container: place,
    expr: expressionInterpreter,
    loader: NO_LOADER,
    renderer: "svg",
  });
  return view.runAsync();
}
