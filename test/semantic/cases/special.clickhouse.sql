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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a rolling sum takes the days before the period too, also in periods without rows
-- ["2024-01-31 00:00:00","2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    "placed_at" >= {p1:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= {p2:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(ifNull(dateDiff('day', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    d0,
    sumOrNull(v0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
  group by 1
  union all
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a filter on the time chooses periods, not what rolls into them
-- ["2024-02-01 00:00:00","2024-02-02 00:00:00","2024-01-26 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(ifNull(dateDiff('day', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.day",
  sumOrNull(v0 + toDecimal128(0, 0)) as "orders.three_days"
from facts_1
join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- other filters choose rows
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","web","2025-02-03 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as period,
    "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "channel" = {p3:String}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.month",
  sumOrNull(v0 + toDecimal128(0, 0)) as "orders.running",
  count(*) as "orders.running_count"
from facts_1
join periods_1 on day < (d0 + toIntervalMonth(1))
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a running sum per group of another dimension
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2025-02-03 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as period,
    "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "placed_at" < {p3:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  sumOrNull(v0 + toDecimal128(0, 0)) as "orders.running"
from facts_1
join periods_1 on day < (d1 + toIntervalMonth(1))
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- windows are of the query's timezone
-- ["2024-01-31 23:00:00","2024-01-25 23:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'Europe/Berlin')) as day,
    "placed_at" >= {p1:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= {p2:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(ifNull(dateDiff('day', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.day",
  sumOrNull(v0 + toDecimal128(0, 0)) as "orders.three_days"
from facts_1
join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- last year stands beside this year
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2022-11-29 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as period,
    "placed_at" >= {p2:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(v0 + toDecimal128(0, 0)) as m1
  from facts_1
  join periods_1 on day >= (d0 + toIntervalYear(-1)) and day < ((d0 + toIntervalYear(-1)) + toIntervalMonth(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the month before, also where this month has no rows
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as period,
    "amount" as v0
  from "orders"
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as period,
    "amount" as v0
  from "orders"
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.last_month",
  max(m1) as "orders.running_last_month"
from (
  select
    d0,
    sumOrNull(v0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= (d0 + toIntervalMonth(-1)) and day < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(v0 + toDecimal128(0, 0)) as m1
  from facts_2
  join periods_2 on day < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- fillGaps adds the periods between the first and the last
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00"]
with groups_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    count(*) as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(ifNull(dateDiff('day', lo, hi) + 1, 0)))) as d0
  from (
    select
      toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.total",
  coalesce(max(m1), 0) as "orders.count"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- fillGaps follows the bounds of the filters
-- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-04-30 21:59:59.999999"]
with groups_1 as (
  select
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'Europe/Berlin'))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    count(*) as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d0
  from (
    select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'Europe/Berlin'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'Europe/Berlin'))) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  coalesce(max(m1), 0) as "orders.count"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- fillGaps fills every combination of the other dimensions, and keeps null
with groups_1 as (
  select
    "channel" as d0,
    toStartOfYear(toDate32(toTimeZone("placed_at", 'UTC'))) as d1,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0
  from "orders"
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalYear(i), range(ifNull(dateDiff('year', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(d1) as lo,
      max(d1) as hi
    from groups_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.year",
  max(m0) as "orders.total"
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_1
  cross join (select distinct d0 from groups_1) as others
) as filled
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- fillGaps over two facts, and before a filter on groups
-- ["2023-12-01","2023-12-01","2023-12-01","4"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      toStartOfMonth(toDate32("day")) as d0,
      count(*) as m0,
      null as m1
    from "balances"
    where "day" >= {p1:Date32}
    group by 1
    union all
    select
      d0,
      null as m0,
      count(*) as m1
    from (
      select distinct
        toStartOfMonth(toDate32("balances"."day")) as d0,
        "accounts"."id" as k0
      from "accounts"
      left join "balances" on "balances"."account_id" = "accounts"."id"
      where "balances"."day" >= {p2:Date32}
    ) as "accounts"
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d0
  from (
    select
      toStartOfMonth(toDate32({p3:Date32})) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "balances.day.month",
  coalesce(max(m0), 0) as "balances.count",
  coalesce(max(m1), 0) as "accounts.count"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
having coalesce(max(m0), 0) < {p4:Int64}
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- fillGaps of hours
-- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 00:59:59.999999"]
with groups_1 as (
  select
    toStartOfInterval(toTimeZone("placed_at", 'UTC'), toIntervalHour(1)) as d0,
    count(*) as m0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
    and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(ifNull(dateDiff('hour', lo, hi) + 1, 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.hour",
  coalesce(max(m0), 0) as "orders.count"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the total of a balance is the last of the months that a filter on groups has picked
-- ["2"]
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing"
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
    toStartOfMonth(toDate32("day")) as d0,
    null as m0,
    count(*) as m1
  from "balances"
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > {p1:Int64}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["2"]
with picked_1 as (
  select d0
  from (
    select
      d0,
      null as m0
    from (
      select
        toStartOfMonth(toDate32("day")) as d0,
        case when "day" is not null then rank() over (partition by toStartOfMonth(toDate32("day")), "account_id" order by "day" desc nulls last) end as place
      from "balances"
    ) as "balances"
    group by 1
    union all
    select
      toStartOfMonth(toDate32("day")) as d0,
      count(*) as m0
    from "balances"
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > {p1:Int64}
)
select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.closing"
from (
  select
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  where toJSONString(tuple(toStartOfMonth(toDate32("balances"."day")))) in (
    select toJSONString(tuple(picked_1.d0))
    from picked_1
  )
) as "balances"
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- periods that fillGaps adds pass a filter on groups, and add nothing to the totals
-- ["2023-12-01","2023-12-01","4"]
with groups_1 as (
  select
    toStartOfMonth(toDate32("day")) as d0,
    count(*) as m0
  from "balances"
  where "day" >= {p1:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d0
  from (
    select
      toStartOfMonth(toDate32({p2:Date32})) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "balances.day.month",
  coalesce(max(m0), 0) as "balances.count"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
having coalesce(max(m0), 0) < {p3:Int64}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["2023-12-01","4","2023-12-01"]
with picked_1 as (
  select toStartOfMonth(toDate32("day")) as d0
  from "balances"
  where "day" >= {p1:Date32}
  group by 1
  having count(*) < {p2:Int64}
)
select count(*) as "balances.count"
from "balances"
where "balances"."day" >= {p3:Date32}
  and toJSONString(tuple(toStartOfMonth(toDate32("balances"."day")))) in (
    select toJSONString(tuple(picked_1.d0))
    from picked_1
  )
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a window goes along the date of what a row belongs to
-- ["2024-01-31 00:00:00","2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("orders"."placed_at", 'UTC')) as day,
    "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} as asked,
    "lines"."quantity" as v0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p2:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(ifNull(dateDiff('day', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "lines.three_days",
  max(m1) as "lines.quantity"
from (
  select
    d0,
    sumOrNull(v0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
  group by 1
  union all
  select
    toDate32(toTimeZone("orders"."placed_at", 'UTC')) as d0,
    null as m0,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["2024-01-31 00:00:00","2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("orders"."placed_at", 'UTC')) as day,
    "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} as asked,
    "lines"."quantity" as v0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p2:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(ifNull(dateDiff('day', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "lines.three_days",
  max(m1) as "lines.quantity"
from (
  select
    sumOrNull(v0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= ((periods_1.d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (periods_1.d0 + toIntervalDay(1))
  )
  union all
  select
    null as m0,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')}
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- last month's rows of a child, asked from its parent
-- ["2024-01-01 00:00:00","2023-10-29 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    "lines"."sku" as d0,
    toDate32(toTimeZone("orders"."placed_at", 'UTC')) as day,
    toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC'))) as period,
    "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} as asked,
    "lines"."quantity" as v0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p2:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  d0 as "lines.sku",
  d1 as "orders.placed_at.month",
  max(m0) as "lines.last_month",
  max(m1) as "lines.quantity"
from (
  select
    d0,
    d1,
    sumOrNull(v0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= (d1 + toIntervalMonth(-1)) and day < ((d1 + toIntervalMonth(-1)) + toIntervalMonth(1))
  group by 1, 2
  union all
  select
    "lines"."sku" as d0,
    toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC'))) as d1,
    null as m0,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p3:DateTime64(6, 'UTC')}
  group by 1, 2
) as branches
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the total of a rolling sum holds each row of its periods once
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(ifNull(dateDiff('day', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    d0,
    sumOrNull(v0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
  group by 1
  union all
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p5:DateTime64(6, 'UTC')} and "placed_at" < {p6:DateTime64(6, 'UTC')}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(ifNull(dateDiff('day', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    sumOrNull(v0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= ((periods_1.d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (periods_1.d0 + toIntervalDay(1))
  )
  union all
  select
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p5:DateTime64(6, 'UTC')} and "placed_at" < {p6:DateTime64(6, 'UTC')}
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the total of last year is of the same periods a year ago
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2022-11-29 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as period,
    "placed_at" >= {p2:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(v0 + toDecimal128(0, 0)) as m1
  from facts_1
  join periods_1 on day >= (d0 + toIntervalYear(-1)) and day < ((d0 + toIntervalYear(-1)) + toIntervalMonth(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2022-11-29 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as period,
    "placed_at" >= {p2:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
  union all
  select
    null as m0,
    sumOrNull(v0 + toDecimal128(0, 0)) as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= (periods_1.d0 + toIntervalYear(-1)) and day < ((periods_1.d0 + toIntervalYear(-1)) + toIntervalMonth(1))
  )
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- totals of windows hold the rows of the groups that a filter has picked
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2025-02-03 00:00:00","7"]
with facts_1 as (
  select
    "channel" as d0,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as period,
    "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "placed_at" < {p3:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  sumOrNull(v0 + toDecimal128(0, 0)) as "orders.running"
from facts_1
join periods_1 on day < (d1 + toIntervalMonth(1))
group by 1, 2
having sumOrNull(v0 + toDecimal128(0, 0)) < {p4:Int64}
order by 1 nulls last, 2 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2025-02-03 00:00:00","7","2024-01-01 00:00:00","2025-01-01 00:00:00","2025-02-03 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as period,
    "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "placed_at" < {p3:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  where lo <= hi
),
picked_1 as (
  select
    d0,
    d1
  from facts_1
  join periods_1 on day < (d1 + toIntervalMonth(1))
  group by 1, 2
  having sumOrNull(v0 + toDecimal128(0, 0)) < {p4:Int64}
),
facts_2 as (
  select
    "channel" as d0,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as period,
    "placed_at" >= {p5:DateTime64(6, 'UTC')} and "placed_at" < {p6:DateTime64(6, 'UTC')} as asked,
    "amount" as v0
  from "orders"
  where "placed_at" < {p7:DateTime64(6, 'UTC')}
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
    where asked
  ) as bounds
  where lo <= hi
)
select sumOrNull(v0 + toDecimal128(0, 0)) as "orders.running"
from facts_2
where toJSONString(tuple(facts_2.day, facts_2.d0)) in (
  select toJSONString(tuple(days.day, picked_1.d0))
  from (select distinct day from facts_2) as days
  join periods_2 on day < (periods_2.d1 + toIntervalMonth(1))
  join picked_1 on [picked_1.d1] = [periods_2.d1]
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the balance last known goes on where a month has none
with facts_1 as (
  select
    toDate32("day") as day,
    toStartOfMonth(toDate32("day")) as period,
    "balance" as v0,
    "day" as moment,
    "account_id" as p0
  from "balances"
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  where lo <= hi
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
    join periods_1 on day < (d0 + toIntervalMonth(1))
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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
with facts_1 as (
  select
    toDate32("day") as day,
    toStartOfMonth(toDate32("day")) as period,
    "balance" as v0,
    "day" as moment,
    "account_id" as p0
  from "balances"
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
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
    where day in (
      select day
      from (select distinct day from facts_1) as days
      join periods_1 on day < (periods_1.d0 + toIntervalMonth(1))
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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- last month's closing balance stands beside this month's
with facts_1 as (
  select
    toDate32("day") as day,
    toStartOfMonth(toDate32("day")) as period,
    "balance" as v0,
    "day" as moment,
    "account_id" as p0
  from "balances"
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing",
  max(m1) as "balances.closing_last_month"
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
      d0,
      v0,
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc nulls last) end as place
    from facts_1
    join periods_1 on day >= (d0 + toIntervalMonth(-1)) and day < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
  ) as placed
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- in totals through a fan-out a row of several groups that pass counts once
-- ["50"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day,
    toStartOfMonth(toDate32("balances"."day")) as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day,
    toStartOfMonth(toDate32("balances"."day")) as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
  ) as bounds
  where lo <= hi
)
select
  d0 as "tags.tag",
  d1 as "balances.day.month",
  max(m0) as "balances.added_up",
  max(m1) as "balances.known"
from (
  select
    d0,
    d1,
    sumOrNull(v0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day < (d1 + toIntervalMonth(1))
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select
      d0,
      d1,
      v0,
      case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
    from facts_2
    join periods_2 on day < (d1 + toIntervalMonth(1))
  ) as placed
  group by 1, 2
) as branches
group by 1, 2
having max(m0) > {p1:Int64}
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["50"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day,
    toStartOfMonth(toDate32("balances"."day")) as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    "tags"."tag" as d0,
    toDate32("balances"."day") as day,
    toStartOfMonth(toDate32("balances"."day")) as period,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
  ) as bounds
  where lo <= hi
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      d0,
      d1,
      sumOrNull(v0 + toDecimal128(0, 0)) as m0
    from facts_1
    join periods_1 on day < (d1 + toIntervalMonth(1))
    group by 1, 2
    union all
    select
      d0,
      d1,
      null as m0
    from (
      select
        d0,
        d1,
        case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
      from facts_2
      join periods_2 on day < (d1 + toIntervalMonth(1))
    ) as placed
    group by 1, 2
  ) as branches
  group by 1, 2
  having max(m0) > {p1:Int64}
),
facts_3 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day,
    toStartOfMonth(toDate32("balances"."day")) as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_3 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_3
  ) as bounds
  where lo <= hi
),
facts_4 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day,
    toStartOfMonth(toDate32("balances"."day")) as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_4 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_4
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "balances.added_up",
  max(m1) as "balances.known"
from (
  select
    sumOrNull(v0 + toDecimal128(0, 0)) as m0,
    null as m1
  from (
    select distinct
      k0,
      k1,
      v0
    from facts_3
    where toJSONString(tuple(facts_3.day, facts_3.d0)) in (
      select toJSONString(tuple(days.day, picked_1.d0))
      from (select distinct day from facts_3) as days
      join periods_3 on day < (periods_3.d1 + toIntervalMonth(1))
      join picked_1 on [picked_1.d1] = [periods_3.d1]
    )
  ) as single
  union all
  select
    null as m0,
    sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as m1
  from (
    select
      v0,
      case when moment is not null then rank() over (partition by p0 order by moment desc nulls last) end as place
    from (
      select distinct
        k0,
        k1,
        v0,
        moment,
        p0
      from facts_4
      where toJSONString(tuple(facts_4.day, facts_4.d0)) in (
        select toJSONString(tuple(days.day, picked_1.d0))
        from (select distinct day from facts_4) as days
        join periods_4 on day < (periods_4.d1 + toIntervalMonth(1))
        join picked_1 on [picked_1.d1] = [periods_4.d1]
      )
    ) as single
  ) as placed
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- what is last among the groups that pass may not be last of all
-- ["25"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day,
    toStartOfMonth(toDate32("balances"."day")) as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "tags.tag",
  d1 as "balances.day.month",
  sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.known"
from (
  select
    d0,
    d1,
    v0,
    case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
  from facts_1
  join periods_1 on day < (d1 + toIntervalMonth(1))
) as placed
group by 1, 2
having sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) > {p1:Int64}
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["25"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day,
    toStartOfMonth(toDate32("balances"."day")) as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      d0,
      d1,
      v0,
      case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
    from facts_1
    join periods_1 on day < (d1 + toIntervalMonth(1))
  ) as placed
  group by 1, 2
  having sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) > {p1:Int64}
),
facts_2 as (
  select distinct
    "tags"."tag" as d0,
    toDate32("balances"."day") as day,
    toStartOfMonth(toDate32("balances"."day")) as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(ifNull(dateDiff('month', lo, hi) + 1, 0)))) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
  ) as bounds
  where lo <= hi
)
select sumOrNull((case when place = 1 then v0 end) + toDecimal128(0, 0)) as "balances.known"
from (
  select
    v0,
    case when moment is not null then rank() over (partition by p0 order by moment desc nulls last) end as place
  from (
    select distinct
      k0,
      k1,
      v0,
      moment,
      p0
    from facts_2
    where toJSONString(tuple(facts_2.day, facts_2.d0)) in (
      select toJSONString(tuple(days.day, picked_1.d0))
      from (select distinct day from facts_2) as days
      join periods_2 on day < (periods_2.d1 + toIntervalMonth(1))
      join picked_1 on [picked_1.d1] = [periods_2.d1]
    )
  ) as single
) as placed
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
