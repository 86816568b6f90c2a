-- from the first of the month to each day
-- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
    and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.day",
  sumOrNull(s0 + toDecimal128(0, 0)) as "orders.month_to_date"
from facts_1
join periods_1 on day >= toStartOfMonth(toDate32((((d0 + toIntervalDay(1)) + toIntervalDay(-1))))) and day < (d0 + toIntervalDay(1))
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["2023-12-28 00:00:00","2024-02-09 00:00:00","2024-01-31 00:00:00","2024-02-05 23:59:59.999999"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
    and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
  ) as bounds
  where lo <= hi
)
select sumOrNull(s0 + toDecimal128(0, 0)) as "orders.month_to_date"
from facts_1
where day in (
  select day
  from (select distinct day from facts_1) as days
  join periods_1 on day >= toStartOfMonth(toDate32((((periods_1.d0 + toIntervalDay(1)) + toIntervalDay(-1))))) and day < (periods_1.d0 + toIntervalDay(1))
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a week that begins in another month counts from the first of the month that it ends in
-- ["2023-12-20 00:00:00","2024-02-21 00:00:00","2024-01-29 00:00:00","2024-02-11 23:59:59.999999"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
    and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalWeek(i), range(greatest(ifNull(intDiv(dateDiff('day', lo, hi), 7) + 1, 0), 0)))) as d0
  from (
    select toStartOfWeek(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')), 1) as lo, toStartOfWeek(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')), 1) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.week",
  sumOrNull(s0 + toDecimal128(0, 0)) as "orders.month_to_date"
from facts_1
join periods_1 on day >= toStartOfMonth(toDate32((((d0 + toIntervalWeek(1)) + toIntervalDay(-1))))) and day < (d0 + toIntervalWeek(1))
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the same part of the month before
-- ["2024-01-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999","2023-12-27 00:00:00","2024-03-08 00:00:00","2024-03-01 00:00:00","2024-03-04 23:59:59.999999"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
    and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p5:DateTime64(6, 'UTC')}
    and "placed_at" < {p6:DateTime64(6, 'UTC')}
  group by 1
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC')) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.day",
  max(m0) as "orders.month_to_date",
  max(m1) as "orders.month_before_to_date"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day >= toStartOfMonth(toDate32((((d0 + toIntervalDay(1)) + toIntervalDay(-1))))) and day < (d0 + toIntervalDay(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1
  from facts_2
  join periods_2 on day >= toStartOfMonth(toDate32(((((d0 + toIntervalMonth(-1)) + toIntervalDay(1)) + toIntervalDay(-1))))) and day < ((d0 + toIntervalMonth(-1)) + toIntervalDay(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- beside the first month of the year
-- ["2024-01-01 00:00:00","2024-04-01 00:00:00","2022-11-29 00:00:00","2024-05-03 00:00:00","2024-01-01 00:00:00","2024-03-31 23:59:59.999999"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p3:DateTime64(6, 'UTC')}
    and "placed_at" < {p4:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32(toTimeZone({p5:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p6:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.total",
  max(m1) as "orders.at_year_start"
from (
  select
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1
  from facts_1
  join periods_1 on day >= toStartOfYear(toDate32(d0)) and day < (toStartOfYear(toDate32(d0)) + toIntervalMonth(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
