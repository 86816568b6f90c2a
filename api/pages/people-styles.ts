/**
 * The style sheets of the pages for people, in their order: first the shared style sheets, then the style
 * sheets of single pages. Each rule of a single page has a class of its own.
 */
export const STYLES: readonly string[] = [
  "document/style.css",
  "drawings/tiles.css",
  "document/people.css",
  "pages/home/home.css",
  "pages/content/sheet.css",
  "pages/explore/question.css",
  "npm:gridstack/dist/gridstack.min.css",
  "parts/parts.css",
  "shell/app.css",
  "pages/dashboard/dashboard.css",
  "pages/schedules/schedules.css",
  "pages/start/start.css",
  "pages/layer/layer.css",
  "pages/explore/explore.css",
  "pages/automation/automation.css",
  "asking/asking.css",
];
