-- a rolling sum takes the days before the period too, also in periods without rows
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo,
      maxOrNull(day) as hi
    from facts_1
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
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a filter on the time chooses periods, not what rolls into them
-- ["2024-01-26 00:00:00","2024-02-05 00:00:00","2024-02-01 00:00:00","2024-02-01 23:59:59.999999"]
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
  sumOrNull(s0 + toDecimal128(0, 0)) as "orders.three_days"
from facts_1
join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- other filters choose rows
-- ["web","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0,
    count(*) as s1
  from "orders"
  where "channel" = {p1:String}
    and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.month",
  sumOrNull(s0 + toDecimal128(0, 0)) as "orders.running",
  coalesce(sum(s1), 0) as "orders.running_count"
from facts_1
join periods_1 on day < (d0 + toIntervalMonth(1))
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a running sum per group of another dimension
-- ["2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    "channel" as d0,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" < {p1:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select toStartOfMonth(toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day < (d1 + toIntervalMonth(1))
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.month",
  sumOrNull(s0 + toDecimal128(0, 0)) as "orders.running"
from facts_1
join spans_1 on on_day = day
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- windows are of the query's timezone
-- ["2024-01-25 23:00:00","2024-01-31 23:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'Europe/Berlin')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'Europe/Berlin')) as lo,
      maxOrNull(day) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.day",
  sumOrNull(s0 + toDecimal128(0, 0)) as "orders.three_days"
from facts_1
join periods_1 on day >= ((d0 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d0 + toIntervalDay(1))
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a window goes along the date of what a row belongs to
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("orders"."placed_at", 'UTC')) as day,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo,
      maxOrNull(day) as hi
    from facts_1
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
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    toDate32(toTimeZone("orders"."placed_at", 'UTC')) as day,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo,
      maxOrNull(day) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "lines.three_days",
  max(m1) as "lines.quantity"
from (
  select
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
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
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a group without rows on a day has those of the days before
-- ["2024-01-25 00:00:00","2024-01-31 00:00:00"]
with facts_1 as (
  select
    "channel" as d0,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d1
  from (
    select
      toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo,
      maxOrNull(day) as hi
    from facts_1
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day as on_day,
    d1
  from (select distinct day from facts_1) as days
  join periods_1 on day >= ((d1 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d1 + toIntervalDay(1))
)
select
  d0 as "orders.channel",
  d1 as "orders.placed_at.day",
  sumOrNull(s0 + toDecimal128(0, 0)) as "orders.three_days"
from facts_1
join spans_1 on on_day = day
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- beside the day its month and its day of the week, also of days without rows
-- ["2024-01-25 00:00:00","2024-02-08 00:00:00","2024-01-31 00:00:00","2024-02-04 23:59:59.999999","2024-01-31 00:00:00","2024-02-05 00:00:00"]
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
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d1
  from (
    select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
  ) as bounds
  where lo <= hi
),
told_1 as (
  select
    d1,
    toStartOfMonth(toDate32(d1)) as d0,
    toDayOfWeek(d1) as d2
  from periods_1
)
select
  d0 as "orders.placed_at.month",
  d1 as "orders.placed_at.day",
  d2 as "orders.placed_at.day_of_week",
  max(m0) as "orders.three_days",
  max(m1) as "orders.total"
from (
  select
    d0,
    d1,
    d2,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join told_1 on day >= ((d1 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d1 + toIntervalDay(1))
  group by 1, 2, 3
  union all
  select
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
    toDate32(toTimeZone("placed_at", 'UTC')) as d1,
    toDayOfWeek(toTimeZone("placed_at", 'UTC')) as d2,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "orders"
  where "placed_at" >= {p5:DateTime64(6, 'UTC')} and "placed_at" < {p6:DateTime64(6, 'UTC')}
  group by 1, 2, 3
) as branches
group by 1, 2, 3
order by 2 nulls last, 1 nulls last, 3 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- beside the month its year and its number, by another dimension, an earlier year
-- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2"]
with facts_1 as (
  select
    "channel" as d1,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
    and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d2
  from (
    select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
),
told_1 as (
  select
    d2,
    toStartOfYear(toDate32(d2)) as d0,
    toMonth(d2) as d3
  from periods_1
),
spans_1 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_1) as days
  join told_1 on day >= (d2 + toIntervalYear(-1)) and day < ((d2 + toIntervalYear(-1)) + toIntervalMonth(1))
),
facts_2 as (
  select
    "channel" as d1,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" < {p5:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d2
  from (
    select toStartOfMonth(toDate32(toTimeZone({p6:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
),
told_2 as (
  select
    d2,
    toStartOfYear(toDate32(d2)) as d0,
    toMonth(d2) as d3
  from periods_2
),
spans_2 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_2) as days
  join told_2 on day < (d2 + toIntervalMonth(1))
)
select
  d0 as "orders.placed_at.year",
  d1 as "orders.channel",
  d2 as "orders.placed_at.month",
  d3 as "orders.placed_at.month_of_year",
  max(m0) as "orders.last_year",
  max(m1) as "orders.running"
from (
  select
    d0,
    d1,
    d2,
    d3,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join spans_1 on on_day = day
  group by 1, 2, 3, 4
  union all
  select
    d0,
    d1,
    d2,
    d3,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1
  from facts_2
  join spans_2 on on_day = day
  group by 1, 2, 3, 4
) as branches
group by 1, 2, 3, 4
having max(m1) > {p8:Int64}
order by 3 nulls last, 1 nulls last, 2 nulls last, 4 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2","2022-11-29 00:00:00","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999","2024-04-03 00:00:00","2024-01-01 00:00:00","2024-02-29 23:59:59.999999"]
with facts_1 as (
  select
    "channel" as d1,
    toDate32(toTimeZone("placed_at", 'UTC')) as day
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')}
    and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d2
  from (
    select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
),
told_1 as (
  select
    d2,
    toStartOfYear(toDate32(d2)) as d0,
    toMonth(d2) as d3
  from periods_1
),
spans_1 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_1) as days
  join told_1 on day >= (d2 + toIntervalYear(-1)) and day < ((d2 + toIntervalYear(-1)) + toIntervalMonth(1))
),
facts_2 as (
  select
    "channel" as d1,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" < {p5:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d2
  from (
    select toStartOfMonth(toDate32(toTimeZone({p6:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
),
told_2 as (
  select
    d2,
    toStartOfYear(toDate32(d2)) as d0,
    toMonth(d2) as d3
  from periods_2
),
spans_2 as (
  select
    day as on_day,
    d2,
    d0,
    d3
  from (select distinct day from facts_2) as days
  join told_2 on day < (d2 + toIntervalMonth(1))
),
picked_1 as (
  select
    d0,
    d1,
    d2,
    d3
  from (
    select
      d0,
      d1,
      d2,
      d3,
      null as m0
    from facts_1
    join spans_1 on on_day = day
    group by 1, 2, 3, 4
    union all
    select
      d0,
      d1,
      d2,
      d3,
      sumOrNull(s0 + toDecimal128(0, 0)) as m0
    from facts_2
    join spans_2 on on_day = day
    group by 1, 2, 3, 4
  ) as branches
  group by 1, 2, 3, 4
  having max(m0) > {p8:Int64}
),
facts_3 as (
  select
    "channel" as d1,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p9:DateTime64(6, 'UTC')}
    and "placed_at" < {p10:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_3 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d2
  from (
    select toStartOfMonth(toDate32(toTimeZone({p11:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p12:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
),
facts_4 as (
  select
    "channel" as d1,
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" < {p13:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_4 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d2
  from (
    select toStartOfMonth(toDate32(toTimeZone({p14:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p15:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "orders.last_year",
  max(m1) as "orders.running"
from (
  select
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_3
  where toJSONString(tuple(facts_3.day, facts_3.d1)) in (
    select toJSONString(tuple(days.day, picked_1.d1))
    from (select distinct day from facts_3) as days
    join periods_3 on day >= (periods_3.d2 + toIntervalYear(-1)) and day < ((periods_3.d2 + toIntervalYear(-1)) + toIntervalMonth(1))
    join picked_1 on [picked_1.d2] = [periods_3.d2]
  )
  union all
  select
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1
  from facts_4
  where toJSONString(tuple(facts_4.day, facts_4.d1)) in (
    select toJSONString(tuple(days.day, picked_1.d1))
    from (select distinct day from facts_4) as days
    join periods_4 on day < (periods_4.d2 + toIntervalMonth(1))
    join picked_1 on [picked_1.d2] = [periods_4.d2]
  )
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- lines of an order by its day and quarter, what is not added up
-- ["2024-01-26 00:00:00","2024-02-06 00:00:00","2024-02-01 00:00:00","2024-02-02 23:59:59.999999"]
with facts_1 as (
  select
    toDate32(toTimeZone("orders"."placed_at", 'UTC')) as day,
    sumOrNull("lines"."quantity" + toDecimal128(0, 0)) as s0
  from "lines"
  left join "orders" on "orders"."id" = "lines"."order_id"
  where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')}
    and "orders"."placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d1
  from (
    select toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) as hi
  ) as bounds
  where lo <= hi
),
told_1 as (
  select
    d1,
    toStartOfQuarter(toDate32(d1)) as d0
  from periods_1
)
select
  d0 as "orders.placed_at.quarter",
  d1 as "orders.placed_at.day",
  sumOrNull(s0 + toDecimal128(0, 0)) as "lines.three_days"
from facts_1
join told_1 on day >= ((d1 + toIntervalDay(1)) + toIntervalDay(-3)) and day < (d1 + toIntervalDay(1))
group by 1, 2
order by 2 nulls last, 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
