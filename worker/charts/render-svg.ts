import * as vega from "vega";
import {expressionInterpreter} from "vega-interpreter";
import {compile, type TopLevelSpec} from "vega-lite";
import type {VegaLiteSpec} from "../../shared/charts/spec/chart-spec.ts";
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

/** The picture of a specification as SVG. `warnings` takes what the libraries find fault with. */
export async function renderSvg(spec: VegaLiteSpec, warnings: string[] = []): Promise<string> {
  const logger = collector(warnings);
  const typed: TopLevelSpec = JSON.parse(JSON.stringify(spec));
  const compiled = compile(typed, {logger});
  // The expressions of a specification are walked as trees: nothing is ever evaluated as code.
  const runtime = vega.parse(compiled.spec, undefined, {ast: true});
  // The same picture is the same text, whatever was drawn before it.
  vega.resetSVGDefIds();
  const view = new vega.View(runtime, {expr: expressionInterpreter, loader, renderer: "none", logger});
  try {
    return cleanXml(await view.toSVG());
  } finally {
    view.finalize();
  }
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

/** What no XML may hold, were it escaped a hundred times, and halves of characters. */
function cleanXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}
