import {insert, numbersOf, type PublicSet} from "./dataset.ts";

/*
 * Based on the questions of "semantic-layer-llm-benchmarking" by dbt Labs, which are those of data.world's "Chat with the Data
 * Benchmark", over the property and casualty model of the Object Management Group. The wording, the layer, the SQL and all
 * rows are our own; the names of tables and columns are the model's.
 */

const next = numbersOf(20231);
const POLICIES = 24;
const CLAIMS = 40;
const CATASTROPHES = ["Hail 1", "Flood 2", "Storm 3", "Fire 4"];
const KINDS = ["loss_payment", "loss_reserve", "expense_payment", "expense_reserve"] as const;

const ids = (count: number) => Array.from({length: count}, (_, index) => index + 1);
const policyOf = ids(CLAIMS).map(() => next(POLICIES - 4) + 1);
const amounts = ids(CLAIMS).flatMap(claim => KINDS.map(kind => ({claim, kind, amount: next(90_000) + 100})));
const day = (offset: number) => new Date(Date.UTC(2021, 0, 1 + offset)).toISOString().slice(0, 10);
const opened = ids(CLAIMS).map(() => next(300));

const statements = [
  "create table policy (policy_identifier integer primary key, policy_number varchar)",
  insert(
    "policy",
    ids(POLICIES).map(id => [id, `P-${1000 + id}`]),
  ),
  "create table agreement_party_role (agreement_identifier integer, party_identifier integer, party_role_code varchar)",
  insert(
    "agreement_party_role",
    ids(POLICIES).flatMap(id => [
      [id, next(5) + 1, "AG"],
      [id, next(15) + 100, "PH"],
    ]),
  ),
  "create table policy_coverage_detail (policy_coverage_detail_identifier integer primary key, policy_identifier integer)",
  insert(
    "policy_coverage_detail",
    ids(POLICIES * 2).map(id => [id, Math.ceil(id / 2)]),
  ),
  "create table policy_amount (policy_amount_identifier integer primary key, policy_coverage_detail_identifier integer, policy_amount decimal(18, 2))",
  insert(
    "policy_amount",
    ids(POLICIES * 2).map(id => [id, id, next(4000) + 200]),
  ),
  "create table premium (policy_amount_identifier integer primary key)",
  insert(
    "premium",
    ids(POLICIES * 2).map(id => [id]),
  ),
  "create table catastrophe (catastrophe_identifier integer primary key, catastrophe_name varchar)",
  insert(
    "catastrophe",
    CATASTROPHES.map((name, index) => [index + 1, name]),
  ),
  "create table claim (claim_identifier integer primary key, catastrophe_identifier integer, company_claim_number varchar, claim_open_date date, claim_close_date date)",
  insert(
    "claim",
    ids(CLAIMS).map(id => {
      const from = opened[id - 1] ?? 0;
      return [id, next(CATASTROPHES.length) + 1, `C-${2000 + id}`, day(from), day(from + 3 + next(60))];
    }),
  ),
  "create table claim_coverage (claim_identifier integer primary key, policy_coverage_detail_identifier integer)",
  insert(
    "claim_coverage",
    ids(CLAIMS).map(id => [id, (policyOf[id - 1] ?? 1) * 2]),
  ),
  "create table claim_amount (claim_amount_identifier integer primary key, claim_identifier integer, claim_amount decimal(18, 2))",
  insert(
    "claim_amount",
    amounts.map(({claim, amount}, index) => [index + 1, claim, amount]),
  ),
  ...KINDS.flatMap(kind => [
    `create table ${kind} (claim_amount_identifier integer primary key)`,
    insert(
      kind,
      amounts.flatMap((one, index) => (one.kind === kind ? [[index + 1]] : [])),
    ),
  ]),
];

const kindSql = KINDS.map(
  kind =>
    `when exists (select 1 from ${kind} k where k.claim_amount_identifier = a.claim_amount_identifier) then '${kind}'`,
).join(" ");
const kindMeasures = KINDS.map(kind => ({
  name: kind,
  type: "sum" as const,
  column: "claim_amount",
  where: `kind = '${kind}'`,
}));

