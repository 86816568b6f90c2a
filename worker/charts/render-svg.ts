import * as vega from "vega";
import {expressionInterpreter} from "vega-interpreter";
import {compile, type TopLevelSpec} from "vega-lite";
import type {VegaLiteSpec} from "../../shared/charts/spec/chart-spec.ts";

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
  const view = new vega.View(runtime, {expr: expressionInterpreter, loader, renderer: "none", logger});
  try {
    return await view.toSVG();
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
