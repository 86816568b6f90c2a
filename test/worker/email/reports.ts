import type {Report, Section} from "../../../shared/core/wire/mail-report.ts";

export const URL = "https://analytics.example.com";

export const REPORT: Report = {
  title: "Monday's flights",
  period: "29 June to 5 July 2026",
  message: "Please look at San Francisco.\nAnn",
  filters: ["Origin state is CA"],
  asOf: "As of Monday, 6 July 2026, 08:00 (Europe/Berlin)",
  resources: [
    {
      title: "Airports",
      url: `${URL}/dashboards/dash_1`,
      notes: ["Revenue is not filtered by origin state: it has no such field."],
      sections: [
        {kind: "number", title: "Flights", value: "312,907", change: "▲ 4.1% against 2026-06-22"},
        {
          kind: "picture",
          title: "Flights by state",
          url: `${URL}/charts/chart_1`,
          cid: "chart-1",
          alt: "Bars of Flights by State. CA: 313K; TX: 267K.",
        },
        {kind: "failure", title: "Revenue", reason: "The chart was deleted."},
      ],
    },
    {
      title: "Latest",
      url: `${URL}/charts/chart_2`,
      notes: [],
      sections: [
        {
          kind: "table",
          columns: [
            {label: "State", isNumber: false},
            {label: "Flights", isNumber: true},
          ],
          rows: [
            ["CA", "312,907"],
            ["TX", "7"],
          ],
          total: {rows: 1234, truncated: false},
          attached: "latest.csv",
        },
      ],
    },
  ],
  notes: ["Attached: latest.csv"],
  reason: "You get this because Bob added ann@example.org to it.",
  openUrl: `${URL}/dashboards/dash_1`,
  unsubscribeUrl: `${URL}/unsubscribe?t=abc`,
};

type Table = Extract<Section, {kind: "table"}>;

/** A table with a different text in each cell. */
export function tableSection(columns: number, rows: number, more: Partial<Table> = {}): Table {
  return {
    kind: "table",
    title: `Table of ${rows}`,
    columns: Array.from({length: columns}, (_, i) => ({label: `Column ${i}`, isNumber: i > 2})),
    rows: Array.from({length: rows}, (_, r) =>
      Array.from({length: columns}, (_, c) => `value ${r * 1000 + c}`),
    ),
    total: {rows, truncated: false},
    ...more,
  };
}
