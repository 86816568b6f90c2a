import {type AgentCase, answers, BY_MONTH, FEBRUARY, JANUARY, MONTHS, RISE} from "./case.ts";

const WRONG = {...FEBRUARY, value: "3"};

/** Small models, and models in a hurry. */
export const SLOPPY: readonly AgentCase[] = [
  {
    name: "sends null for every optional key, because strict schemas require all keys",
    question: "Orders, please.",
    turns: [
      {
        calls: [
          {
            name: "run_query",
            arguments: {
              model: "orders",
              projectId: null,
              dimensions: ["orders.placed_at.month"],
              measures: ["orders.count", "orders.total"],
              filters: null,
              orderBy: ["orders.placed_at.month"],
              limit: null,
              totals: null,
            },
          },
        ],
      },
      {
        calls: [
          {
            name: "give_answer",
            arguments: {
              title: "Orders",
              sections: [{heading: null, text: "Orders rose to {{feb}}."}],
              figures: [{...FEBRUARY, of: null}],
              charts: null,
            },
          },
        ],
      },
    ],
    results: [BY_MONTH],
    expected: {status: "succeeded", figures: [["2", "verified"]]},
  },
  {
    name: "writes the values themselves instead of placeholders, and declares them",
    question: "Orders, please.",
    turns: [MONTHS, answers("Orders rose by 100% to 2.", [FEBRUARY, RISE])],
    results: [BY_MONTH],
    expected: {
      status: "succeeded",
      figures: [
        ["100%", "verified"],
        ["2", "verified"],
      ],
    },
  },
  {
    name: "adds numbers from no query",
    question: "Orders, and why.",
    turns: [
      MONTHS,
      answers("Orders rose to {{feb}}, as in 87% of shops; about 12 came back, and three were lost.", [
        FEBRUARY,
      ]),
    ],
    results: [BY_MONTH],
    expected: {
      status: "succeeded",
      figures: [
        ["2", "verified"],
        ["87%", "unverified"],
        ["12", "unverified"],
        ["three", "unverified"],
      ],
      has: ["87% (unverified)", "12 (unverified)", "three (unverified)"],
    },
  },
  {
    name: "rounds wrongly, and takes the wrong row",
    question: "Revenue and orders.",
    turns: [
      MONTHS,
      answers("Revenue was {{total}} with {{mar}} orders.", [
        {...JANUARY, id: "total", value: "€12", column: "orders.total"},
        {...JANUARY, id: "mar", value: "2", row: 3},
      ]),
    ],
    results: [BY_MONTH],
    expected: {
      status: "succeeded",
      figures: [
        ["€12", "unverified"],
        ["2", "unverified"],
      ],
    },
  },
  {
    name: "calls a rise a fall",
    question: "Which way?",
    turns: [MONTHS, answers("Orders fell by {{rise}}.", [RISE])],
    results: [BY_MONTH],
    expected: {status: "succeeded", figures: [["100%", "unverified"]]},
  },
  {
    name: "uses a figure that it did not declare",
    question: "Any orders?",
    turns: [MONTHS, answers("There were {{feb}} and {{lost}}.", [FEBRUARY])],
    results: [BY_MONTH],
    expected: {
      status: "succeeded",
      figures: [
        ["2", "verified"],
        ["{{lost}}", "unverified"],
      ],
      has: ["(figure missing)"],
    },
  },
  {
    name: "writes text first, mistakes tools and arguments, and counts rows from zero, but corrects everything",
    question: "Take your time.",
    turns: [
      {text: "I will look at the orders now."},
      {calls: [{name: "query", arguments: {}}]},
      {calls: [{name: "run_query", arguments: {model: "orders", measures: ["orders.cont"]}}]},
      MONTHS,
      answers("There were {{feb}}.", [{...FEBRUARY, row: 0}]),
      answers("There were {{feb}}.", [FEBRUARY]),
    ],
    results: [BY_MONTH],
    expected: {status: "succeeded", figures: [["2", "verified"]]},
  },
  {
    name: "of a strict agent: corrects its figure",
    question: "Strictly, please.",
    turns: [MONTHS, answers("There were {{feb}}.", [WRONG]), answers("There were {{feb}}.", [FEBRUARY])],
    results: [BY_MONTH],
    agent: {strict: true},
    expected: {status: "succeeded", figures: [["2", "verified"]]},
  },
  {
    name: "of a strict agent: cannot correct its figure",
    question: "Strictly again.",
    turns: [MONTHS, answers("There were {{feb}}.", [WRONG])],
    repeats: true,
    results: [BY_MONTH],
    agent: {strict: true},
    expected: {status: "failed", figures: [["3", "unverified"]]},
  },
];
