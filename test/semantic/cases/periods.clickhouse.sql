-- a balance goes on to the end that the filter names, past the last row
-- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" < {p1:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p2:Date32})) as lo, toStartOfMonth(toDate32({p3:Date32})) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.month",
  max(m0) as "sales.running",
  max(m1) as "sales.total"
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
  from "sales"
  where "day" >= {p4:Date32} and "day" < {p5:Date32}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["2024-08-03","2024-04-01","2024-06-30","2024-04-01","2024-07-01"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" < {p1:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p2:Date32})) as lo, toStartOfMonth(toDate32({p3:Date32})) as hi
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "sales.running",
  max(m1) as "sales.total"
from (
  select
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days
    join periods_1 on day_ < (periods_1.d0 + toIntervalMonth(1))
  )
  union all
  select
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "sales"
  where "day" >= {p4:Date32} and "day" < {p5:Date32}
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a balance in a month after all rows
-- ["2024-08-03","2024-06-01","2024-06-30"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" < {p1:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p2:Date32})) as lo, toStartOfMonth(toDate32({p3:Date32})) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.month",
  sumOrNull(s0 + toDecimal128(0, 0)) as "sales.running"
from facts_1
join periods_1 on day_ < (d0 + toIntervalMonth(1))
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- balances stand in the periods that fillGaps adds, for every combination
-- ["2024-07-03","2024-03-01","2024-05-31","2024-03-01","2024-05-31"]
with facts_1 as (
  select
    "shop" as d0,
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" < {p1:Date32}
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select toStartOfMonth(toDate32({p2:Date32})) as lo, toStartOfMonth(toDate32({p3:Date32})) as hi
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    day_ as on_day,
    d1
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ < (d1 + toIntervalMonth(1))
),
groups_1 as (
  select
    d0,
    d1,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0
  from facts_1
  join spans_1 on on_day = day_
  group by 1, 2
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d1
  from (
    select toStartOfMonth(toDate32({p4:Date32})) as lo, toStartOfMonth(toDate32({p5:Date32})) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.shop",
  d1 as "sales.day.month",
  max(m0) as "sales.running"
from (
  select d0, d1, m0 from groups_1
  union all
  select d0, d1, null as m0
  from periods_2
  cross join (select distinct d0 from groups_1) as others
) as filled
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the month after the last row has that row's month beside it
-- ["2024-01-28","2025-02-03","2024-04-01","2024-12-31","2024-04-01","2025-01-01"]
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.month",
  max(m0) as "sales.last_month",
  max(m1) as "sales.total"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= (d0 + toIntervalMonth(-1)) and day_ < ((d0 + toIntervalMonth(-1)) + toIntervalMonth(1))
  group by 1
  union all
  select
    toStartOfMonth(toDate32("day")) as d0,
    null as m0,
    sumOrNull("amount" + toDecimal128(0, 0)) as m1
  from "sales"
  where "day" >= {p5:Date32} and "day" < {p6:Date32}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the month before the first row has that row's month after it
-- ["2023-05-03","2022-11-28","2023-01-01","2023-02-28"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" < {p1:Date32}
    and "day" >= {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.month",
  sumOrNull(s0 + toDecimal128(0, 0)) as "sales.next_month"
from facts_1
join periods_1 on day_ >= (d0 + toIntervalMonth(1)) and day_ < ((d0 + toIntervalMonth(1)) + toIntervalMonth(1))
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- where no filter ends the periods, the rows of another fact do
-- ["2024-02-01","2024-02-01","2024-02-01"]
with facts_1 as (
  select
    toDate32("days"."day") as day_,
    sumOrNull("sales"."amount" + toDecimal128(0, 0)) as s0
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_1 as (
  select
    minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
    maxOrNull(toStartOfMonth(toDate32(day_))) as latest
  from facts_1
  union all
  select
    minOrNull(toStartOfMonth(toDate32("days"."day"))) as earliest,
    maxOrNull(toStartOfMonth(toDate32("days"."day"))) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  where "days"."day" >= {p1:Date32}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      toStartOfMonth(toDate32({p2:Date32})) as lo,
      maxOrNull(latest) as hi
    from extent_1
  ) as bounds
  where lo <= hi
)
select
  d0 as "days.day.month",
  max(m0) as "sales.running_days",
  coalesce(max(m1), 0) as "visits.count"
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
    toStartOfMonth(toDate32("days"."day")) as d0,
    null as m0,
    count(*) as m1
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  where "days"."day" >= {p3:Date32}
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["2024-02-01","2024-02-01","2024-02-01"]
with facts_1 as (
  select
    toDate32("days"."day") as day_,
    sumOrNull("sales"."amount" + toDecimal128(0, 0)) as s0
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_1 as (
  select
    minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
    maxOrNull(toStartOfMonth(toDate32(day_))) as latest
  from facts_1
  union all
  select
    minOrNull(toStartOfMonth(toDate32("days"."day"))) as earliest,
    maxOrNull(toStartOfMonth(toDate32("days"."day"))) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  where "days"."day" >= {p1:Date32}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      toStartOfMonth(toDate32({p2:Date32})) as lo,
      maxOrNull(latest) as hi
    from extent_1
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "sales.running_days",
  coalesce(max(m1), 0) as "visits.count"
from (
  select
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days_
    join periods_1 on day_ < (periods_1.d0 + toIntervalMonth(1))
  )
  union all
  select
    null as m0,
    count(*) as m1
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  where "days"."day" >= {p3:Date32}
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a filter on another fact's measure picks among its months too
-- ["0"]
with facts_1 as (
  select
    toDate32("days"."day") as day_,
    sumOrNull("sales"."amount" + toDecimal128(0, 0)) as s0
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_1 as (
  select
    minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
    maxOrNull(toStartOfMonth(toDate32(day_))) as latest
  from facts_1
  union all
  select
    minOrNull(toStartOfMonth(toDate32("days"."day"))) as earliest,
    maxOrNull(toStartOfMonth(toDate32("days"."day"))) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
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
  d0 as "days.day.month",
  max(m0) as "sales.running_days"
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
    toStartOfMonth(toDate32("days"."day")) as d0,
    null as m0,
    count(*) as m1
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
  group by 1
) as branches
group by 1
having coalesce(max(m1), 0) > {p1:Int64}
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["0"]
with facts_1 as (
  select toDate32("days"."day") as day_
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_1 as (
  select
    minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
    maxOrNull(toStartOfMonth(toDate32(day_))) as latest
  from facts_1
  union all
  select
    minOrNull(toStartOfMonth(toDate32("days"."day"))) as earliest,
    maxOrNull(toStartOfMonth(toDate32("days"."day"))) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
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
),
picked_1 as (
  select d0
  from (
    select
      d0,
      null as m0
    from facts_1
    join periods_1 on day_ < (d0 + toIntervalMonth(1))
    group by 1
    union all
    select
      toStartOfMonth(toDate32("days"."day")) as d0,
      count(*) as m0
    from "visits"
    left join "days" on "days"."day" = "visits"."day"
    group by 1
  ) as branches
  group by 1
  having coalesce(max(m0), 0) > {p1:Int64}
),
facts_2 as (
  select
    toDate32("days"."day") as day_,
    sumOrNull("sales"."amount" + toDecimal128(0, 0)) as s0
  from "sales"
  left join "days" on "days"."day" = "sales"."day"
  group by 1
),
extent_2 as (
  select
    minOrNull(toStartOfMonth(toDate32(day_))) as earliest,
    maxOrNull(toStartOfMonth(toDate32(day_))) as latest
  from facts_2
  union all
  select
    minOrNull(toStartOfMonth(toDate32("days"."day"))) as earliest,
    maxOrNull(toStartOfMonth(toDate32("days"."day"))) as latest
  from "visits"
  left join "days" on "days"."day" = "visits"."day"
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select
      minOrNull(earliest) as lo,
      maxOrNull(latest) as hi
    from extent_2
  ) as bounds
  where lo <= hi
)
select sumOrNull(s0 + toDecimal128(0, 0)) as "sales.running_days"
from facts_2
where toJSONString(tuple(facts_2.day_)) in (
  select toJSONString(tuple(days_.day_))
  from (select distinct day_ from facts_2) as days_
  join periods_2 on day_ < (periods_2.d0 + toIntervalMonth(1))
  join picked_1 on [picked_1.d0] = [periods_2.d0]
)
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a dataset bounds the periods as a filter does, and the rows as well
-- ["2024-03-01","2024-06-01","2024-03-01","2024-05-31"]
with facts_1 as (
  select
    toDate32("day") as day_,
    sumOrNull("amount" + toDecimal128(0, 0)) as s0
  from "sales"
  where "day" >= {p1:Date32} and "day" < {p2:Date32}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.month",
  sumOrNull(s0 + toDecimal128(0, 0)) as "sales.running"
from facts_1
join periods_1 on day_ < (d0 + toIntervalMonth(1))
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a week ago, of months, no day is lost or comes twice
-- ["2023-11-22","2025-02-03","2024-01-01","2024-12-31","2023-10-25","2025-02-03","2024-01-01","2024-12-31"]
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p7:Date32})) as lo, toStartOfMonth(toDate32({p8:Date32})) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.month",
  max(m0) as "sales.week_ago",
  max(m1) as "sales.rolled_week_ago"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= (d0 + toIntervalWeek(-1)) and day_ < ((d0 + toIntervalMonth(1)) + toIntervalWeek(-1))
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1
  from facts_2
  join periods_2 on day_ >= (((d0 + toIntervalMonth(1)) + toIntervalWeek(-1)) + toIntervalDay(-28)) and day_ < ((d0 + toIntervalMonth(1)) + toIntervalWeek(-1))
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- thirty days ago and in five days, of months
-- ["2023-10-30","2025-02-03","2024-01-01","2024-12-31","2023-11-29","2025-02-08","2024-01-01","2024-12-31"]
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p3:Date32})) as lo, toStartOfMonth(toDate32({p4:Date32})) as hi
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
  select arrayJoin(arrayMap(i -> lo + toIntervalMonth(i), range(greatest(ifNull(dateDiff('month', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfMonth(toDate32({p7:Date32})) as lo, toStartOfMonth(toDate32({p8:Date32})) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "sales.day.month",
  max(m0) as "sales.days30_ago",
  max(m1) as "sales.in_5_days"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= (d0 + toIntervalDay(-30)) and day_ < ((d0 + toIntervalMonth(1)) + toIntervalDay(-30))
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1
  from facts_2
  join periods_2 on day_ >= (d0 + toIntervalDay(5)) and day_ < ((d0 + toIntervalMonth(1)) + toIntervalDay(5))
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a year ago, of weeks, over the 29th of February
-- ["2022-12-23","2025-01-10","2024-01-01","2024-12-31"]
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
  sumOrNull(s0 + toDecimal128(0, 0)) as "sales.year_ago"
from facts_1
join periods_1 on day_ >= (d0 + toIntervalYear(-1)) and day_ < ((d0 + toIntervalWeek(1)) + toIntervalYear(-1))
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- groups whose measures have no rows stay, with 0 for a count and null for all else
select
  toStartOfMonth(toDate32("day")) as "sales.day.month",
  sumOrNull((case when amount > 32 then "amount" end) + toDecimal128(0, 0)) as "sales.great",
  count(case when amount > 32 then 1 end) as "sales.great_count",
  uniqExact(case when amount > 32 then "shop" end) as "sales.great_shops"
from "sales"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
