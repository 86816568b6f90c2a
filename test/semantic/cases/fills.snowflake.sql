-- Never run on snowflake itself: see shared/semantic/dialects/README.md for what it rests on.

-- fillGaps adds the periods between the first and the last
-- ["2024-01-01 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with groups_1 as (
  select
    cast(cast(convert_timezone('UTC', "placed_at") as timestamp_ntz) as date) as d0,
    sum("amount") as m0,
    count(*) as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(day, cast(steps.value as integer), lo) as d0
  from (
    select
      cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date) as lo,
      case when max(d0) >= dateadd(day, 100000, cast(cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz) as date)) then cast(concat('fillGaps: over 100000 periods', substr(cast(max(d0) as varchar), 1, 0)) as date) else max(d0) end as hi
    from groups_1
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(day, lo, hi) + 1)) as steps
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
    cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', "placed_at") as timestamp_ntz)) as date) as d0,
    sum("amount") as m0,
    count(*) as m1
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz) and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(month, cast(steps.value as integer), lo) as d0
  from (
    select cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as lo, cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', cast(? as timestamp_ntz)) as timestamp_ntz)) as date) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
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
    cast(date_trunc('year', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as date) as d1,
    sum("amount") as m0
  from "orders"
  group by 1, 2
),
periods_1 as (
  select dateadd(year, cast(steps.value as integer), lo) as d1
  from (
    select
      min(d1) as lo,
      max(d1) as hi
    from groups_1
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(year, lo, hi) + 1)) as steps
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
  select dateadd(month, cast(steps.value as integer), lo) as d0
  from (
    select
      cast(date_trunc('month', cast(? as date)) as date) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
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
having coalesce(max(m0), 0) < cast(? as number(38, 0))
order by "balances.day.month" nulls last
limit 21;

-- fillGaps of hours
-- ["2024-02-04 21:30:00","2024-02-05 01:00:00","2024-02-04 21:30:00","2024-02-05 00:59:59.999999"]
with groups_1 as (
  select
    date_trunc('hour', cast(convert_timezone('UTC', "placed_at") as timestamp_ntz)) as d0,
    count(*) as m0
  from "orders"
  where "placed_at" >= cast(? as timestamp_ntz)
    and "placed_at" < cast(? as timestamp_ntz)
  group by 1
),
periods_1 as (
  select dateadd(hour, cast(steps.value as integer), lo) as d0
  from (
    select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
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
  select dateadd(month, cast(steps.value as integer), lo) as d0
  from (
    select
      cast(date_trunc('month', cast(? as date)) as date) as lo,
      max(d0) as hi
    from groups_1
  ) as bounds
  cross join lateral flatten(input => array_generate_range(0, datediff(month, lo, hi) + 1)) as steps
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
having coalesce(max(m0), 0) < cast(? as number(38, 0))
order by "balances.day.month" nulls last
limit 11;
-- totals
-- ["2023-12-01","4","2023-12-01"]
with picked_1 as (
  select cast(date_trunc('month', "day") as date) as d0
  from "balances"
  where "day" >= cast(? as date)
  group by 1
  having count(*) < cast(? as number(38, 0))
)
select count(*) as "balances.count"
from "balances"
where "balances"."day" >= cast(? as date)
  and to_json(array_construct(cast(date_trunc('month', "balances"."day") as date))) in (
    select to_json(array_construct(picked_1.d0))
    from picked_1
  );
