-- a fiscal year comes as its first day
select
  toDate32(((toStartOfYear(toDate32(((toDate32(toTimeZone("placed_at", 'UTC')) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as "orders.placed_at.fiscal_year",
  sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- it begins in the query's timezone
select
  toDate32(((toStartOfYear(toDate32(((toDate32(toTimeZone("placed_at", 'America/New_York')) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as "orders.placed_at.fiscal_year",
  sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the quarters of a fiscal year, with those that have no rows
-- ["2023-02-01 00:00:00","2024-02-01 00:00:00","2023-02-01 00:00:00","2024-01-31 23:59:59.999999"]
with groups_1 as (
  select
    toDate32(((toStartOfQuarter(toDate32(((toDate32(toTimeZone("placed_at", 'UTC')) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0
  from "orders"
  where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalQuarter(i), range(greatest(ifNull(dateDiff('quarter', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32(((toStartOfQuarter(toDate32(((toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC')) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as lo, toDate32(((toStartOfQuarter(toDate32(((toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC')) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.fiscal_quarter",
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

-- the last days of long months are in their fiscal quarter
select
  toDate32(((toStartOfQuarter(toDate32(((toDate32("due") + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as "orders.due.fiscal_quarter",
  sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a fiscal year to date, beside the same part of the year before
-- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
),
facts_3 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p9:DateTime64(6, 'UTC')}
    and "placed_at" < {p10:DateTime64(6, 'UTC')}
  group by 1
),
periods_3 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32(toTimeZone({p11:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p12:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.placed_at.month",
  max(m0) as "orders.year_to_date",
  max(m1) as "orders.year_before",
  max(m2) as "orders.at_start"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on day >= toDate32(((toStartOfYear(toDate32(((toDate32((((d0 + toIntervalMonth(1)) + toIntervalDay(-1)))) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) and day < (d0 + toIntervalMonth(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1,
    null as m2
  from facts_2
  join periods_2 on day >= toDate32(((toStartOfYear(toDate32(((toDate32(((((d0 + toIntervalYear(-1)) + toIntervalMonth(1)) + toIntervalDay(-1)))) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) and day < ((d0 + toIntervalYear(-1)) + toIntervalMonth(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sumOrNull(s0 + toDecimal128(0, 0)) as m2
  from facts_3
  join periods_3 on day >= toDate32(((toStartOfYear(toDate32(((toDate32(d0) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) and day < (toDate32(((toStartOfYear(toDate32(((toDate32(d0) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) + toIntervalMonth(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2021-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999","2022-10-30 00:00:00","2024-05-03 00:00:00","2023-12-01 00:00:00","2024-03-31 23:59:59.999999"]
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'))) as hi
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
),
facts_3 as (
  select
    toDate32(toTimeZone("placed_at", 'UTC')) as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  where "placed_at" >= {p9:DateTime64(6, 'UTC')}
    and "placed_at" < {p10:DateTime64(6, 'UTC')}
  group by 1
),
periods_3 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32(toTimeZone({p11:DateTime64(6, 'UTC')}, 'UTC'))) as lo, toStartOfMonth(toDate32(toTimeZone({p12:DateTime64(6, 'UTC')}, 'UTC'))) as hi
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "orders.year_to_date",
  max(m1) as "orders.year_before",
  max(m2) as "orders.at_start"
from (
  select
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2
  from facts_1
  where day in (
    select day
    from (select distinct day from facts_1) as days
    join periods_1 on day >= toDate32(((toStartOfYear(toDate32(((toDate32((((periods_1.d0 + toIntervalMonth(1)) + toIntervalDay(-1)))) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) and day < (periods_1.d0 + toIntervalMonth(1))
  )
  union all
  select
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1,
    null as m2
  from facts_2
  where day in (
    select day
    from (select distinct day from facts_2) as days
    join periods_2 on day >= toDate32(((toStartOfYear(toDate32(((toDate32(((((periods_2.d0 + toIntervalYear(-1)) + toIntervalMonth(1)) + toIntervalDay(-1)))) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) and day < ((periods_2.d0 + toIntervalYear(-1)) + toIntervalMonth(1))
  )
  union all
  select
    null as m0,
    null as m1,
    sumOrNull(s0 + toDecimal128(0, 0)) as m2
  from facts_3
  where day in (
    select day
    from (select distinct day from facts_3) as days
    join periods_3 on day >= toDate32(((toStartOfYear(toDate32(((toDate32(periods_3.d0) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) and day < (toDate32(((toStartOfYear(toDate32(((toDate32(periods_3.d0) + toIntervalMonth(-1))))) + toIntervalMonth(1)))) + toIntervalMonth(1))
  )
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what has come together by the end of each fiscal quarter
with facts_1 as (
  select
    toDate32("due") as day,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "orders"
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalQuarter(i), range(greatest(ifNull(dateDiff('quarter', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(toDate32(((toStartOfQuarter(toDate32(((toDate32(day) + toIntervalMonth(-1))))) + toIntervalMonth(1))))) as lo,
      maxOrNull(toDate32(((toStartOfQuarter(toDate32(((toDate32(day) + toIntervalMonth(-1))))) + toIntervalMonth(1))))) as hi
    from facts_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "orders.due.fiscal_quarter",
  sumOrNull(s0 + toDecimal128(0, 0)) as "orders.running"
from facts_1
join periods_1 on day < (d0 + toIntervalQuarter(1))
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the fiscal quarter before this one
-- ["2023-11-01 00:00:00","2024-02-01 00:00:00"]
select sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
where "placed_at" >= {p1:DateTime64(6, 'UTC')} and "placed_at" < {p2:DateTime64(6, 'UTC')}
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the quarters of this fiscal year
-- ["2024-02-01","2025-02-01"]
select
  toDate32(((toStartOfQuarter(toDate32(((toDate32("due") + toIntervalMonth(-1))))) + toIntervalMonth(1)))) as "orders.due.fiscal_quarter",
  sumOrNull("amount" + toDecimal128(0, 0)) as "orders.total"
from "orders"
where "due" >= {p1:Date32} and "due" < {p2:Date32}
group by 1
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
