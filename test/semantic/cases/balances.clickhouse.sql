-- a balance is taken of the last day of each account, then added up
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing",
  max(m1) as "balances.opening",
  max(m0) - max(m1) as "balances.growth"
from (
  select
    d0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select
      toStartOfMonth(toDate32("day")) as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select
      toStartOfMonth(toDate32("day")) as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- without per, only the last day of the group counts
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing_day",
  coalesce(max(m1), 0) as "balances.count"
from (
  select
    d0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select
      toStartOfMonth(toDate32("day")) as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")) order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    toStartOfMonth(toDate32("day")) as d0,
    null as m0,
    count(*) as m1
  from "balances"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a balance over all time is the last there is
select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
from (
  select
    "balance" as v0,
    case when "day" is not null then rank() over (partition by "account_id" order by "day" desc nulls last) end as place
  from "balances"
) as "balances"
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
from (
  select
    "balance" as v0,
    case when "day" is not null then rank() over (partition by "account_id" order by "day" desc nulls last) end as place
  from "balances"
) as "balances"
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a balance by a dimension of another model
select
  d0 as "accounts.branch",
  sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
from (
  select
    "accounts"."branch" as d0,
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "accounts"."branch", "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
) as "balances"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the last day is the last that the filter lets through
-- ["2024-01-31"]
select
  d0 as "accounts.branch",
  sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
from (
  select
    "accounts"."branch" as d0,
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "accounts"."branch", "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  where "balances"."day" < {p1:Date32}
) as "balances"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a measure's own filter comes before the last day
select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing_positive"
from (
  select
    "balance" as v0,
    case when (case when balance > 0 then "day" end) is not null then rank() over (partition by "account_id" order by case when balance > 0 then "day" end desc nulls last) end as place
  from "balances"
) as "balances"
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a balance through a fan-out is counted once per group
select
  d0 as "tags.tag",
  sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
from (
  select distinct
    "tags"."tag" as d0,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "tags"."tag", "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
) as "balances"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the balance last known goes on where a month has none
with facts_1 as (
  select
    toDate32("day") as day_,
    "balance" as v0,
    "day" as moment,
    "account_id" as p0
  from "balances"
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day_ as on_day,
    d0
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < (d0 + toIntervalMonth(1))
)
select
  d0 as "balances.day.month",
  max(m0) as "balances.known",
  max(m1) as "balances.closing"
from (
  select
    d0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select
      d0,
      v0,
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc nulls last) end as place
    from facts_1
    join spans_1 on on_day = day_
  ) as placed
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select
      toStartOfMonth(toDate32("day")) as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
with facts_1 as (
  select
    toDate32("day") as day_,
    "balance" as v0,
    "day" as moment,
    "account_id" as p0
  from "balances"
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day_))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day_))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "balances.known",
  max(m1) as "balances.closing"
from (
  select
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select
      v0,
      case when moment is not null then rank() over (partition by p0 order by moment desc nulls last) end as place
    from facts_1
    where day_ in (
      select day_
      from (select distinct day_ from facts_1) as days
      join periods_1 on day_ < (periods_1.d0 + toIntervalMonth(1))
    )
  ) as placed
  union all
  select
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select
      "balance" as v0,
      case when "day" is not null then rank() over (partition by "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
