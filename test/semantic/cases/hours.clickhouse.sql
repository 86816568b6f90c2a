-- two hours are two hours in the night in which one comes twice, and after a gap
-- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with facts_1 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
    "minutes" as v0,
    "line" as v1
  from "calls"
  where "at" >= {p1:DateTime64(6, 'UTC')}
    and "at" < {p2:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
),
spans_1 as (
  select
    instant as on_day,
    d0
  from (select distinct instant from facts_1) as days
  join periods_1 on instant >= ((d0 + toIntervalHour(1)) + toIntervalHour(-2)) and instant < (d0 + toIntervalHour(1))
),
facts_2 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p7:DateTime64(6, 'UTC')}
    and "at" < {p8:DateTime64(6, 'UTC')}
  group by 1
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p9:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p10:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "calls.at.hour",
  max(m0) as "calls.two_hours",
  max(m2) as "calls.minutes",
  max(m3) as "calls.hour_before",
  max(m2) - max(m3) as "calls.gain",
  coalesce(max(m1), 0) as "calls.lines_in_two_hours"
from (
  select
    d0,
    sumOrNull(v0 + toDecimal128(0, 0)) as m0,
    uniqExact(v1) as m1,
    null as m2,
    null as m3
  from facts_1
  join spans_1 on on_day = instant
  group by 1
  union all
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as d0,
    null as m0,
    null as m1,
    sumOrNull("minutes" + toDecimal128(0, 0)) as m2,
    null as m3
  from "calls"
  where ("at" >= {p5:DateTime64(6, 'UTC')} and "at" <= {p6:DateTime64(6, 'UTC')})
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    null as m2,
    sumOrNull(s0 + toDecimal128(0, 0)) as m3
  from facts_2
  join periods_2 on instant >= (d0 + toIntervalHour(-1)) and instant < ((d0 + toIntervalHour(-1)) + toIntervalHour(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with facts_1 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
    "minutes" as v0,
    "line" as v1
  from "calls"
  where "at" >= {p1:DateTime64(6, 'UTC')}
    and "at" < {p2:DateTime64(6, 'UTC')}
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p7:DateTime64(6, 'UTC')}
    and "at" < {p8:DateTime64(6, 'UTC')}
  group by 1
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p9:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p10:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "calls.two_hours",
  max(m2) as "calls.minutes",
  max(m3) as "calls.hour_before",
  max(m2) - max(m3) as "calls.gain",
  coalesce(max(m1), 0) as "calls.lines_in_two_hours"
from (
  select
    sumOrNull(v0 + toDecimal128(0, 0)) as m0,
    uniqExact(v1) as m1,
    null as m2,
    null as m3
  from facts_1
  where instant in (
    select instant
    from (select distinct instant from facts_1) as days
    join periods_1 on instant >= ((periods_1.d0 + toIntervalHour(1)) + toIntervalHour(-2)) and instant < (periods_1.d0 + toIntervalHour(1))
  )
  union all
  select
    null as m0,
    null as m1,
    sumOrNull("minutes" + toDecimal128(0, 0)) as m2,
    null as m3
  from "calls"
  where ("at" >= {p5:DateTime64(6, 'UTC')} and "at" <= {p6:DateTime64(6, 'UTC')})
  union all
  select
    null as m0,
    null as m1,
    null as m2,
    sumOrNull(s0 + toDecimal128(0, 0)) as m3
  from facts_2
  where instant in (
    select instant
    from (select distinct instant from facts_2) as days
    join periods_2 on instant >= (periods_2.d0 + toIntervalHour(-1)) and instant < ((periods_2.d0 + toIntervalHour(-1)) + toIntervalHour(1))
  )
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- hours of a line, with the day and the hour of the clock, where New York has one hour twice
-- ["2024-11-01 01:00:00","2024-11-06 06:00:00","2024-11-03 04:00:00","2024-11-04 04:59:59.999999"]
with facts_1 as (
  select
    "line" as d0,
    toStartOfInterval(toTimeZone("seen_at", 'UTC'), toIntervalHour(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0,
    count("minutes") as s1
  from "calls"
  where "seen_at" >= {p1:DateTime64(6, 'UTC')}
    and "seen_at" < {p2:DateTime64(6, 'UTC')}
  group by 1, 2
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d1
  from (
    select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
),
told_1 as (
  select
    d1,
    toDate32(toTimeZone(d1, 'America/New_York')) as d2,
    toHour(toTimeZone(d1, 'America/New_York')) as d3
  from periods_1
),
spans_1 as (
  select
    instant as on_day,
    d1,
    d2,
    d3
  from (select distinct instant from facts_1) as days
  join told_1 on instant >= ((d1 + toIntervalHour(1)) + toIntervalHour(-2)) and instant < (d1 + toIntervalHour(1))
)
select
  d0 as "calls.line",
  d1 as "calls.seen_at.hour",
  d2 as "calls.seen_at.day",
  d3 as "calls.seen_at.hour_of_day",
  (toFloat64(sumOrNull(s0 + toDecimal128(0, 0))) / nullif(sum(s1), 0)) as "calls.seen_in_two_hours"
from facts_1
join spans_1 on on_day = instant
group by 1, 2, 3, 4
order by 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- parts of an hour, a month and all so far, on the day that Berlin has an hour less and into the next month
-- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with facts_1 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p1:DateTime64(6, 'UTC')}
    and "at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p5:DateTime64(6, 'UTC')}
    and "at" < {p6:DateTime64(6, 'UTC')}
  group by 1
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
),
facts_3 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p9:DateTime64(6, 'UTC')}
    and "at" < {p10:DateTime64(6, 'UTC')}
  group by 1
),
periods_3 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p11:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p12:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
),
facts_4 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" < {p13:DateTime64(6, 'UTC')}
  group by 1
),
periods_4 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p14:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p15:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "calls.at.hour",
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.half_an_hour_before",
  max(m2) as "calls.this_month",
  max(m3) as "calls.so_far"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2,
    null as m3
  from facts_1
  join periods_1 on instant >= ((d0 + toIntervalHour(1)) + toIntervalMinute(-90)) and instant < (d0 + toIntervalHour(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1,
    null as m2,
    null as m3
  from facts_2
  join periods_2 on instant >= (d0 + toIntervalMinute(-30)) and instant < ((d0 + toIntervalMinute(-30)) + toIntervalHour(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sumOrNull(s0 + toDecimal128(0, 0)) as m2,
    null as m3
  from facts_3
  join periods_3 on instant < (d0 + toIntervalHour(1)) and toStartOfMonth(toDate32(toTimeZone(instant, 'Europe/Berlin'))) = toStartOfMonth(toDate32(toTimeZone(d0, 'Europe/Berlin')))
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    null as m2,
    sumOrNull(s0 + toDecimal128(0, 0)) as m3
  from facts_4
  join periods_4 on instant < (d0 + toIntervalHour(1))
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- totals
-- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with facts_1 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p1:DateTime64(6, 'UTC')}
    and "at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p5:DateTime64(6, 'UTC')}
    and "at" < {p6:DateTime64(6, 'UTC')}
  group by 1
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
),
facts_3 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p9:DateTime64(6, 'UTC')}
    and "at" < {p10:DateTime64(6, 'UTC')}
  group by 1
),
periods_3 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p11:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p12:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
),
facts_4 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" < {p13:DateTime64(6, 'UTC')}
  group by 1
),
periods_4 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p14:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p15:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
)
select
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.half_an_hour_before",
  max(m2) as "calls.this_month",
  max(m3) as "calls.so_far"
