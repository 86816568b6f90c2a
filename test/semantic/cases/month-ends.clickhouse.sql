-- a month before the 28th to the 31st of March is each time the 28th of February
-- ["2023-02-24","2023-04-03","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p1:Date32}
    and "day" < {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.day",
  max(m0) as "sales.month_ago",
  max(m1) as "sales.total"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalDay(1))
  group by 1
  union all
  select
    toDate32("day") as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "sales"
  where "day" between {p5:Date32} and {p6:Date32}
  group by 1
) as branches
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a month after the 28th to the 31st of January is the last day of February
-- ["2023-01-24","2023-03-03","2023-01-27","2023-01-31"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p1:Date32}
    and "day" < {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.day",
  sumOrNull(s0 + toDecimal128(0, 0)) as "sales.in_a_month"
from facts_1
join periods_1 on day_ >= (d0 + toIntervalMonth(1)) and day_ < ((d0 + toIntervalMonth(1)) + toIntervalDay(1))
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a year before the 29th of February and a quarter before the 31st of May
-- ["2023-02-25","2024-06-03","2024-02-28","2024-05-31","2023-11-25","2024-06-03","2024-02-28","2024-05-31"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p1:Date32}
    and "day" < {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p5:Date32}
    and "day" < {p6:Date32}
  group by 1
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p7:Date32}) as lo, toDate32({p8:Date32}) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.day",
  max(m0) as "sales.year_ago",
  max(m1) as "sales.quarter_ago"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= (d0 + toIntervalYear(-1)) and day_ < ((d0 + toIntervalYear(-1)) + toIntervalDay(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1
  from facts_2
  join periods_2 on day_ >= (d0 + toIntervalQuarter(-1)) and day_ < ((d0 + toIntervalQuarter(-1)) + toIntervalDay(1))
  group by 1
) as branches
group by 1
having max(m0) is not null
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a quarter before each day of the end of May is the end of February
-- ["2024-02-25","2024-06-03","2024-05-28","2024-05-31"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p1:Date32}
    and "day" < {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.day",
  sumOrNull(s0 + toDecimal128(0, 0)) as "sales.quarter_ago"
from facts_1
join periods_1 on day_ >= (d0 + toIntervalQuarter(-1)) and day_ < ((d0 + toIntervalQuarter(-1)) + toIntervalDay(1))
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the month before to date goes up to its last day where it has no such day
-- ["2023-01-24","2023-04-03","2023-03-27","2023-03-31"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p1:Date32}
    and "day" < {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.day",
  sumOrNull(s0 + toDecimal128(0, 0)) as "sales.to_date_month_ago"
from facts_1
join periods_1 on day_ >= toStartOfMonth(toDate32(((((d0 + toIntervalMonth(-1)) + toIntervalDay(1)) + toIntervalDay(-1))))) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalDay(1))
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- of a week that ends on the 30th of March too
-- ["2024-01-08","2024-04-15","2024-03-17","2024-04-06"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p1:Date32}
    and "day" < {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalWeek(i), range(greatest(ifNull(intDiv(dateDiff('day', lo, hi), 7) + 1, 0), 0)))) as d0
  from (
    select toStartOfWeek(toDate32({p3:Date32}), 0) as lo, toStartOfWeek(toDate32({p4:Date32}), 0) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.week",
  sumOrNull(s0 + toDecimal128(0, 0)) as "sales.to_date_month_ago"
from facts_1
join periods_1 on day_ >= toStartOfMonth(toDate32(((((((d0 + toIntervalWeek(1)) + toIntervalDay(-1)) + toIntervalMonth(-1)) + toIntervalDay(1)) + toIntervalDay(-1))))) and day_ < ((((d0 + toIntervalWeek(1)) + toIntervalDay(-1)) + toIntervalMonth(-1)) + toIntervalDay(1))
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a month before whole weeks counts each day once
-- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p1:Date32}
    and "day" < {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalWeek(i), range(greatest(ifNull(intDiv(dateDiff('day', lo, hi), 7) + 1, 0), 0)))) as d0
  from (
    select toStartOfWeek(toDate32({p3:Date32}), 1) as lo, toStartOfWeek(toDate32({p4:Date32}), 1) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.week",
  sumOrNull(s0 + toDecimal128(0, 0)) as "sales.month_ago"
from facts_1
join periods_1 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalWeek(1)) + toIntervalMonth(-1))
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- totals
-- ["2024-02-09","2024-04-16","2024-03-18","2024-04-07"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p1:Date32}
    and "day" < {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalWeek(i), range(greatest(ifNull(intDiv(dateDiff('day', lo, hi), 7) + 1, 0), 0)))) as d0
  from (
    select toStartOfWeek(toDate32({p3:Date32}), 1) as lo, toStartOfWeek(toDate32({p4:Date32}), 1) as hi
  ) as bounds
  where lo <= hi
)
select sumOrNull(s0 + toDecimal128(0, 0)) as "sales.month_ago"
from facts_1
where day_ in (
  select day_
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ >= (periods_1.d0 + toIntervalMonth(-1)) and day_ < ((periods_1.d0 + toIntervalWeek(1)) + toIntervalMonth(-1))
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- what has rolled up to the same day a year ago
-- ["2024-01-28","2024-03-04","2024-02-28","2024-03-01","2023-01-28","2024-03-04","2024-02-28","2024-03-01"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p1:Date32}
    and "day" < {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p5:Date32}
    and "day" < {p6:Date32}
  group by 1
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p7:Date32}) as lo, toDate32({p8:Date32}) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.day",
  max(m0) as "sales.month_rolled",
  max(m1) as "sales.month_rolled_year_ago"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= ((d0 + toIntervalDay(1)) + toIntervalDay(-28)) and day_ < (d0 + toIntervalDay(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1
  from facts_2
  join periods_2 on day_ >= (((d0 + toIntervalYear(-1)) + toIntervalDay(1)) + toIntervalDay(-28)) and day_ < ((d0 + toIntervalYear(-1)) + toIntervalDay(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- two offsets in one unit are one, in two units one after the other
-- ["2023-01-25","2023-04-04","2023-03-28","2023-04-01","2023-02-24","2023-04-04","2023-03-28","2023-04-01","2023-03-25","2023-04-04","2023-03-28","2023-04-01"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p1:Date32}
    and "day" < {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p3:Date32}) as lo, toDate32({p4:Date32}) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p5:Date32}
    and "day" < {p6:Date32}
  group by 1
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p7:Date32}) as lo, toDate32({p8:Date32}) as hi
  ) as bounds
  where lo <= hi
),
facts_3 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p9:Date32}
    and "day" < {p10:Date32}
  group by 1
),
periods_3 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p11:Date32}) as lo, toDate32({p12:Date32}) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.day",
  max(m0) as "sales.two_months_ago",
  max(m1) as "sales.day_and_month_ago",
  max(m2) as "sales.there_and_back"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on day_ >= (d0 + toIntervalMonth(-2)) and day_ < ((d0 + toIntervalMonth(-2)) + toIntervalDay(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1,
    null as m2
  from facts_2
  join periods_2 on day_ >= ((d0 + toIntervalDay(-1)) + toIntervalMonth(-1)) and day_ < (((d0 + toIntervalDay(-1)) + toIntervalMonth(-1)) + toIntervalDay(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sumOrNull(s0 + toDecimal128(0, 0)) as m2
  from facts_3
  join periods_3 on day_ >= d0 and day_ < (d0 + toIntervalDay(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a ratio a year ago
-- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0,
    count(*) as s1
  from "sales"
  where "day" >= {p3:Date32}
    and "day" < {p4:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p5:Date32})) as lo, toStartOfMonth(toDate32({p6:Date32})) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.month",
  1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
  (1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
  1e0 * (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
from (
  select
    toStartOfMonth(toDate32("day")) as d0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "sales"
  where "day" >= {p1:Date32} and "day" < {p2:Date32}
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sumOrNull(s0 + toDecimal128(0, 0)) as m2,
    coalesce(sum(s1), 0) as m3
  from facts_1
  join periods_1 on day_ >= (d0 + toIntervalYear(-1)) and day_ < ((d0 + toIntervalYear(-1)) + toIntervalMonth(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["2024-02-01","2024-04-01","2022-12-30","2024-05-03","2024-02-01","2024-03-31"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0,
    count(*) as s1
  from "sales"
  where "day" >= {p3:Date32}
    and "day" < {p4:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p5:Date32})) as lo, toStartOfMonth(toDate32({p6:Date32})) as hi
  ) as bounds
  where lo <= hi
)
select
  1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0) as "sales.mean",
  (1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as "sales.mean_year_ago",
  1e0 * (1e0 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1e0 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as "sales.mean_growth"
from (
  select
    sumOrNull("amount" + toDecimal128(0, 0)) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from "sales"
  where "day" >= {p1:Date32} and "day" < {p2:Date32}
  union all
  select
    null as m0,
    null as m1,
    sumOrNull(s0 + toDecimal128(0, 0)) as m2,
    coalesce(sum(s1), 0) as m3
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days
    join periods_1 on day_ >= (periods_1.d0 + toIntervalYear(-1)) and day_ < ((periods_1.d0 + toIntervalYear(-1)) + toIntervalMonth(1))
  )
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- row access holds in the periods that offsets lead to
-- ["west","2023-02-25","2024-04-01","2024-03-28","2024-03-29"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from (
    select *
    from "sales" as "own_sales"
    where "region" in ({p1:String})
  ) as "own_sales"
  where "day" >= {p2:Date32}
    and "day" < {p3:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalDay(i), range(greatest(ifNull(dateDiff('day', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toDate32({p4:Date32}) as lo, toDate32({p5:Date32}) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "own_sales.day.day",
  sumOrNull(s0 + toDecimal128(0, 0)) as "own_sales.year_and_month_ago"
from facts_1
join periods_1 on day_ >= ((d0 + toIntervalMonth(-1)) + toIntervalYear(-1)) and day_ < (((d0 + toIntervalMonth(-1)) + toIntervalYear(-1)) + toIntervalDay(1))
group by 1
order by 1 nulls last
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
