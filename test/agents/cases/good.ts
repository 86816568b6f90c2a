import {type AgentCase, ALL, answers, BY_MONTH, FEBRUARY, IN_ALL, JANUARY, MONTHS, RISE} from "./case.ts";

/** Models that follow their instructions. */
export const GOOD: readonly AgentCase[] = [
  {
    name: "a change, and the values that it is computed from",
    question: "How did orders change?",
    turns: [
      MONTHS,
      answers("Orders rose by {{rise}} in February 2026, from {{jan}} to **{{feb}}**.", [
        JANUARY,
        FEBRUARY,
        RISE,
      ]),
    ],
    results: [BY_MONTH],
    expected: {
      status: "succeeded",
      figures: [
        ["100%", "verified"],
        ["1", "verified"],
        ["2", "verified"],
      ],
      has: ["Orders rose by 100% in February 2026, from 1 to **2**."],
      lacks: ["unverified"],
    },
  },
  {
    name: "a share of a cell of one query in a cell of another",
    question: "How much of the year came in February?",
    turns: [
      MONTHS,
      ALL,
      answers("{{share}} of the {{all}} orders.", [
        {
          ...FEBRUARY,
          id: "share",
          value: "50%",
          of: {as: "share", queryRunId: "$run2", row: 1, column: "orders.count"},
        },
        {...JANUARY, id: "all", value: "4", queryRunId: "$run2"},
      ]),
    ],
    results: [BY_MONTH, IN_ALL],
    expected: {
      status: "succeeded",
      figures: [
        ["50%", "verified"],
        ["4", "verified"],
      ],
      has: ["50% of the 4 orders."],
    },
  },
  {
    name: "a number with more digits than a double has",
    question: "What was the revenue of February?",
    turns: [
      MONTHS,
      answers("It was {{total}} in all, and {{short}} in short.", [
        {...FEBRUARY, id: "total", value: "€100,000,000,000,000,000,000.09", column: "orders.total"},
        {...FEBRUARY, id: "short", value: "€100,000,000 trillion", column: "orders.total"},
      ]),
    ],
    results: [BY_MONTH],
    expected: {
      status: "succeeded",
      figures: [
        ["€100,000,000,000,000,000,000.09", "verified"],
        ["€100,000,000 trillion", "verified"],
      ],
    },
  },
  {
    name: "a report in German, with a table",
    question: "Berichte auf Deutsch über die Aufträge.",
    turns: [
      MONTHS,
      answers(
        "| Monat | Aufträge | Umsatz |\n|-|-|-|\n| Januar 2026 | {{jan}} | {{total}} |\n| Februar 2026 | {{feb}} | – |",
        [JANUARY, FEBRUARY, {...JANUARY, id: "total", value: "10,50 €", column: "orders.total"}],
        "Aufträge im Januar 2026",
      ),
    ],
    results: [BY_MONTH],
    expected: {
      status: "succeeded",
      figures: [
        ["1", "verified"],
        ["10,50 €", "verified"],
        ["2", "verified"],
      ],
      has: ["# Aufträge im Januar 2026", "| Januar 2026 | 1 | 10,50 € |"],
    },
  },
];
