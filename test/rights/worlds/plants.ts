/** A former security hole, and the change that plants it again. */
export interface Plant {
  name: string;
  changes: readonly {file: string; from: string; to: string}[];
}

const JUDGE = "shared/content/run-as/judge-content.ts";

/** Each hole removes one rule that keeps people from acting through another person's rights. */
export const PLANTS: readonly Plant[] = [
  {
    name: "a tile that somebody placed is mailed with another's rights",
    changes: [
      {
        file: JUDGE,
        from: "const decisions = [queryDecision(accepted, chart), tileDecision(accepted, dashboardId, tile)];",
        to: "const decisions = [queryDecision(accepted, chart)];",
      },
    ],
  },
  {
    name: "a chart that somebody placed is read by an agent over the dashboard",
    changes: [
      {
        file: JUDGE,
        from: "refusalOf(deps, actor, [tileDecision(accepted, dashboardId, tile)], rows)",
        to: "refusalOf(deps, actor, [], rows)",
      },
    ],
  },
  {
    name: "a chart that somebody changed is asked with another's rights",
    changes: [{file: JUDGE, from: "isAccepted: isQueryAccepted(accepted, chart)", to: "isAccepted: true"}],
  },
  {
    name: "a sheet that somebody changed is calculated with another's rights",
    changes: [{file: JUDGE, from: "isAccepted: areCellsAccepted(accepted, sheet)", to: "isAccepted: true"}],
  },
  {
    name: "a slug means whichever dataset has it",
    changes: [
      {
        file: "shared/content/run-as/pinned-query.ts",
        from: "return datasetId === undefined ? query : {...query, model: datasetId};",
        to: "return query;",
      },
      {
        file: "shared/content/run-as/pinned-query.ts",
        from: "if (prepared.datasetId === (isPinned ? model : undefined)) return prepared;",
        to: "return prepared;",
      },
    ],
  },
  {
    name: "a declared filter opens charts that were placed after it",
    changes: [
      {
        file: "shared/tenancy/content-rights/open-fields.ts",
        from: "and (f.at > s.placed_at",
        to: "and (true",
      },
    ],
  },
  {
    name: "whoever may edit an action may run it by hand, whatever it does",
    changes: [
      {
        file: "shared/automation/actions/manual-runs.ts",
        from: "await requireByHand(db, actor, effect);",
        to: "",
      },
    ],
  },
  {
    name: "an agent asks a model that only joins lead to",
    changes: [
      {
        file: "shared/automation/agents/restrict-layer.ts",
        from: "models: new Map(all.filter(([name]) => names.has(name))),",
        to: "models: new Map(all),",
      },
    ],
  },
  {
    name: "the principal of a delivery may read its files, whatever the principal may see now",
    changes: [
      {
        file: "shared/automation/deliveries/statements.ts",
        from: "return mayReadStoredRows(deps, actor, statements.map(storedQuery));",
        to: "return true;",
      },
    ],
  },
  {
    name: "the principal of an action's run may read its rows, whatever the principal may see now",
    changes: [
      {
        file: "shared/automation/actions/runs.ts",
        from: "(await mayReadStoredRows(deps, actor, row.statements))",
        to: "(actor.id === row.run_as || (await mayReadStoredRows(deps, actor, row.statements)))",
      },
    ],
  },
  {
    name: "the principal of an agent's run may read its transcript, whatever the principal may see now",
    changes: [
      {
        file: "shared/automation/agents/may-read.ts",
        from: "return mayReadStoredRows(",
        to: "return actor.id === run.runAs || mayReadStoredRows(",
      },
    ],
  },
];
