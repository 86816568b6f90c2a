import {Type} from "@sinclair/typebox";
import {requireChart} from "../../content/charts/charts.ts";
import {describeDrawing} from "../../content/charts/describe-drawing.ts";
import {drawingFor} from "../../content/charts/draw.ts";
import {defineTool, READS} from "./tool.ts";

/** The size of the picture: large enough to read, for a file of a few kilobytes. */
const SIZE = {width: 800, height: 480};

export const chartImageTool = defineTool({
  name: "get_chart_image",
  title: "See a chart",
  description:
    "Draws a saved chart with your rows: a picture, and a description in words. Check what you made.",
  scope: "read",
  input: Type.Object(
    {
      chartId: Type.String({maxLength: 300, description: "Id or name"}),
      theme: Type.Optional(Type.Union([Type.Literal("light"), Type.Literal("dark")])),
    },
    {additionalProperties: false},
  ),
  output: Type.Object({words: Type.String()}),
  annotations: READS,
  async call(context, {chartId, theme = "light"}) {
    const {runner, actor} = context;
    const chart = await requireChart(runner.db, actor, chartId, "view");
    const {drawing} = await drawingFor(runner, context, chart, theme);
    const pieces = [{x: 0, y: 0, ...SIZE, drawing}];
    const {content} = await runner.draw(context, {...SIZE, scale: 1, theme, format: "png", pieces});
    const words = describeDrawing(drawing);
    return {
      text: `"${chart.name}" (${chart.id}): ${words}`,
      image: {data: content, mimeType: "image/png"},
      structured: {words},
    };
  },
});
