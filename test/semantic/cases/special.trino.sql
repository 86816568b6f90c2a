-- a balance is taken of the last day of each account, then added up
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing",
  max(m1) as "balances.opening",
  max(m0) - max(m1) as "balances.growth"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      cast(date_trunc('month', "day") as date) as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      cast(date_trunc('month', "day") as date) as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
) as branches
group by 1
order by "balances.day.month" nulls last
limit 11;

-- without per, only the last day of the group counts
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing_day",
  coalesce(max(m1), 0) as "balances.count"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      cast(date_trunc('month', "day") as date) as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date) order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    cast(date_trunc('month', "day") as date) as d0,
    null as m0,
    count(*) as m1
  from "balances"
  group by 1
) as branches
group by 1
order by "balances.day.month" nulls last
limit 11;

-- a balance over all time is the last there is
select sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select
    "balance" as v0,
    case when "day" is not null then rank() over (partition by "account_id" order by "day" desc nulls last) end as place
  from "balances"
) as "balances"
limit 11;
-- totals
select sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select
    "balance" as v0,
    case when "day" is not null then rank() over (partition by "account_id" order by "day" desc nulls last) end as place
  from "balances"
) as "balances";

-- a balance by a dimension of another model
select
  d0 as "accounts.branch",
  sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select
    "accounts"."branch" as d0,
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "accounts"."branch", "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
) as "balances"
group by 1
order by "accounts.branch" nulls last
limit 11;

-- the last day is the last that the filter lets through
-- ["2024-01-31"]
select
  d0 as "accounts.branch",
  sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select
    "accounts"."branch" as d0,
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "accounts"."branch", "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  where "balances"."day" < cast(? as date)
) as "balances"
group by 1
order by "accounts.branch" nulls last
limit 11;

-- a measure's own filter comes before the last day
select sum(case when place = 1 then v0 end) as "balances.closing_positive"
from (
  select
    "balance" as v0,
    case when (case when balance > 0 then "day" end) is not null then rank() over (partition by "account_id" order by case when balance > 0 then "day" end desc nulls last) end as place
  from "balances"
) as "balances"
limit 11;

-- a balance through a fan-out is counted once per group
select
  d0 as "tags.tag",
  sum(case when place = 1 then v0 end) as "balances.closing"
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
order by "tags.tag" nulls last
limit 11;

-- a rolling sum takes the days before the period too, also in periods without rows
-- ["2024-01-31 00:00:00","2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    "placed_at" >= cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
  group by 1
  union all
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- a filter on the time chooses periods, not what rolls into them
-- ["2024-02-01 00:00:00","2024-02-02 00:00:00","2024-01-26 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
    and "placed_at" < cast(? as timestamp(6))
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
)
select
  d0 as "orders.placed_at.day",
  sum(v0) as "orders.three_days"
from facts_1
join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- other filters choose rows
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","web","2025-02-03 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
    "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "channel" = ?
    and "placed_at" < cast(? as timestamp(6))
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  d0 as "orders.placed_at.month",
  sum(v0) as "orders.running",
  count(*) as "orders.running_count"
from facts_1
join periods_1 on day < date_add('month', 1, d0)
group by 1
order by "orders.placed_at.month" nulls last
limit 21;

-- a running sum per group of another dimension
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2025-02-03 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
    "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "placed_at" < cast(? as timestamp(6))
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  sum(v0) as "orders.running"
from facts_1
join periods_1 on day < date_add('month', 1, d1)
group by 1, 2
order by "orders.channel" nulls last, "orders.placed_at.month" nulls last
limit 21;

-- windows are of the query's timezone
-- ["2024-01-31 23:00:00","2024-01-25 23:00:00"]
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6)) as date) as day,
    "placed_at" >= cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
)
select
  d0 as "orders.placed_at.day",
  sum(v0) as "orders.three_days"
from facts_1
join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
group by 1
order by "orders.placed_at.day" nulls last
limit 21;

-- last year stands beside this year
-- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
    "placed_at" >= cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(v0) as m1
  from facts_1
  join periods_1 on day >= date_add('year', -1, d0) and day < date_add('month', 1, date_add('year', -1, d0))
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last
limit 21;

-- the month before, also where this month has no rows
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
    "amount" as v0
  from "orders"
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
),
facts_2 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
    "amount" as v0
  from "orders"
),
periods_2 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.last_month",
  max(m1) as "orders.running_last_month"
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add('month', -1, d0) and day < date_add('month', 1, date_add('month', -1, d0))
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(v0) as m1
  from facts_2
  join periods_2 on day < date_add('month', 1, date_add('month', -1, d0))
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last
limit 21;

