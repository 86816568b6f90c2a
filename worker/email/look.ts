export const FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** These colours are for light mode; those for dark mode are in `DARK`. */
export const STYLE = `
.page table { table-layout: fixed; }
.page .rows { table-layout: auto; }
.wide { overflow-x: auto; }
.rows { border-collapse: collapse; width: 100%; font-size: 14px; line-height: 1.4; }
.rows th { text-align: left; vertical-align: bottom; font-weight: 600; color: #57606a; border-bottom: 1px solid #d0d7de; padding: 6px 14px 6px 0; word-break: normal; }
.rows td { vertical-align: top; border-bottom: 1px solid #eaeef2; padding: 6px 14px 6px 0; max-width: 300px; word-break: normal; overflow-wrap: break-word; }
.rows .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.rows tr > :last-child { padding-right: 0; }
.page h1, .page h2, .page h3 { margin: 0; font: inherit; overflow-wrap: break-word; }
.page div { overflow-wrap: break-word; }
a { color: #0550ae; }`;

export const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  body, .page, .page > div { background: #0d1117 !important; }
  .page div, .page td, .page th, .page p { color: #e6edf3 !important; }
  .page .soft, .page .soft div, .page .rows th { color: #9198a1 !important; }
  .page .rows th { border-color: #30363d !important; }
  .page .rows td { border-color: #21262d !important; }
  .page .rule p { border-top-color: #30363d !important; }
  .page .fault div { color: #ff938a !important; }
  .page a { color: #79c0ff !important; }
  .page .paper img { background: #ffffff; border-radius: 6px; }
}`;
