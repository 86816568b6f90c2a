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
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo,
      maxOrNull(d0) as hi
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
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
  select arrayJoin(arrayMap(i -> lo + toIntervalYear(i), range(greatest(ifNull(dateDiff('year', lo, hi) + 1, 0), 0)))) as d1
  from (
    select
      minOrNull(d1) as lo,
      maxOrNull(d1) as hi
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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      toStartOfMonth(toDate32({p3:Date32})) as lo,
      maxOrNull(d0) as hi
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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

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
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      toStartOfMonth(toDate32({p2:Date32})) as lo,
      maxOrNull(d0) as hi
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
