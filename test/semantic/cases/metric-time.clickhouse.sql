-- each measure is counted by the time of its own model
-- ["ann","bob"]
select
  d0 as "metric_time.month",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    toStartOfMonth(toDate32("day")) as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from (
    select *
    from "refunds"
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ({p1:String}, {p2:String})
    )
  ) as "refunds"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a filter on it acts on each model's own time, dates and moments of the query's timezone
-- ["2024-02-01 05:00:00","2024-04-01 04:00:00","ann","bob","2024-02-01","2024-03-31"]
select
  d0 as "customers.name",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    "customers"."name" as d0,
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  left join "customers" on "customers"."id" = "orders"."customer_id"
  where "orders"."placed_at" >= {p1:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
  union all
  select
    "customers"."name" as d0,
    null as m0,
    sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as m1
  from (
    select *
    from "refunds"
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ({p3:String}, {p4:String})
    )
  ) as "refunds"
  left join "customers" on "customers"."id" = "refunds"."customer_id"
  where "refunds"."day" between {p5:Date32} and {p6:Date32}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- fillGaps adds the months in which no fact has rows
-- ["ann","bob"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
      sumOrNull("amount" + toDecimal128(0, 0)) as m0,
      null as m1
    from "orders"
    where "placed_at" is not null
    group by 1
    union all
    select
      toStartOfMonth(toDate32("day")) as d0,
      null as m0,
      sumOrNull("amount" + toDecimal128(0, 0)) as m1
    from (
      select *
      from "refunds"
      where "refunds"."customer_id" in (
        select "customers"."id"
        from "customers"
        where "customers"."name" in ({p1:String}, {p2:String})
      )
    ) as "refunds"
    where "day" is not null
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(d0) as lo,
      maxOrNull(d0) as hi
    from groups_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "metric_time.month",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- totals of the periods that a filter on one fact keeps
-- ["ann","bob","0"]
select
  d0 as "metric_time.quarter",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    toStartOfQuarter(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  group by 1
  union all
  select
    toStartOfQuarter(toDate32("day")) as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from (
    select *
    from "refunds"
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ({p1:String}, {p2:String})
    )
  ) as "refunds"
  group by 1
) as branches
group by 1
having max(m1) > {p3:Int64}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["ann","bob","0","ann","bob"]
with picked_1 as (
  select d0
  from (
    select
      toStartOfQuarter(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
      null as m0
    from "orders"
    group by 1
    union all
    select
      toStartOfQuarter(toDate32("day")) as d0,
      sumOrNull("amount" + toDecimal128(0, 0)) as m0
    from (
      select *
      from "refunds"
      where "refunds"."customer_id" in (
        select "customers"."id"
        from "customers"
        where "customers"."name" in ({p1:String}, {p2:String})
      )
    ) as "refunds"
    group by 1
  ) as branches
  group by 1
  having max(m0) > {p3:Int64}
)
select
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select
    sumOrNull("orders"."amount" + toDecimal128(0, 0)) as m0,
    null as m1
  from "orders"
  where toJSONString(tuple(toStartOfQuarter(toDate32(toTimeZone("orders"."placed_at", 'UTC'))))) in (
    select toJSONString(tuple(picked_1.d0))
    from picked_1
  )
  union all
  select
    null as m0,
    sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as m1
  from (
    select *
    from "refunds"
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ({p4:String}, {p5:String})
    )
  ) as "refunds"
  where toJSONString(tuple(toStartOfQuarter(toDate32("refunds"."day")))) in (
    select toJSONString(tuple(picked_1.d0))
    from picked_1
  )
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a window along a model's time goes along it
-- ["ann","bob","ann","bob"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  group by 1
),
extent_1 as (
  select
    minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
    maxOrNull(toStartOfMonth(toDate32(day_))) as latest
  from facts_1
  union all
  select
    minOrNull(toStartOfMonth(toDate32("day"))) as earliest,
    maxOrNull(toStartOfMonth(toDate32("day"))) as latest
  from (
    select *
    from "refunds"
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ({p1:String}, {p2:String})
    )
  ) as "refunds"
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(earliest) as lo,
      maxOrNull(latest) as hi
    from extent_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "metric_time.month",
  max(m0) as "orders.running",
  max(m1) as "refunds.total"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ < (d0 + toIntervalMonth(1))
  group by 1
  union all
  select
    toStartOfMonth(toDate32("day")) as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from (
    select *
    from "refunds"
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ({p3:String}, {p4:String})
    )
  ) as "refunds"
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the orders of months with many refunds
-- ["ann","bob","30"]
with asked_1 as (
  select toStartOfMonth(toDate32("day")) as d0
  from (
    select *
    from "refunds"
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ({p1:String}, {p2:String})
    )
  ) as "refunds"
  group by 1
  having sumOrNull("amount" + toDecimal128(0, 0)) > {p3:Int64}
)
select sumOrNull("orders"."amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
where toJSONString(tuple(toStartOfMonth(toDate32(toTimeZone("orders"."placed_at", 'UTC'))))) in (
  select toJSONString(tuple(asked_1.d0))
  from asked_1
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- fillGaps reaches to the bounds of a filter on the same time by its own name
-- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
with groups_1 as (
  select
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
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
  d0 as "metric_time.month",
  max(m0) as "orders.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- and of one on it, where the time has its own name
-- ["2023-12-01 00:00:00","2024-06-01 00:00:00","2023-12-01 00:00:00","2024-05-31 23:59:59.999999"]
with groups_1 as (
  select
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
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
  max(m0) as "orders.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the days of another model's time, which the measure alone is measured by
-- ["ann","bob","2024-02-27","2024-03-01","2024-02-27","2024-02-28","2024-03-01"]
with groups_1 as (
  select
    toDate32("day") as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0
  from (
    select *
    from "refunds"
    where "refunds"."customer_id" in (
      select "customers"."id"
      from "customers"
      where "customers"."name" in ({p1:String}, {p2:String})
    )
  ) as "refunds"
  where "day" between {p3:Date32} and {p4:Date32}
    and "day" > {p5:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p6:Date32}) as lo, toDate32({p7:Date32}) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "metric_time.day",
  max(m0) as "refunds.total"
from (
  select d0, m0 from groups_1
  union all
  select d0, null as m0
  from periods_1
) as filled
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a filter on the time of one fact bounds no periods of another
-- ["2024-04-01 00:00:00","2024-05-01 00:00:00","ann","bob","2024-04-01 00:00:00","2024-05-01 00:00:00"]
with groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
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
      toStartOfMonth(toDate32("refunds"."day")) as d0,
      null as m0,
      sumOrNull("refunds"."amount" + toDecimal128(0, 0)) as m1
    from (
      select *
      from "refunds"
      where "refunds"."customer_id" in (
        select "customers"."id"
        from "customers"
        where "customers"."name" in ({p3:String}, {p4:String})
      )
    ) as "refunds"
    left join "customers" on "customers"."id" = "refunds"."customer_id"
    where "customers"."id" in (
      select "orders"."customer_id"
      from "orders"
      where "orders"."placed_at" >= {p5:DateTime64(6, 'UTC')} and "orders"."placed_at" < {p6:DateTime64(6, 'UTC')}
    )
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(d0) as lo,
      maxOrNull(d0) as hi
    from groups_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "metric_time.month",
  max(m0) as "orders.total",
  max(m1) as "refunds.total"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a window by day, told by the month of the same time under its other name
-- ["2024-04-05 00:00:00","2024-03-31 00:00:00","2024-04-01 23:59:59.999999"]
with facts_1 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" < {p1:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d1
  from (
    select toDate32(toTimeZone({p2:DateTime64(6, 'UTC')}, 'UTC')) as lo, toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) as hi
  ) as bounds
  where lo <= hi
),
told_1 as (
  select
    d1,
    toStartOfMonth(toDate32(d1)) as d0
  from periods_1
)
select
  d0 as "metric_time.month",
  d1 as "orders.placed_at.day",
  sumOrNull(s0 + toDecimal128(0, 0)) as "orders.running"
from facts_1
join told_1 on day < (d1 + toIntervalDay(1))
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- what one fact gains along its own time, for each month of another fact's
with groups_1 as (
  select
    toStartOfMonth(toDate32(toTimeZone("placed_at", 'UTC'))) as d0,
    toStartOfMonth(toDate32("paid_on")) as d1,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0
  from "orders"
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(d0) as lo,
      maxOrNull(d0) as hi
    from groups_1
  ) as bounds
  where lo <= hi
),
results_1 as (
  select
    d0,
    d1,
    max(m0) as x0,
    case when max(present) = 1 then 1 else 0 end as shown
  from (
  select d0, d1, m0, 1 as present from groups_1
  union all
  select d0, d1, null as m0, 0 as present
  from periods_1
  cross join (select distinct d1 from groups_1) as others
) as filled
  group by 1, 2
),
calculated_1 as (
  select
    d0,
    d1,
    x0,
    shown,
    case when d0 is not null then x0 - lagInFrame(toNullable(x0), 1) over (partition by d1 order by d0 nulls last rows between unbounded preceding and unbounded following) end as c0
  from results_1
)
select
  d0 as "metric_time.month",
  d1 as "customers.orders.paid_on.month",
  x0 as "orders.total",
  c0 as "gain"
from calculated_1
where shown = 1
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
