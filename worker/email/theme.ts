export const FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** The colours of light mode; those of dark mode are in `DARK`. */
export const STYLE = `
.page table { table-layout: fixed; }
.page .rows { table-layout: auto; }
.wide { overflow-x: auto; }
.rows { border-collapse: collapse; width: 100%; font-size: 14px; line-height: 1.4; }
.rows th { text-align: left; vertical-align: bottom; font-weight: 600; color: #57606a; border-bottom: 1px solid #d0d7de; padding: 6px 14px 6px 0; word-break: normal; }
.rows td { vertical-align: top; border-bottom: 1px solid #eaeef2; padding: 6px 14px 6px 0; max-width: 300px; word-break: normal; overflow-wrap: break-word; }
.rows .sum td { font-weight: 600; }
.rows .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.rows tr > :last-child { padding-right: 0; }
.page h1, .page h2, .page h3, .page h4 { margin: 0; font: inherit; overflow-wrap: break-word; }
.page div { overflow-wrap: break-word; }
.prose p, .prose ul, .prose ol, .prose pre, .prose blockquote { margin: 0 0 10px; }
.prose h4 { font-weight: 600; margin: 12px 0 4px; }
.prose ul, .prose ol { padding-left: 22px; }
.prose li p { margin: 0 0 2px; }
.prose blockquote { padding-left: 12px; border-left: 3px solid #d0d7de; }
.prose pre { font-size: 13px; white-space: pre-wrap; overflow-wrap: anywhere; }
.prose .wide { margin: 0 0 10px; }
.prose hr { border: 0; border-top: 1px solid #d0d7de; margin: 12px 0; }
.mark { color: #b42318; font-weight: 600; }
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
  .page .prose blockquote, .page .prose hr { border-color: #30363d !important; }
  .page .mark { color: #ff938a !important; }
  .page a { color: #79c0ff !important; }
  .page .paper img { background: #ffffff; border-radius: 6px; }
}`;