from (
  select
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2,
    null as m3
  from facts_1
  where instant in (
    select instant
    from (select distinct instant from facts_1) as days
    join periods_1 on instant >= ((periods_1.d0 + toIntervalHour(1)) + toIntervalMinute(-90)) and instant < (periods_1.d0 + toIntervalHour(1))
  )
  union all
  select
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1,
    null as m2,
    null as m3
  from facts_2
  where instant in (
    select instant
    from (select distinct instant from facts_2) as days
    join periods_2 on instant >= (periods_2.d0 + toIntervalMinute(-30)) and instant < ((periods_2.d0 + toIntervalMinute(-30)) + toIntervalHour(1))
  )
  union all
  select
    null as m0,
    null as m1,
    sumOrNull(s0 + toDecimal128(0, 0)) as m2,
    null as m3
  from facts_3
  where instant in (
    select instant
    from (select distinct instant from facts_3) as days
    join periods_3 on instant < (periods_3.d0 + toIntervalHour(1)) and toStartOfMonth(toDate32(toTimeZone(instant, 'Europe/Berlin'))) = toStartOfMonth(toDate32(toTimeZone(periods_3.d0, 'Europe/Berlin')))
  )
  union all
  select
    null as m0,
    null as m1,
    null as m2,
    sumOrNull(s0 + toDecimal128(0, 0)) as m3
  from facts_4
  where instant in (
    select instant
    from (select distinct instant from facts_4) as days
    join periods_4 on instant < (periods_4.d0 + toIntervalHour(1))
  )
) as branches
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- a month begins within an hour where the clocks are half an hour apart
-- ["2024-02-29 16:00:00","2024-04-02 20:59:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
with facts_1 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p1:DateTime64(6, 'UTC')}
    and "at" < {p2:DateTime64(6, 'UTC')}
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
  d0 as "calls.at.hour",
  sumOrNull(s0 + toDecimal128(0, 0)) as "calls.this_month"