-- fillGaps adds the periods between the first and the last
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00"]
with groups_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d0,
    sum("amount") as m0,
    count(*) as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
  group by 1
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select
      cast(cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
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
order by "orders.placed_at.day" nulls last
limit 21;

-- fillGaps follows the bounds of the filters
-- ["2024-01-14 23:00:00","2024-04-30 22:00:00","2024-01-14 23:00:00","2024-04-30 21:59:59.999999"]
with groups_1 as (
  select
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as d0,
    sum("amount") as m0,
    count(*) as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
  group by 1
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as lo, cast(date_trunc('month', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
order by "orders.placed_at.month" nulls last
limit 21;

-- fillGaps fills every combination of the other dimensions, and keeps null
with groups_1 as (
  select
    "channel" as d0,
    cast(date_trunc('year', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
    sum("amount") as m0
  from "orders"
  group by 1, 2
),
periods_1 as (
  select date_add('year', many * 10000 + few, lo) as d1
  from (
    select
      min(d1) as lo,
      max(d1) as hi
    from groups_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('year', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('year', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('year', lo, hi)
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
order by "orders.channel" nulls last, "orders.placed_at.year" nulls last
limit 21;

-- fillGaps over two facts, and before a filter on groups
-- ["2023-12-01","2023-12-01","2023-12-01","4"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      cast(date_trunc('month', "day") as date) as d0,
      count(*) as m0,
      null as m1
    from "balances"
    where "day" >= cast(? as date)
    group by 1
    union all
    select
      d0,
      null as m0,
      count(*) as m1
    from (
      select distinct
        cast(date_trunc('month', "balances"."day") as date) as d0,
        "accounts"."id" as k0
      from "accounts"
      left join "balances" on "balances"."account_id" = "accounts"."id"
      where "balances"."day" >= cast(? as date)
    ) as "accounts"
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      cast(date_trunc('month', cast(? as date)) as date) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
having coalesce(max(m0), 0) < cast(? as bigint)
order by "balances.day.month" nulls last
limit 21;

-- fillGaps of hours
-- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 00:59:59.999999"]
with groups_1 as (
  select
    date_trunc('hour', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as d0,
    count(*) as m0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
    and "placed_at" < cast(? as timestamp(6))
  group by 1
),
periods_1 as (
  select date_add('hour', many * 10000 + few, lo) as d0
  from (
    select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
  ) as bounds
  cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
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
order by "orders.placed_at.hour" nulls last
limit 21;

-- the total of a balance is the last of the months that a filter on groups has picked
-- ["2"]
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      cast(date_trunc('month', "day") as date) as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    cast(date_trunc('month', "day") as date) as d0,
    null as m0,
    count(*) as m1
  from "balances"
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > cast(? as bigint)
order by "balances.day.month" nulls last
limit 11;
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
        cast(date_trunc('month', "day") as date) as d0,
        case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
      from "balances"
    ) as "balances"
    group by 1
    union all
    select
      cast(date_trunc('month', "day") as date) as d0,
      count(*) as m0
    from "balances"
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > cast(? as bigint)
)
select sum(case when place = 1 then v0 end) as "balances.closing"
from (
  select
    "balances"."balance" as v0,
    case when "balances"."day" is not null then rank() over (partition by "balances"."account_id" order by "balances"."day" desc nulls last) end as place
  from "balances"
  where json_format(cast(array[cast(cast(date_trunc('month', "balances"."day") as date) as json)] as json)) in (
    select json_format(cast(array[cast(picked_1.d0 as json)] as json))
    from picked_1
  )
) as "balances";

-- periods that fillGaps adds pass a filter on groups, and add nothing to the totals
-- ["2023-12-01","2023-12-01","4"]
with groups_1 as (
  select
    cast(date_trunc('month', "day") as date) as d0,
    count(*) as m0
  from "balances"
  where "day" >= cast(? as date)
  group by 1
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      cast(date_trunc('month', cast(? as date)) as date) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
having coalesce(max(m0), 0) < cast(? as bigint)
order by "balances.day.month" nulls last
limit 11;
-- totals
-- ["2023-12-01","4","2023-12-01"]
with picked_1 as (
  select cast(date_trunc('month', "day") as date) as d0
  from "balances"
  where "day" >= cast(? as date)
  group by 1
  having count(*) < cast(? as bigint)
)
select count(*) as "balances.count"
from "balances"
where "balances"."day" >= cast(? as date)
  and json_format(cast(array[cast(cast(date_trunc('month', "balances"."day") as date) as json)] as json)) in (
    select json_format(cast(array[cast(picked_1.d0 as json)] as json))
    from picked_1
  );

-- a window goes along the date of what a row belongs to
-- ["2024-01-31 00:00:00","2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    "orders"."placed_at" >= cast(? as timestamp(6)) as asked,
    "lines"."quantity" as v0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= cast(? as timestamp(6))
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "lines.three_days",
  max(m1) as "lines.quantity"
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
  group by 1
  union all
  select
    cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d0,
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= cast(? as timestamp(6))
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- totals
-- ["2024-01-31 00:00:00","2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    "orders"."placed_at" >= cast(? as timestamp(6)) as asked,
    "lines"."quantity" as v0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= cast(? as timestamp(6))
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
)
select
  max(m0) as "lines.three_days",
  max(m1) as "lines.quantity"
from (
  select
    sum(v0) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= date_add('day', -3, date_add('day', 1, periods_1.d0)) and day < date_add('day', 1, periods_1.d0)
  )
  union all
  select
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= cast(? as timestamp(6))
) as branches;

-- last month's rows of a child, asked from its parent
-- ["2024-01-01 00:00:00","2023-10-29 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    "lines"."sku" as d0,
    cast(cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
    "orders"."placed_at" >= cast(? as timestamp(6)) as asked,
    "lines"."quantity" as v0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= cast(? as timestamp(6))
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add('month', -1, d1) and day < date_add('month', 1, date_add('month', -1, d1))
  group by 1, 2
  union all
  select
    "lines"."sku" as d0,
    cast(date_trunc('month', cast(cast("orders"."placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d1,
    null as m0,
    sum("lines"."quantity") as m1
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= cast(? as timestamp(6))
  group by 1, 2
) as branches
group by 1, 2
order by "lines.sku" nulls last, "orders.placed_at.month" nulls last
limit 21;

-- the total of a rolling sum holds each row of its periods once
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
    and "placed_at" < cast(? as timestamp(6))
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    d0,
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= date_add('day', -3, date_add('day', 1, d0)) and day < date_add('day', 1, d0)
  group by 1
  union all
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as d0,
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
  group by 1
) as branches
group by 1
order by "orders.placed_at.day" nulls last
limit 21;
-- totals
-- ["2024-02-01 00:00:00","2024-02-05 00:00:00","2024-01-26 00:00:00","2024-02-08 00:00:00","2024-02-01 00:00:00","2024-02-05 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
    and "placed_at" < cast(? as timestamp(6))
),
periods_1 as (
  select date_add('day', many * 10000 + few, lo) as d0
  from (
    select
      min(day) as lo,
      max(day) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('day', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('day', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('day', lo, hi)
)
select
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    sum(v0) as m0,
    null as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= date_add('day', -3, date_add('day', 1, periods_1.d0)) and day < date_add('day', 1, periods_1.d0)
  )
  union all
  select
    null as m0,
    sum("amount") as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6))
) as branches;

-- the total of last year is of the same periods a year ago
-- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
    "placed_at" >= cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as d0,
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(v0) as m1
  from facts_1
  join periods_1 on day >= date_add('year', -1, d0) and day < date_add('month', 1, date_add('year', -1, d0))
  group by 1
) as branches
group by 1
order by "orders.placed_at.month" nulls last
limit 21;
-- totals
-- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
    "placed_at" >= cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  max(m0) as "orders.total",
  max(m1) as "orders.last_year",
  1e0 * max(m0) / nullif(max(m1), 0) - 1 as "orders.growth"
from (
  select
    sum("amount") as m0,
    null as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp(6))
  union all
  select
    null as m0,
    sum(v0) as m1
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= date_add('year', -1, periods_1.d0) and day < date_add('month', 1, date_add('year', -1, periods_1.d0))
  )
) as branches;

-- totals of windows hold the rows of the groups that a filter has picked
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2025-02-03 00:00:00","7"]
with facts_1 as (
  select
    "channel" as d0,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
    "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "placed_at" < cast(? as timestamp(6))
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  sum(v0) as "orders.running"
from facts_1
join periods_1 on day < date_add('month', 1, d1)
group by 1, 2
having sum(v0) < cast(? as bigint)
order by "orders.channel" nulls last, "orders.placed_at.month" nulls last
limit 21;
-- totals
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00","2025-02-03 00:00:00","7","2024-01-01 00:00:00","2025-01-01 00:00:00","2025-02-03 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
    "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "placed_at" < cast(? as timestamp(6))
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
),
picked_1 as (
  select
    d0,
    d1
  from facts_1
  join periods_1 on day < date_add('month', 1, d1)
  group by 1, 2
  having sum(v0) < cast(? as bigint)
),
facts_2 as (
  select
    "channel" as d0,
    cast(cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6)) as date) as day,
    cast(date_trunc('month', cast(cast("placed_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as date) as period,
    "placed_at" >= cast(? as timestamp(6)) and "placed_at" < cast(? as timestamp(6)) as asked,
    "amount" as v0
  from "orders"
  where "placed_at" < cast(? as timestamp(6))
),
periods_2 as (
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
    where asked
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select sum(v0) as "orders.running"
from facts_2
where json_format(cast(array[cast(facts_2.day as json), cast(facts_2.d0 as json)] as json)) in (
  select json_format(cast(array[cast(days.day as json), cast(picked_1.d0 as json)] as json))
  from (select distinct day from facts_2) as days
  join periods_2 on day < date_add('month', 1, periods_2.d1)
  join picked_1 on picked_1.d1 is not distinct from periods_2.d1
);

-- the balance last known goes on where a month has none
with facts_1 as (
  select
    cast("day" as date) as day,
    cast(date_trunc('month', "day") as date) as period,
    "balance" as v0,
    "day" as moment,
    "account_id" as p0
  from "balances"
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  d0 as "balances.day.month",
  max(m0) as "balances.known",
  max(m1) as "balances.closing"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      d0,
      v0,
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc nulls last) end as place
    from facts_1
    join periods_1 on day < date_add('month', 1, d0)
  ) as placed
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      cast(date_trunc('month', "day") as date) as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
) as branches
group by 1
order by "balances.day.month" nulls last
limit 11;
-- totals
with facts_1 as (
  select
    cast("day" as date) as day,
    cast(date_trunc('month', "day") as date) as period,
    "balance" as v0,
    "day" as moment,
    "account_id" as p0
  from "balances"
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  max(m0) as "balances.known",
  max(m1) as "balances.closing"
from (
  select
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      v0,
      case when moment is not null then rank() over (partition by p0 order by moment desc nulls last) end as place
    from facts_1
    where day in (
      select day
      from (select distinct day from facts_1) as days
      join periods_1 on day < date_add('month', 1, periods_1.d0)
    )
  ) as placed
  union all
  select
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      "balance" as v0,
      case when "day" is not null then rank() over (partition by "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
) as branches;

-- last month's closing balance stands beside this month's
with facts_1 as (
  select
    cast("day" as date) as day,
    cast(date_trunc('month', "day") as date) as period,
    "balance" as v0,
    "day" as moment,
    "account_id" as p0
  from "balances"
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d0
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  d0 as "balances.day.month",
  max(m0) as "balances.closing",
  max(m1) as "balances.closing_last_month"
from (
  select
    d0,
    sum(case when place = 1 then v0 end) as m0,
    null as m1
  from (
    select
      cast(date_trunc('month', "day") as date) as d0,
      "balance" as v0,
      case when "day" is not null then rank() over (partition by cast(date_trunc('month', "day") as date), "account_id" order by "day" desc nulls last) end as place
    from "balances"
  ) as "balances"
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      d0,
      v0,
      case when moment is not null then rank() over (partition by d0, p0 order by moment desc nulls last) end as place
    from facts_1
    join periods_1 on day >= date_add('month', -1, d0) and day < date_add('month', 1, date_add('month', -1, d0))
  ) as placed
  group by 1
) as branches
group by 1
order by "balances.day.month" nulls last
limit 11;

-- in totals through a fan-out a row of several groups that pass counts once
-- ["50"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day,
    cast(date_trunc('month', "balances"."day") as date) as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
),
facts_2 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day,
    cast(date_trunc('month', "balances"."day") as date) as period,
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
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
    sum(v0) as m0,
    null as m1
  from facts_1
  join periods_1 on day < date_add('month', 1, d1)
  group by 1, 2
  union all
  select
    d0,
    d1,
    null as m0,
    sum(case when place = 1 then v0 end) as m1
  from (
    select
      d0,
      d1,
      v0,
      case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
    from facts_2
    join periods_2 on day < date_add('month', 1, d1)
  ) as placed
  group by 1, 2
) as branches
group by 1, 2
having max(m0) > cast(? as bigint)
order by "tags.tag" nulls last, "balances.day.month" nulls last
limit 11;
-- totals
-- ["50"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day,
    cast(date_trunc('month', "balances"."day") as date) as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_1 as (
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
),
facts_2 as (
  select
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day,
    cast(date_trunc('month', "balances"."day") as date) as period,
    "balances"."day" as moment,
    "balances"."account_id" as p0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_2 as (
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
),
picked_1 as (
  select
    d0,
    d1
  from (
    select
      d0,
      d1,
      sum(v0) as m0
    from facts_1
    join periods_1 on day < date_add('month', 1, d1)
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
      join periods_2 on day < date_add('month', 1, d1)
    ) as placed
    group by 1, 2
  ) as branches
  group by 1, 2
  having max(m0) > cast(? as bigint)
),
facts_3 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day,
    cast(date_trunc('month', "balances"."day") as date) as period,
    "balances"."account_id" as k0,
    "balances"."day" as k1,
    "balances"."balance" as v0
  from "balances"
  left join "accounts" on "accounts"."id" = "balances"."account_id"
  left join "tags" on "tags"."account_id" = "accounts"."id"
),
periods_3 as (
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_3
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
),
facts_4 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day,
    cast(date_trunc('month', "balances"."day") as date) as period,
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
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_4
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  max(m0) as "balances.added_up",
  max(m1) as "balances.known"
from (
  select
    sum(v0) as m0,
    null as m1
  from (
    select distinct
      k0,
      k1,
      v0
    from facts_3
    where json_format(cast(array[cast(facts_3.day as json), cast(facts_3.d0 as json)] as json)) in (
      select json_format(cast(array[cast(days.day as json), cast(picked_1.d0 as json)] as json))
      from (select distinct day from facts_3) as days
      join periods_3 on day < date_add('month', 1, periods_3.d1)
      join picked_1 on picked_1.d1 is not distinct from periods_3.d1
    )
  ) as single
  union all
  select
    null as m0,
    sum(case when place = 1 then v0 end) as m1
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
      where json_format(cast(array[cast(facts_4.day as json), cast(facts_4.d0 as json)] as json)) in (
        select json_format(cast(array[cast(days.day as json), cast(picked_1.d0 as json)] as json))
        from (select distinct day from facts_4) as days
        join periods_4 on day < date_add('month', 1, periods_4.d1)
        join picked_1 on picked_1.d1 is not distinct from periods_4.d1
      )
    ) as single
  ) as placed
) as branches;

-- what is last among the groups that pass may not be last of all
-- ["25"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day,
    cast(date_trunc('month', "balances"."day") as date) as period,
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
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select
  d0 as "tags.tag",
  d1 as "balances.day.month",
  sum(case when place = 1 then v0 end) as "balances.known"
from (
  select
    d0,
    d1,
    v0,
    case when moment is not null then rank() over (partition by d0, d1, p0 order by moment desc nulls last) end as place
  from facts_1
  join periods_1 on day < date_add('month', 1, d1)
) as placed
group by 1, 2
having sum(case when place = 1 then v0 end) > cast(? as bigint)
order by "tags.tag" nulls last, "balances.day.month" nulls last
limit 11;
-- totals
-- ["25"]
with facts_1 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day,
    cast(date_trunc('month', "balances"."day") as date) as period,
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
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_1
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
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
    join periods_1 on day < date_add('month', 1, d1)
  ) as placed
  group by 1, 2
  having sum(case when place = 1 then v0 end) > cast(? as bigint)
),
facts_2 as (
  select distinct
    "tags"."tag" as d0,
    cast("balances"."day" as date) as day,
    cast(date_trunc('month', "balances"."day") as date) as period,
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
  select date_add('month', many * 10000 + few, lo) as d1
  from (
    select
      min(period) as lo,
      max(period) as hi
    from facts_2
  ) as bounds
  cross join unnest(sequence(0, date_diff('month', lo, hi) / 10000)) as outer_steps (many)
  cross join unnest(sequence(0, least(date_diff('month', lo, hi), 9999))) as inner_steps (few)
  where lo <= hi and many * 10000 + few <= date_diff('month', lo, hi)
)
select sum(case when place = 1 then v0 end) as "balances.known"
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
    where json_format(cast(array[cast(facts_2.day as json), cast(facts_2.d0 as json)] as json)) in (
      select json_format(cast(array[cast(days.day as json), cast(picked_1.d0 as json)] as json))
      from (select distinct day from facts_2) as days
      join periods_2 on day < date_add('month', 1, periods_2.d1)
      join picked_1 on picked_1.d1 is not distinct from periods_2.d1
    )
  ) as single
) as placed;
