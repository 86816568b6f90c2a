/** Where faults are planted, and the tests that are to find them: those that run fastest first. */
export interface Area {
  sources: string[];
  tests: (string | NamedTests)[];
}

/** The tests of a file whose names match. */
export interface NamedTests {
  path: string;
  name: string;
}

export const AREAS: Record<string, Area> = {
  compiler: {
    sources: ["shared/semantic/{filters,resolve,row-access,plan,render,dataset}/**/*.ts"],
    tests: [
      // Most faults of the compiler change the text of some statement, which is read without an engine.
      {path: "test/semantic/cases.test.ts", name: "the SQL for every dialect"},
      "test/semantic/resolve",
      "test/semantic/render",
      "test/semantic/cases.test.ts",
      "test/datasets",
      "test/api/routes/datasets.test.ts",
      // Which measures add up is decided by the compiler for charts, and appears in no statement.
      "test/semantic/overlaps",
      "test/charts/fan-out",
      "test/semantic/differential",
    ],
  },
  "roll-ups": {
    sources: [
      "shared/semantic/rollup-matching/**/*.ts",
      "shared/modeling/rollups/**/*.ts",
      "worker/rollup-builds/**/*.ts",
    ],
    tests: ["test/worker/rollup-builds", "test/api/routes/rollup"],
  },
  rights: {
    sources: [
      "shared/core/access.ts",
      "shared/content/run-as/**/*.ts",
      "shared/identity/organization/**/*.ts",
      "shared/surfaces/embed/**/*.ts",
      "shared/querying/layers/**/*.ts",
      "shared/tenancy/{grants,content-kinds,content-rights}/**/*.ts",
      "api/embed/*.ts",
    ],
    tests: [
      "test/authors",
      "test/rights",
      "test/row-access",
      "test/embed",
      "test/api/routes/grants",
      "test/api/routes/rights",
      "test/api/routes/content",
      "test/api/routes/organization",
      "test/worker/deliveries/row-access",
      "test/oauth",
    ],
  },
  sql: {
    sources: ["shared/surfaces/sql/**/*.ts"],
    tests: [
      "test/interfaces/sql/plan-sql",
      "test/interfaces/sql/corpus",
      "test/interfaces/sql/oracle/oracle",
      "test/interfaces/sql/plan-cache",
      "test/interfaces/sql/shared-work",
      "test/interfaces/sql/positions",
      "test/interfaces/sql/harm",
      "test/worker/private-postgres",
      "test/api/sql",
    ],
  },
  runs: {
    sources: [
      "shared/automation/{actions,agents,deliveries,schedules}/**/*.ts",
      "worker/{action-runs,agent-runs,delivery-runs,tasks}/**/*.ts",
    ],
    tests: ["test/actions", "test/agents", "test/deliveries", "test/schedules", "test/worker/deliveries"],
  },
  billing: {
    sources: ["shared/tenancy/billing/**/*.ts", "worker/billing/**/*.ts"],
    tests: ["test/billing"],
  },
};
