import {clearLine, say} from "./progress.ts";
import {type NamedRow, tableOf, writeResults} from "./results.ts";
import type {Scenario} from "./scenario.ts";
import {actions} from "./scenarios/actions/actions.ts";
import {agents} from "./scenarios/agents/agents.ts";
import {ask} from "./scenarios/ask/ask.ts";
import {big} from "./scenarios/big.ts";
import {bigMemory} from "./scenarios/big-memory.ts";
import {billing} from "./scenarios/billing/billing.ts";
import {cached} from "./scenarios/cached.ts";
import {cancel} from "./scenarios/cancel.ts";
import {chartImage} from "./scenarios/chart-image.ts";
import {compileScenario} from "./scenarios/compile/compile.ts";
import {compileCorpus} from "./scenarios/compile/corpus.ts";
import {compileKinds} from "./scenarios/compile/kinds.ts";
import {dashboard} from "./scenarios/dashboard.ts";
import {deliveries} from "./scenarios/deliveries/deliveries.ts";
import {embed} from "./scenarios/embed.ts";
import {fleet} from "./scenarios/fleet.ts";
import {formats} from "./scenarios/formats.ts";
import {github} from "./scenarios/github/github.ts";
import {growth} from "./scenarios/growth/growth.ts";
import {growthHistory} from "./scenarios/growth/history/history.ts";
import {growthOrganizations} from "./scenarios/growth/organizations.ts";
import {growthProposal} from "./scenarios/growth/proposal.ts";
import {growthSchedules} from "./scenarios/growth/schedules.ts";
import {herd} from "./scenarios/herd.ts";
import {importProject} from "./scenarios/import.ts";
import {introspect} from "./scenarios/introspect.ts";
import {lists, listsOfMillion} from "./scenarios/lists.ts";
import {mcp} from "./scenarios/mcp.ts";
import {models} from "./scenarios/models.ts";
import {pages} from "./scenarios/pages/pages.ts";
import {plans} from "./scenarios/plans/plans.ts";
import {queue} from "./scenarios/queue.ts";
import {rollupChoice} from "./scenarios/rollups/choice.ts";
import {growthRollups, rollups} from "./scenarios/rollups/rollups.ts";
import {scan} from "./scenarios/scan.ts";
import {serveDuckdb, servePostgres} from "./scenarios/serve.ts";
import {sheet} from "./scenarios/sheet.ts";
import {snapshot} from "./scenarios/snapshot.ts";
import {faults} from "./scenarios/soak/faults.ts";
import {soakMixed} from "./scenarios/soak/mixed.ts";
import {soak} from "./scenarios/soak/soak.ts";
import {staleness} from "./scenarios/soak/staleness.ts";
import {sql} from "./scenarios/sql/sql.ts";
import {starve} from "./scenarios/starve.ts";
import {makeStage, rowsOf, type Stage} from "./stage/stage.ts";

/** `npm run bench [scenario …] [--quick]`: measures how fast the service is, as ratios within one run. */

const SCENARIOS: readonly Scenario[] = [
  compileScenario,
  compileCorpus,
  compileKinds,
  plans,
  servePostgres,
  serveDuckdb,
  sql,
  scan,
  herd,
  cached,
  dashboard,
  fleet,
  chartImage,
  queue,
  big,
  bigMemory,
  formats,
  starve,
  cancel,
  models,
  mcp,
  lists,
  listsOfMillion,
  importProject,
  snapshot,
  rollupChoice,
  rollups,
  sheet,
  embed,
  pages,
  introspect,
  deliveries,
  actions,
  billing,
  github,
  agents,
  ask,
  growth,
  growthHistory,
  growthSchedules,
  growthProposal,
  growthOrganizations,
  growthRollups,
  staleness,
  faults,
  soak,
  soakMixed,
];

const ABOUT = `Each round measures the anchor, the subject and the anchor again. A round whose two anchor measurements differ by more
than 25 % is discarded. The result is the median of the rounds' ratios (or differences); the column "Rounds" has the
lowest and the highest. For a percentile at a fixed rate, a round alternates between anchor and subject every half
second. Before anything is timed, the answers of both are compared.

The anchor *raw* is an Elysia route in one process, with the same SQL written by hand on the same driver. Requests to the
service go through both of its processes, with authentication, row access and validation. The anchor of *queue* is plain
graphile-worker with the same concurrency, whose job runs the same statement and stores the answer. The anchor of *cached*
and *tools/list* is a route that has the bytes of the answer in memory and reads nothing of the request.
[Limits](limits.md) explains why a row misses its target, or why its target is no higher.`;

const namesOf = (scenarios: readonly Scenario[]) => scenarios.map(({name}) => name).join(", ");

const USAGE = `npm run bench -- [scenario …] [--quick]

Measures how fast the service is, as ratios within one run, and stores the rows in bench/results.md.

  --quick  takes few rounds, and stores nothing
  --help   prints this

Scenarios: ${namesOf(SCENARIOS.filter(({byHand}) => !byHand))}.
Only when they are named: ${namesOf(SCENARIOS.filter(({byHand}) => byHand))}.`;

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(USAGE);
    return 0;
  }
  const quick = args.includes("--quick");
  const options = args.filter(arg => arg.startsWith("-"));
  const names = args.filter(arg => !arg.startsWith("-"));
  const unknown = [
    ...names.filter(name => !SCENARIOS.some(scenario => scenario.name === name)),
    ...options.filter(option => option !== "--quick"),
  ];
  if (unknown.length > 0) {
    console.error(`There is no "${unknown.join('", "')}".\n\n${USAGE}`);
    return 1;
  }
  const chosen = SCENARIOS.filter(({name, byHand}) => (names.length > 0 ? names.includes(name) : !byHand));
  const stage = await makeStage(quick);
  stopOnSignal(stage);
  const rows: NamedRow[] = [];
  let failed = 0;
  try {
    for (const scenario of chosen) {
      const started = performance.now();
      say(scenario.name);
      try {
        for (const row of await scenario.run(stage)) rows.push({...row, scenario: scenario.name});
      } catch (error) {
        failed += 1;
        clearLine();
        console.error(`${scenario.name} could not be measured:`, error);
        console.error(await stage.logs());
      }
      clearLine();
      console.error(`${scenario.name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
    console.log(`\n${tableOf(rows)}`);
    if (!quick)
      writeResults(
        rows,
        SCENARIOS.map(({name}) => name),
        ABOUT,
        await versionsOf(stage),
      );
  } finally {
    await stage.close();
  }
  return failed > 0 ? 1 : 0;
}

async function versionsOf(stage: Stage): Promise<{postgres: string; duckdb: string}> {
  const {url} = await stage.server();
  const [row] = await rowsOf<{server_version: string}>(url, "show server_version");
  const {version} = await import("@duckdb/node-api");
  return {postgres: row?.server_version ?? "?", duckdb: version()};
}

function stopOnSignal(stage: Stage): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      clearLine();
      void stage.close().finally(() => process.exit(130));
    });
  }
}

process.exitCode = await main(process.argv.slice(2));
process.exit();