const byPolicy = ["policies.policy_number"];
const LOSS_JOIN = `from claim c join claim_amount a on a.claim_identifier = c.claim_identifier
  join claim_coverage v on v.claim_identifier = c.claim_identifier
  join policy_coverage_detail d on d.policy_coverage_detail_identifier = v.policy_coverage_detail_identifier
  join policy p on p.policy_identifier = d.policy_identifier`;
const amountOf = (kind: string) =>
  `(select sum(claim_amount) from claim_amount a join ${kind} k on k.claim_amount_identifier = a.claim_amount_identifier
    where a.claim_identifier = c.claim_identifier)`;

export const insurance: PublicSet = {
  name: "insurance",
  statements,
  graph: {
    models: [
      {
        name: "policies",
        description: "One row for each policy, with who sold it and who holds it",
        table: {
          sql: `select p.policy_identifier, p.policy_number, ag.party_identifier as agent, ph.party_identifier as holder
            from policy p
            left join agreement_party_role ag on ag.agreement_identifier = p.policy_identifier and ag.party_role_code = 'AG'
            left join agreement_party_role ph on ph.agreement_identifier = p.policy_identifier and ph.party_role_code = 'PH'`,
        },
        primaryKey: ["policy_identifier"],
        dimensions: [
          {name: "policy_identifier", type: "number", column: "policy_identifier"},
          {name: "policy_number", type: "string", column: "policy_number"},
          {name: "agent", type: "number", column: "agent", description: "Id of the agent who sold it"},
          {name: "holder", type: "number", column: "holder", description: "Id of the policy holder"},
        ],
        measures: [{name: "count", type: "count", label: "Policies"}],
      },
      {
        name: "premiums",
        description: "Premium amounts of the coverages of policies",
        table: {
          sql: `select a.policy_amount_identifier, d.policy_identifier, a.policy_amount
            from policy_amount a join premium m on m.policy_amount_identifier = a.policy_amount_identifier
            join policy_coverage_detail d
              on d.policy_coverage_detail_identifier = a.policy_coverage_detail_identifier`,
        },
        primaryKey: ["policy_amount_identifier"],
        dimensions: [{name: "policy_identifier", type: "number", column: "policy_identifier"}],
        measures: [{name: "total", type: "sum", column: "policy_amount", label: "Premium"}],
      },
      {
        name: "claims",
        table: {
          sql: `select c.*, d.policy_identifier, date_diff('day', c.claim_open_date, c.claim_close_date) as days
            from claim c left join claim_coverage v on v.claim_identifier = c.claim_identifier
            left join policy_coverage_detail d
              on d.policy_coverage_detail_identifier = v.policy_coverage_detail_identifier`,
        },
        primaryKey: ["claim_identifier"],
        dimensions: [
          {name: "claim_identifier", type: "number", column: "claim_identifier"},
          {name: "number", type: "string", column: "company_claim_number"},
          {name: "opened", type: "date", column: "claim_open_date"},
          {name: "policy_identifier", type: "number", column: "policy_identifier"},
          {name: "catastrophe_identifier", type: "number", column: "catastrophe_identifier"},
        ],
        measures: [
          {name: "count", type: "count", label: "Claims"},
          {name: "days_to_settle", type: "avg", column: "days", label: "Average days to settle"},
        ],
      },
      {
        name: "losses",
        description: "Amounts of claims: payments and reserves, for losses and for expenses",
        table: {sql: `select a.*, case ${kindSql} end as kind from claim_amount a`},
        primaryKey: ["claim_amount_identifier"],
        dimensions: [
          {name: "claim_identifier", type: "number", column: "claim_identifier"},
          {name: "kind", type: "string", column: "kind"},
        ],
        measures: [
          ...kindMeasures,
          {name: "total", type: "sum", column: "claim_amount", label: "Total loss"},
          {name: "claims", type: "count_distinct", column: "claim_identifier"},
          {name: "per_claim", type: "number", sql: "${total} / ${claims}", label: "Average loss"},
        ],
      },
      {
        name: "catastrophes",
        table: {name: "catastrophe"},
        primaryKey: ["catastrophe_identifier"],
        dimensions: [
          {name: "catastrophe_identifier", type: "number", column: "catastrophe_identifier"},
          {name: "name", type: "string", column: "catastrophe_name"},
        ],
      },
    ],
    joins: [
      {
        from: "premiums",
        to: "policies",
        relationship: "many_to_one",
        on: [{from: "policy_identifier", to: "policy_identifier"}],
      },
      {
        from: "claims",
        to: "policies",
        relationship: "many_to_one",
        on: [{from: "policy_identifier", to: "policy_identifier"}],
      },
      {
        from: "claims",
        to: "catastrophes",
        relationship: "many_to_one",
        on: [{from: "catastrophe_identifier", to: "catastrophe_identifier"}],
      },
      {
        from: "losses",
        to: "claims",
        relationship: "many_to_one",
        on: [{from: "claim_identifier", to: "claim_identifier"}],
      },
    ],
  },
  cases: [
    {
      question: "What is the number of our policies?",
      query: {model: "policies", measures: ["policies.count"]},
      sql: "select count(*) from policy",
    },
    {
      question: "What is the number of our claims?",
      query: {model: "claims", measures: ["claims.count"]},
      sql: "select count(*) from claim",
    },
    {
      question: "How many claims were there for each policy number that has any?",
      query: {model: "claims", dimensions: byPolicy, measures: ["claims.count"]},
      sql: `select p.policy_number, count(*) from claim c
        join claim_coverage v on v.claim_identifier = c.claim_identifier
        join policy_coverage_detail d on d.policy_coverage_detail_identifier = v.policy_coverage_detail_identifier
        join policy p on p.policy_identifier = d.policy_identifier group by 1`,
    },
    {
      question: "List each policy number with the id of its holder.",
      query: {model: "policies", dimensions: [...byPolicy, "policies.holder"]},
      sql: `select policy_number, party_identifier from policy
        join agreement_party_role on agreement_identifier = policy_identifier where party_role_code = 'PH'`,
    },
    {
      question: "How many policies has each agent sold?",
      query: {model: "policies", dimensions: ["policies.agent"], measures: ["policies.count"]},
      sql: `select party_identifier, count(*) from agreement_party_role where party_role_code = 'AG' group by 1`,
    },
    {
      question: "How much premium was paid for each policy number?",
      query: {model: "premiums", dimensions: byPolicy, measures: ["premiums.total"]},
      sql: `select policy_number, sum(policy_amount) from policy
        join policy_coverage_detail using (policy_identifier)
        join policy_amount using (policy_coverage_detail_identifier)
        join premium using (policy_amount_identifier) group by 1`,
    },
    {
      question: "How many days does it take on average to settle a claim, for each policy number?",
      query: {model: "claims", dimensions: byPolicy, measures: ["claims.days_to_settle"]},
      sql: `select policy_number, avg(claim_close_date - claim_open_date) from claim
        join claim_coverage using (claim_identifier)
        join policy_coverage_detail using (policy_coverage_detail_identifier)
        join policy using (policy_identifier) group by 1`,
    },
    {
      question: "For each claim number, what are its payments and reserves, for the loss and for expenses?",
      query: {model: "losses", dimensions: ["claims.number"], measures: KINDS.map(kind => `losses.${kind}`)},
      sql: `select company_claim_number, ${KINDS.map(amountOf).join(", ")} from claim c`,
    },
    {
      question: "What is the total loss for each claim number, all four amounts together?",
      query: {model: "losses", dimensions: ["claims.number"], measures: ["losses.total"]},
      sql: `select company_claim_number, ${KINDS.map(amountOf).join(" + ")} from claim c`,
    },
    {
      question: "What is the total loss for each catastrophe and policy number?",
      query: {model: "losses", dimensions: ["catastrophes.name", ...byPolicy], measures: ["losses.total"]},
      sql: `select catastrophe_name, policy_number, sum(claim_amount) ${LOSS_JOIN}
        join catastrophe h on h.catastrophe_identifier = c.catastrophe_identifier group by 1, 2`,
    },
    {
      question: "What is the average loss of a claim for each policy number, with the number of its claims?",
      query: {model: "losses", dimensions: byPolicy, measures: ["losses.per_claim", "losses.claims"]},
      sql: `select policy_number, cast(sum(claim_amount) as double) / count(distinct c.claim_identifier),
        count(distinct c.claim_identifier) ${LOSS_JOIN} group by 1`,
    },
  ],
  unanswerable: ["How many claims will the next storm cause?"],
};
