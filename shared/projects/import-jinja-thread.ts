import type {RenderTask} from "../semantic/import/dbt/templates.ts";
import {serveThread} from "../thread-pool.ts";
import {type RenderedOne, renderTemplate} from "./import-jinja.ts";

serveThread(async (task: RenderTask): Promise<RenderedOne[]> => {
  return task.templates.map(template => renderTemplate(template, task));
});
