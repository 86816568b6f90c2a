-- last year stands beside this year
-- ["2024-01-01 00:00:00","2022-11-29 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day))) as hi
    from facts_1
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
    sumOrNull(s0 + toDecimal128(0, 0)) as m1
  from facts_1
  join periods_1 on day >= (d0 + toIntervalYear(-1)) and day < ((d0 + toIntervalYear(-1)) + toIntervalMonth(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the month before, also where this month has no rows
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  group by 1
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(toStartOfMonth(toDate32(day))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day))) as hi
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
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= (d0 + toIntervalMonth(-1)) and day < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1
  from facts_2
  join periods_2 on day < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- last month's rows of a child, asked from its parent
-- ["2023-10-29 00:00:00","2024-01-01 00:00:00","2024-01-01 00:00:00"]
with facts_1 as (
  select
    "lines"."sku" as d0,
    toDate32(toTimeZone("orders"."placed_at", 'UTC')) as day,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select
      toStartOfMonth(toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC'))) as lo,
      maxOrNull(toStartOfMonth(toDate32(day))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day >= (d1 + toIntervalMonth(-1)) and day < ((d1 + toIntervalMonth(-1)) + toIntervalMonth(1))
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
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join spans_1 on on_day = day
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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- last month's closing balance stands beside this month's
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
  join periods_1 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
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
    join spans_1 on on_day = day_
  ) as placed
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