from facts_1
join periods_1 on instant < (d0 + toIntervalHour(1)) and toStartOfMonth(toDate32(toTimeZone(instant, 'Asia/Kolkata'))) = toStartOfMonth(toDate32(toTimeZone(((d0 + toIntervalMinute(59))), 'Asia/Kolkata')))
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- minute by minute
-- ["2024-10-25 00:13:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-24 23:43:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
with facts_1 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p1:DateTime64(6, 'UTC')}
    and "at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMinute(i), range(greatest(ifNull(dateDiff('minute', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalMinute(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalMinute(1)) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p5:DateTime64(6, 'UTC')}
    and "at" < {p6:DateTime64(6, 'UTC')}
  group by 1
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalMinute(i), range(greatest(ifNull(dateDiff('minute', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'), toIntervalMinute(1)) as lo, toStartOfInterval(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC'), toIntervalMinute(1)) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "calls.at.minute",
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.two_hours",
  max(m2) as "calls.minutes"
from (
  select
    d0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on instant >= ((d0 + toIntervalMinute(1)) + toIntervalMinute(-90)) and instant < (d0 + toIntervalMinute(1))
  group by 1
  union all
  select
    d0,
    null as m0,
    sumOrNull(s0 + toDecimal128(0, 0)) as m1,
    null as m2
  from facts_2
  join periods_2 on instant >= ((d0 + toIntervalMinute(1)) + toIntervalHour(-2)) and instant < (d0 + toIntervalMinute(1))
  group by 1
  union all
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as d0,
    null as m0,
    null as m1,
    sumOrNull("minutes" + toDecimal128(0, 0)) as m2
  from "calls"
  where ("at" >= {p9:DateTime64(6, 'UTC')} and "at" <= {p10:DateTime64(6, 'UTC')})
  group by 1
) as branches
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- two hours, and what they were two hours before, with the hours of nothing
-- ["2024-10-24 21:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-24 23:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
with facts_1 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p1:DateTime64(6, 'UTC')}
    and "at" < {p2:DateTime64(6, 'UTC')}
  group by 1
),
periods_1 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
),
facts_2 as (
  select
    toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
    sumOrNull("minutes" + toDecimal128(0, 0)) as s0
  from "calls"
  where "at" >= {p5:DateTime64(6, 'UTC')}
    and "at" < {p6:DateTime64(6, 'UTC')}
  group by 1
),
periods_2 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
),
groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      d0,
      sumOrNull(s0 + toDecimal128(0, 0)) as m0,
      null as m1
    from facts_1
    join periods_1 on instant >= (((d0 + toIntervalHour(-2)) + toIntervalHour(1)) + toIntervalHour(-2)) and instant < ((d0 + toIntervalHour(-2)) + toIntervalHour(1))
    group by 1
    union all
    select
      d0,
      null as m0,
      sumOrNull(s0 + toDecimal128(0, 0)) as m1
    from facts_2
    join periods_2 on instant >= ((d0 + toIntervalHour(1)) + toIntervalHour(-2)) and instant < (d0 + toIntervalHour(1))
    group by 1
  ) as branches
  group by 1
),
periods_3 as (
  select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
  from (
    select toStartOfInterval(toTimeZone({p9:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p10:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
  ) as bounds
  where lo <= hi
)
select
  d0 as "calls.at.hour",
  max(m0) as "calls.two_hours_before",
  max(m1) as "calls.two_hours"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_3
) as filled
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
