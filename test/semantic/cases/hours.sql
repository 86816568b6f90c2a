-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- a window of two hours spans two hours, also in a night with a repeated hour and after a gap
-- ["2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    "minutes" as v0,
    "line" as v1
  from "calls"
  where "at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '2 hours'
    and "at" < $2::timestamp + interval '1 hour' + interval '2 days'
),
periods_1 as (
  select generate_series(date_trunc('hour', $3::timestamp), date_trunc('hour', $4::timestamp), interval '1 hour') as d0
),
spans_1 as (
  select
    instant as on_day,
    d0
  from (select distinct instant from facts_1) as days
  join periods_1 on instant >= d0 + interval '1 hour' - interval '2 hours' and instant < d0 + interval '1 hour'
),
facts_2 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $7::timestamp - interval '1 hour' - interval '2 days' - interval '1 hour'
    and "at" < $8::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('hour', $9::timestamp) as lo,
    date_trunc('hour', $10::timestamp) as hi
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
    sum(v0) as m0,
    count(distinct v1) as m1,
    null::numeric as m2,
    null::numeric as m3
  from facts_1
  join spans_1 on on_day = instant
  group by 1
  union all
  select
    date_trunc('hour', "at") as d0,
    null::numeric as m0,
    null::bigint as m1,
    sum("minutes") as m2,
    null::numeric as m3
  from "calls"
  where "at" between $5::timestamp and $6::timestamp
  group by 1
  union all
  select
    (instant + interval '1 hour')::timestamp as d0,
    null::numeric as m0,
    null::bigint as m1,
    null::numeric as m2,
    max(s0) as m3
  from facts_2
  cross join bounds_1
  where instant >= (lo - interval '1 hour')
    and instant <= (hi - interval '1 hour')
  group by 1
) as branches
group by 1
order by "calls.at.hour" nulls last
limit 101;
-- totals
-- ["2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    "minutes" as v0,
    "line" as v1
  from "calls"
  where "at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '2 hours'
    and "at" < $2::timestamp + interval '1 hour' + interval '2 days'
),
periods_1 as (
  select generate_series(date_trunc('hour', $3::timestamp), date_trunc('hour', $4::timestamp), interval '1 hour') as d0
),
facts_2 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $7::timestamp - interval '1 hour' - interval '2 days' - interval '1 hour'
    and "at" < $8::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
periods_2 as (
  select generate_series(date_trunc('hour', $9::timestamp), date_trunc('hour', $10::timestamp), interval '1 hour') as d0
)
select
  max(m0) as "calls.two_hours",
  max(m2) as "calls.minutes",
  max(m3) as "calls.hour_before",
  max(m2) - max(m3) as "calls.gain",
  coalesce(max(m1), 0) as "calls.lines_in_two_hours"
from (
  select
    sum(v0) as m0,
    count(distinct v1) as m1,
    null::numeric as m2,
    null::numeric as m3
  from facts_1
  where instant in (
    select instant
    from (select distinct instant from facts_1) as days
    join periods_1 on instant >= periods_1.d0 + interval '1 hour' - interval '2 hours' and instant < periods_1.d0 + interval '1 hour'
  )
  union all
  select
    null::numeric as m0,
    null::bigint as m1,
    sum("minutes") as m2,
    null::numeric as m3
  from "calls"
  where "at" between $5::timestamp and $6::timestamp
  union all
  select
    null::numeric as m0,
    null::bigint as m1,
    null::numeric as m2,
    sum(s0) as m3
  from facts_2
  where instant in (
    select instant
    from (select distinct instant from facts_2) as days
    join periods_2 on instant >= periods_2.d0 - interval '1 hour' and instant < periods_2.d0 - interval '1 hour' + interval '1 hour'
  )
) as branches;
-- duckdb:
-- 12|   select unnest(generate_series(date_trunc('hour', $3::timestamp), date_trunc('hour', $4::timestamp), interval '1 hour')) as d0
-- 47|     null as m2,
-- 48|     null as m3
-- 55|     null as m0,
-- 56|     null as m1,
-- 58|     null as m3
-- 65|     null as m0,
-- 66|     null as m1,
-- 67|     null as m2,
-- 90|   select unnest(generate_series(date_trunc('hour', $3::timestamp), date_trunc('hour', $4::timestamp), interval '1 hour')) as d0
-- 102|   select unnest(generate_series(date_trunc('hour', $9::timestamp), date_trunc('hour', $10::timestamp), interval '1 hour')) as d0
-- 114|     null as m2,
-- 115|     null as m3
-- 124|     null as m0,
-- 125|     null as m1,
-- 127|     null as m3
-- 132|     null as m0,
-- 133|     null as m1,
-- 134|     null as m2,
-- mysql:
-- 1| -- ["2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 2| with recursive facts_1 as (
-- 4|     cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
-- 8|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 2 hour
-- 9|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 12|   select
-- 12+|     1 as n,
-- 12+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 12+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 12+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 12+|   having first <= last
-- 12+|   union all
-- 12+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 12+|   from periods_1
-- 12+|   cross join (select 0 as bit union all select 1) as bits
-- 12+|   where first + interval (n * 2 + bit - 1) hour <= last
-- 15|   select distinct
-- 19|   join periods_1 on instant >= d0 + interval 1 hour - interval 2 hour and instant < d0 + interval 1 hour
-- 23|     cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
-- 26|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 1 hour
-- 27|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 30| periods_2 as (
-- 32|     1 as n,
-- 33|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 33+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 33+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 33+|   having first <= last
-- 33+|   union all
-- 33+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 33+|   from periods_2
-- 33+|   cross join (select 0 as bit union all select 1) as bits
-- 33+|   where first + interval (n * 2 + bit - 1) hour <= last
-- 47|     null as m2,
-- 48|     null as m3
-- 54|     cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 55|     null as m0,
-- 56|     null as m1,
-- 58|     null as m3
-- 60|   where `at` between cast(? as datetime(6)) and cast(? as datetime(6))
-- 64|     d0,
-- 65|     null as m0,
-- 66|     null as m1,
-- 67|     null as m2,
-- 68|     sum(s0) as m3
-- 70|   join periods_2 on instant >= d0 - interval 1 hour and instant < d0 - interval 1 hour + interval 1 hour
-- 71 is left out
-- 72 is left out
-- 76| order by `calls.at.hour` <=> null, `calls.at.hour`
-- 79| -- ["2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 80| with recursive facts_1 as (
-- 82|     cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
-- 86|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 2 hour
-- 87|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 90|   select
-- 90+|     1 as n,
-- 90+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 90+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 90+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 90+|   having first <= last
-- 90+|   union all
-- 90+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 90+|   from periods_1
-- 90+|   cross join (select 0 as bit union all select 1) as bits
-- 90+|   where first + interval (n * 2 + bit - 1) hour <= last
-- 94|     cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
-- 97|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 1 hour
-- 98|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 102|   select
-- 102+|     1 as n,
-- 102+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 102+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 102+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 102+|   having first <= last
-- 102+|   union all
-- 102+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 102+|   from periods_2
-- 102+|   cross join (select 0 as bit union all select 1) as bits
-- 102+|   where first + interval (n * 2 + bit - 1) hour <= last
-- 114|     null as m2,
-- 115|     null as m3
-- 120|     join periods_1 on instant >= periods_1.d0 + interval 1 hour - interval 2 hour and instant < periods_1.d0 + interval 1 hour
-- 124|     null as m0,
-- 125|     null as m1,
-- 127|     null as m3
-- 129|   where `at` between cast(? as datetime(6)) and cast(? as datetime(6))
-- 132|     null as m0,
-- 133|     null as m1,
-- 134|     null as m2,
-- 140|     join periods_2 on instant >= periods_2.d0 - interval 1 hour and instant < periods_2.d0 - interval 1 hour + interval 1 hour
-- clickhouse:
-- 1| -- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 4|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
-- 8|   where "at" >= {p1:DateTime64(6, 'UTC')}
-- 9|     and "at" < {p2:DateTime64(6, 'UTC')}
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 12+|   from (
-- 12+|     select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 19|   join periods_1 on instant >= ((d0 + toIntervalHour(1)) + toIntervalHour(-2)) and instant < (d0 + toIntervalHour(1))
-- 23|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
-- 24|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 26|   where "at" >= {p7:DateTime64(6, 'UTC')}
-- 27|     and "at" < {p8:DateTime64(6, 'UTC')}
-- 30| periods_2 as (
-- 31|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 32|   from (
-- 33|     select toStartOfInterval(toTimeZone({p9:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p10:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 33+|   ) as bounds
-- 33+|   where lo <= hi
-- 45|     sumOrNull(v0 + toDecimal128(0, 0)) as m0,
-- 46|     uniqExact(v1) as m1,
-- 47|     null as m2,
-- 48|     null as m3
-- 54|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as d0,
-- 55|     null as m0,
-- 56|     null as m1,
-- 57|     sumOrNull("minutes" + toDecimal128(0, 0)) as m2,
-- 58|     null as m3
-- 60|   where ("at" >= {p5:DateTime64(6, 'UTC')} and "at" <= {p6:DateTime64(6, 'UTC')})
-- 64|     d0,
-- 65|     null as m0,
-- 66|     null as m1,
-- 67|     null as m2,
-- 68|     sumOrNull(s0 + toDecimal128(0, 0)) as m3
-- 70|   join periods_2 on instant >= (d0 + toIntervalHour(-1)) and instant < ((d0 + toIntervalHour(-1)) + toIntervalHour(1))
-- 71 is left out
-- 72 is left out
-- 76| order by 1 nulls last
-- 77| limit 101
-- 77+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 79| -- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 82|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
-- 86|   where "at" >= {p1:DateTime64(6, 'UTC')}
-- 87|     and "at" < {p2:DateTime64(6, 'UTC')}
-- 90|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 90+|   from (
-- 90+|     select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 90+|   ) as bounds
-- 90+|   where lo <= hi
-- 94|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
-- 95|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 97|   where "at" >= {p7:DateTime64(6, 'UTC')}
-- 98|     and "at" < {p8:DateTime64(6, 'UTC')}
-- 102|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 102+|   from (
-- 102+|     select toStartOfInterval(toTimeZone({p9:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p10:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 102+|   ) as bounds
-- 102+|   where lo <= hi
-- 112|     sumOrNull(v0 + toDecimal128(0, 0)) as m0,
-- 113|     uniqExact(v1) as m1,
-- 114|     null as m2,
-- 115|     null as m3
-- 120|     join periods_1 on instant >= ((periods_1.d0 + toIntervalHour(1)) + toIntervalHour(-2)) and instant < (periods_1.d0 + toIntervalHour(1))
-- 124|     null as m0,
-- 125|     null as m1,
-- 126|     sumOrNull("minutes" + toDecimal128(0, 0)) as m2,
-- 127|     null as m3
-- 129|   where ("at" >= {p5:DateTime64(6, 'UTC')} and "at" <= {p6:DateTime64(6, 'UTC')})
-- 132|     null as m0,
-- 133|     null as m1,
-- 134|     null as m2,
-- 135|     sumOrNull(s0 + toDecimal128(0, 0)) as m3
-- 140|     join periods_2 on instant >= (periods_2.d0 + toIntervalHour(-1)) and instant < ((periods_2.d0 + toIntervalHour(-1)) + toIntervalHour(1))
-- 142| ) as branches
-- 142+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 4|     date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 8|   where "at" >= cast(? as timestamp(6))
-- 9|     and "at" < cast(? as timestamp(6))
-- 12|   select date_add('hour', many * 10000 + few, lo) as d0
-- 12+|   from (
-- 12+|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 12+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 12+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 19|   join periods_1 on instant >= date_add('hour', -2, date_add('hour', 1, d0)) and instant < date_add('hour', 1, d0)
-- 23|     date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 26|   where "at" >= cast(? as timestamp(6))
-- 27|     and "at" < cast(? as timestamp(6))
-- 30| periods_2 as (
-- 31|   select date_add('hour', many * 10000 + few, lo) as d0
-- 32|   from (
-- 33|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 33+|   ) as bounds
-- 33+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 33+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 33+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 47|     null as m2,
-- 48|     null as m3
-- 54|     date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as d0,
-- 55|     null as m0,
-- 56|     null as m1,
-- 58|     null as m3
-- 60|   where "at" between cast(? as timestamp(6)) and cast(? as timestamp(6))
-- 64|     d0,
-- 65|     null as m0,
-- 66|     null as m1,
-- 67|     null as m2,
-- 68|     sum(s0) as m3
-- 70|   join periods_2 on instant >= date_add('hour', -1, d0) and instant < date_add('hour', 1, date_add('hour', -1, d0))
-- 71 is left out
-- 72 is left out
-- 79| -- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 82|     date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 86|   where "at" >= cast(? as timestamp(6))
-- 87|     and "at" < cast(? as timestamp(6))
-- 90|   select date_add('hour', many * 10000 + few, lo) as d0
-- 90+|   from (
-- 90+|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 90+|   ) as bounds
-- 90+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 90+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 90+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 94|     date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 97|   where "at" >= cast(? as timestamp(6))
-- 98|     and "at" < cast(? as timestamp(6))
-- 102|   select date_add('hour', many * 10000 + few, lo) as d0
-- 102+|   from (
-- 102+|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 102+|   ) as bounds
-- 102+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 102+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 102+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 114|     null as m2,
-- 115|     null as m3
-- 120|     join periods_1 on instant >= date_add('hour', -2, date_add('hour', 1, periods_1.d0)) and instant < date_add('hour', 1, periods_1.d0)
-- 124|     null as m0,
-- 125|     null as m1,
-- 127|     null as m3
-- 129|   where "at" between cast(? as timestamp(6)) and cast(? as timestamp(6))
-- 132|     null as m0,
-- 133|     null as m1,
-- 134|     null as m2,
-- 140|     join periods_2 on instant >= date_add('hour', -1, periods_2.d0) and instant < date_add('hour', 1, date_add('hour', -1, periods_2.d0))
-- bigquery:
-- 1| -- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 4|     timestamp_trunc(timestamp(`at`), hour) as instant,
-- 8|   where `at` >= @p1
-- 9|     and `at` < @p2
-- 12|   select step as d0
-- 12+|   from (
-- 12+|     select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
-- 12+|   ) as bounds
-- 12+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 19|   join periods_1 on instant >= timestamp_add(timestamp_add(d0, interval 1 hour), interval -2 hour) and instant < timestamp_add(d0, interval 1 hour)
-- 23|     timestamp_trunc(timestamp(`at`), hour) as instant,
-- 26|   where `at` >= @p7
-- 27|     and `at` < @p8
-- 30| periods_2 as (
-- 31|   select step as d0
-- 32|   from (
-- 33|     select timestamp_trunc(timestamp(@p9), hour) as lo, timestamp_trunc(timestamp(@p10), hour) as hi
-- 33+|   ) as bounds
-- 33+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 47|     null as m2,
-- 48|     null as m3
-- 54|     timestamp_trunc(timestamp(`at`), hour) as d0,
-- 55|     null as m0,
-- 56|     null as m1,
-- 58|     null as m3
-- 60|   where `at` between @p5 and @p6
-- 64|     d0,
-- 65|     null as m0,
-- 66|     null as m1,
-- 67|     null as m2,
-- 68|     sum(s0) as m3
-- 70|   join periods_2 on instant >= timestamp_add(d0, interval -1 hour) and instant < timestamp_add(timestamp_add(d0, interval -1 hour), interval 1 hour)
-- 71 is left out
-- 72 is left out
-- 79| -- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 82|     timestamp_trunc(timestamp(`at`), hour) as instant,
-- 86|   where `at` >= @p1
-- 87|     and `at` < @p2
-- 90|   select step as d0
-- 90+|   from (
-- 90+|     select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
-- 90+|   ) as bounds
-- 90+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 94|     timestamp_trunc(timestamp(`at`), hour) as instant,
-- 97|   where `at` >= @p7
-- 98|     and `at` < @p8
-- 102|   select step as d0
-- 102+|   from (
-- 102+|     select timestamp_trunc(timestamp(@p9), hour) as lo, timestamp_trunc(timestamp(@p10), hour) as hi
-- 102+|   ) as bounds
-- 102+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 114|     null as m2,
-- 115|     null as m3
-- 120|     join periods_1 on instant >= timestamp_add(timestamp_add(periods_1.d0, interval 1 hour), interval -2 hour) and instant < timestamp_add(periods_1.d0, interval 1 hour)
-- 124|     null as m0,
-- 125|     null as m1,
-- 127|     null as m3
-- 129|   where `at` between @p5 and @p6
-- 132|     null as m0,
-- 133|     null as m1,
-- 134|     null as m2,
-- 140|     join periods_2 on instant >= timestamp_add(periods_2.d0, interval -1 hour) and instant < timestamp_add(timestamp_add(periods_2.d0, interval -1 hour), interval 1 hour)
-- databricks:
-- 1| -- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 4|     date_trunc('hour', convert_timezone('UTC', `at`)) as instant,
-- 8|   where `at` >= cast(concat(:p1, 'Z') as timestamp)
-- 9|     and `at` < cast(concat(:p2, 'Z') as timestamp)
-- 12|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 12+|   from (
-- 12+|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as hi
-- 12+|   ) as bounds
-- 12+|   where lo <= hi
-- 19|   join periods_1 on instant >= cast(dateadd(hour, -2, cast(dateadd(hour, 1, d0) as timestamp)) as timestamp) and instant < cast(dateadd(hour, 1, d0) as timestamp)
-- 23|     date_trunc('hour', convert_timezone('UTC', `at`)) as instant,
-- 26|   where `at` >= cast(concat(:p7, 'Z') as timestamp)
-- 27|     and `at` < cast(concat(:p8, 'Z') as timestamp)
-- 30| periods_2 as (
-- 31|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 32|   from (
-- 33|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p9, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p10, 'Z') as timestamp))) as hi
-- 33+|   ) as bounds
-- 33+|   where lo <= hi
-- 47|     null as m2,
-- 48|     null as m3
-- 54|     date_trunc('hour', convert_timezone('UTC', `at`)) as d0,
-- 55|     null as m0,
-- 56|     null as m1,
-- 58|     null as m3
-- 60|   where `at` between cast(concat(:p5, 'Z') as timestamp) and cast(concat(:p6, 'Z') as timestamp)
-- 64|     d0,
-- 65|     null as m0,
-- 66|     null as m1,
-- 67|     null as m2,
-- 68|     sum(s0) as m3
-- 70|   join periods_2 on instant >= cast(dateadd(hour, -1, d0) as timestamp) and instant < cast(dateadd(hour, 1, cast(dateadd(hour, -1, d0) as timestamp)) as timestamp)
-- 71 is left out
-- 72 is left out
-- 79| -- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 82|     date_trunc('hour', convert_timezone('UTC', `at`)) as instant,
-- 86|   where `at` >= cast(concat(:p1, 'Z') as timestamp)
-- 87|     and `at` < cast(concat(:p2, 'Z') as timestamp)
-- 90|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 90+|   from (
-- 90+|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as hi
-- 90+|   ) as bounds
-- 90+|   where lo <= hi
-- 94|     date_trunc('hour', convert_timezone('UTC', `at`)) as instant,
-- 97|   where `at` >= cast(concat(:p7, 'Z') as timestamp)
-- 98|     and `at` < cast(concat(:p8, 'Z') as timestamp)
-- 102|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 102+|   from (
-- 102+|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p9, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p10, 'Z') as timestamp))) as hi
-- 102+|   ) as bounds
-- 102+|   where lo <= hi
-- 114|     null as m2,
-- 115|     null as m3
-- 120|     join periods_1 on instant >= cast(dateadd(hour, -2, cast(dateadd(hour, 1, periods_1.d0) as timestamp)) as timestamp) and instant < cast(dateadd(hour, 1, periods_1.d0) as timestamp)
-- 124|     null as m0,
-- 125|     null as m1,
-- 127|     null as m3
-- 129|   where `at` between cast(concat(:p5, 'Z') as timestamp) and cast(concat(:p6, 'Z') as timestamp)
-- 132|     null as m0,
-- 133|     null as m1,
-- 134|     null as m2,
-- 140|     join periods_2 on instant >= cast(dateadd(hour, -1, periods_2.d0) as timestamp) and instant < cast(dateadd(hour, 1, cast(dateadd(hour, -1, periods_2.d0) as timestamp)) as timestamp)
-- snowflake:
-- 1| -- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 4|     date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 8|   where "at" >= cast(? as timestamp_ntz)
-- 9|     and "at" < cast(? as timestamp_ntz)
-- 12|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 12+|   from (
-- 12+|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 12+|   ) as bounds
-- 12+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 19|   join periods_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, d0)) and instant < dateadd(hour, 1, d0)
-- 23|     date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 26|   where "at" >= cast(? as timestamp_ntz)
-- 27|     and "at" < cast(? as timestamp_ntz)
-- 30| periods_2 as (
-- 31|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 32|   from (
-- 33|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 33+|   ) as bounds
-- 33+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 47|     null as m2,
-- 48|     null as m3
-- 54|     date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as d0,
-- 55|     null as m0,
-- 56|     null as m1,
-- 58|     null as m3
-- 60|   where "at" between cast(? as timestamp_ntz) and cast(? as timestamp_ntz)
-- 64|     d0,
-- 65|     null as m0,
-- 66|     null as m1,
-- 67|     null as m2,
-- 68|     sum(s0) as m3
-- 70|   join periods_2 on instant >= dateadd(hour, -1, d0) and instant < dateadd(hour, 1, dateadd(hour, -1, d0))
-- 71 is left out
-- 72 is left out
-- 79| -- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 82|     date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 86|   where "at" >= cast(? as timestamp_ntz)
-- 87|     and "at" < cast(? as timestamp_ntz)
-- 90|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 90+|   from (
-- 90+|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 90+|   ) as bounds
-- 90+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 94|     date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 97|   where "at" >= cast(? as timestamp_ntz)
-- 98|     and "at" < cast(? as timestamp_ntz)
-- 102|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 102+|   from (
-- 102+|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 102+|   ) as bounds
-- 102+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 114|     null as m2,
-- 115|     null as m3
-- 120|     join periods_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, periods_1.d0)) and instant < dateadd(hour, 1, periods_1.d0)
-- 124|     null as m0,
-- 125|     null as m1,
-- 127|     null as m3
-- 129|   where "at" between cast(? as timestamp_ntz) and cast(? as timestamp_ntz)
-- 132|     null as m0,
-- 133|     null as m1,
-- 134|     null as m2,
-- 140|     join periods_2 on instant >= dateadd(hour, -1, periods_2.d0) and instant < dateadd(hour, 1, dateadd(hour, -1, periods_2.d0))
-- redshift:
-- 1| -- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 8|   where "at" >= $1::timestamp
-- 9|     and "at" < $2::timestamp
-- 12|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 12+|   from (
-- 12+|     select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
-- 12+|   ) as bounds
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 12+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 12+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 19|   join periods_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, d0)::timestamp)::timestamp and instant < dateadd(hour, 1, d0)::timestamp
-- 26|   where "at" >= $7::timestamp
-- 27|     and "at" < $8::timestamp
-- 30| periods_2 as (
-- 31|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 32|   from (
-- 33|     select date_trunc('hour', $9::timestamp) as lo, date_trunc('hour', $10::timestamp) as hi
-- 33+|   ) as bounds
-- 33+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 33+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 33+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 33+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 33+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 33+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 33+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 47|     null::float8 as m2,
-- 48|     null::float8 as m3
-- 55|     null::float8 as m0,
-- 58|     null::float8 as m3
-- 64|     d0,
-- 65|     null::float8 as m0,
-- 67|     null::float8 as m2,
-- 68|     sum(s0) as m3
-- 70|   join periods_2 on instant >= dateadd(hour, -1, d0)::timestamp and instant < dateadd(hour, 1, dateadd(hour, -1, d0)::timestamp)::timestamp
-- 71 is left out
-- 72 is left out
-- 79| -- ["2024-10-24 20:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00","2024-10-24 21:00:00","2024-10-29 07:59:00","2024-10-26 23:00:00","2024-10-27 06:59:00"]
-- 86|   where "at" >= $1::timestamp
-- 87|     and "at" < $2::timestamp
-- 90|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 90+|   from (
-- 90+|     select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
-- 90+|   ) as bounds
-- 90+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 90+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 90+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 90+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 90+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 90+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 90+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 97|   where "at" >= $7::timestamp
-- 98|     and "at" < $8::timestamp
-- 102|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 102+|   from (
-- 102+|     select date_trunc('hour', $9::timestamp) as lo, date_trunc('hour', $10::timestamp) as hi
-- 102+|   ) as bounds
-- 102+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 102+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 102+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 102+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 102+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 102+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 102+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 114|     null::float8 as m2,
-- 115|     null::float8 as m3
-- 120|     join periods_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, periods_1.d0)::timestamp)::timestamp and instant < dateadd(hour, 1, periods_1.d0)::timestamp
-- 124|     null::float8 as m0,
-- 127|     null::float8 as m3
-- 132|     null::float8 as m0,
-- 134|     null::float8 as m2,
-- 140|     join periods_2 on instant >= dateadd(hour, -1, periods_2.d0)::timestamp and instant < dateadd(hour, 1, dateadd(hour, -1, periods_2.d0)::timestamp)::timestamp

-- windows by hour per group, with the day and the local hour, in a night with a repeated hour
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00","2024-11-03 04:00:00","2024-11-04 05:00:00"]
with facts_1 as (
  select
    "line" as d0,
    date_trunc('hour', "seen_at") as instant,
    sum("minutes" + 0.0) as s0,
    count("minutes") as s1
  from "calls"
  where "seen_at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '2 hours'
    and "seen_at" < $2::timestamp + interval '1 hour' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('hour', $3::timestamp) as lo,
    date_trunc('hour', ($4::timestamp - interval '1 microsecond')) as hi
),
followed_1 as (
  select
    d0,
    instant,
    s0,
    s1,
    lead(instant) over (partition by d0 order by instant) as next
  from facts_1
  where instant is not null
),
spread_1 as (
  select
    d0,
    instant,
    s0,
    s1
  from followed_1
  union all
  select
    d0,
    generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi, instant + interval '1 hour')::timestamp, interval '1 hour') as instant,
    null as s0,
    null as s1
  from followed_1
  cross join bounds_1
  where instant < least(next - interval '1 hour', hi, instant + interval '1 hour')
),
framed_1 as (
  select
    d0,
    instant,
    sum(s0) over (partition by d0 order by instant range between interval '1 hour' preceding and current row) as s0,
    sum(s1) over (partition by d0 order by instant range between interval '1 hour' preceding and current row) as s1
  from spread_1
)
select
  d0 as "calls.line",
  instant::timestamp as "calls.seen_at.hour",
  (instant::timestamp::timestamptz at time zone 'America/New_York')::date as "calls.seen_at.day",
  extract(hour from (instant::timestamp::timestamptz at time zone 'America/New_York'))::integer as "calls.seen_at.hour_of_day",
  (max(s0) / nullif(max(s1), 0)) as "calls.seen_in_two_hours"
from framed_1
cross join bounds_1
where instant >= lo
  and instant <= hi
group by 1, 2, 3, 4
order by "calls.line" nulls last, "calls.seen_at.hour" nulls last, "calls.seen_at.day" nulls last, "calls.seen_at.hour_of_day" nulls last
limit 101;
-- duckdb:
-- 6|     sum("minutes") as s0,
-- 38|     unnest(generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi, instant + interval '1 hour')::timestamp, interval '1 hour')) as instant,
-- mysql:
-- 1| -- ["2024-11-03 04:00:00","2024-11-04 05:00:00","2024-11-03 04:00:00","2024-11-03 04:00:00","2024-11-04 05:00:00"]
-- 2| with recursive facts_1 as (
-- 5|     cast(date_format(`seen_at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
-- 6|     sum(1.0000000000000000 * `minutes`) as s0,
-- 9|   where `seen_at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 2 hour
-- 10|     and `seen_at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 13| periods_1 as (
-- 15|     1 as n,
-- 16|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d1,
-- 17|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 18|     cast(date_format((cast(? as datetime(6)) - interval 1 microsecond), '%Y-%m-%d %H:00:00') as datetime) as last
-- 19|   having first <= last
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 36|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 37|   from periods_1
-- 38|   cross join (select 0 as bit union all select 1) as bits
-- 39|   where first + interval (n * 2 + bit - 1) hour <= last
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 45| told_1 as (
-- 47|     d1,
-- 48|     date((d1 + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', d1), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) as d2,
-- 49|     hour((d1 + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', d1), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) as d3
-- 50|   from periods_1
-- 51| ),
-- 51+| spans_1 as (
-- 51+|   select distinct
-- 51+|     instant as on_day,
-- 51+|     d1,
-- 51+|     d2,
-- 51+|     d3
-- 51+|   from (select distinct instant from facts_1) as days
-- 51+|   join told_1 on instant >= d1 + interval 1 hour - interval 2 hour and instant < d1 + interval 1 hour
-- 55|   d1 as `calls.seen_at.hour`,
-- 56|   d2 as `calls.seen_at.day`,
-- 57|   d3 as `calls.seen_at.hour_of_day`,
-- 58|   (sum(s0) / nullif(sum(s1), 0)) as `calls.seen_in_two_hours`
-- 59| from facts_1
-- 60| join spans_1 on on_day = instant
-- 61 is left out
-- 62 is left out
-- 64| order by `calls.line` <=> null, `calls.line`, `calls.seen_at.hour` <=> null, `calls.seen_at.hour`, `calls.seen_at.day` <=> null, `calls.seen_at.day`, `calls.seen_at.hour_of_day` <=> null, `calls.seen_at.hour_of_day`
-- clickhouse:
-- 1| -- ["2024-11-01 01:00:00","2024-11-06 06:00:00","2024-11-03 04:00:00","2024-11-04 04:59:59.999999"]
-- 5|     toStartOfInterval(toTimeZone("seen_at", 'UTC'), toIntervalHour(1)) as instant,
-- 6|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0,
-- 9|   where "seen_at" >= {p1:DateTime64(6, 'UTC')}
-- 10|     and "seen_at" < {p2:DateTime64(6, 'UTC')}
-- 13| periods_1 as (
-- 14|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d1
-- 15|   from (
-- 16|     select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 16+|   ) as bounds
-- 16+|   where lo <= hi
-- 18| told_1 as (
-- 20|     d1,
-- 21|     toDate32(toTimeZone(d1, 'America/New_York')) as d2,
-- 22|     toHour(toTimeZone(d1, 'America/New_York')) as d3
-- 23|   from periods_1
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 28| spans_1 as (
-- 30|     instant as on_day,
-- 31|     d1,
-- 32|     d2,
-- 33|     d3
-- 34|   from (select distinct instant from facts_1) as days
-- 35|   join told_1 on instant >= ((d1 + toIntervalHour(1)) + toIntervalHour(-2)) and instant < (d1 + toIntervalHour(1))
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|   d1 as "calls.seen_at.hour",
-- 56|   d2 as "calls.seen_at.day",
-- 57|   d3 as "calls.seen_at.hour_of_day",
-- 58|   (toFloat64(sumOrNull(s0 + toDecimal128(0, 0))) / nullif(sum(s1), 0)) as "calls.seen_in_two_hours"
-- 59| from facts_1
-- 60| join spans_1 on on_day = instant
-- 61 is left out
-- 62 is left out
-- 64| order by 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last
-- 65| limit 101
-- 65+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-11-01 01:00:00","2024-11-06 06:00:00","2024-11-03 04:00:00","2024-11-04 04:59:59.999999"]
-- 5|     date_trunc('hour', cast(cast("seen_at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 6|     sum(cast("minutes" as double)) as s0,
-- 9|   where "seen_at" >= cast(? as timestamp(6))
-- 10|     and "seen_at" < cast(? as timestamp(6))
-- 13| periods_1 as (
-- 14|   select date_add('hour', many * 10000 + few, lo) as d1
-- 15|   from (
-- 16|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 16+|   ) as bounds
-- 16+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 16+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 16+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 18| told_1 as (
-- 20|     d1,
-- 21|     cast(cast(cast(d1 as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6)) as date) as d2,
-- 22|     hour(cast(cast(d1 as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6))) as d3
-- 23|   from periods_1
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 28| spans_1 as (
-- 30|     instant as on_day,
-- 31|     d1,
-- 32|     d2,
-- 33|     d3
-- 34|   from (select distinct instant from facts_1) as days
-- 35|   join told_1 on instant >= date_add('hour', -2, date_add('hour', 1, d1)) and instant < date_add('hour', 1, d1)
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|   d1 as "calls.seen_at.hour",
-- 56|   d2 as "calls.seen_at.day",
-- 57|   d3 as "calls.seen_at.hour_of_day",
-- 58|   (sum(s0) / nullif(sum(s1), 0)) as "calls.seen_in_two_hours"
-- 59| from facts_1
-- 60| join spans_1 on on_day = instant
-- 61 is left out
-- 62 is left out
-- bigquery:
-- 1| -- ["2024-11-01 01:00:00","2024-11-06 06:00:00","2024-11-03 04:00:00","2024-11-04 04:59:59.999999"]
-- 5|     timestamp_trunc(timestamp(`seen_at`), hour) as instant,
-- 6|     sum(cast(`minutes` as float64)) as s0,
-- 9|   where `seen_at` >= @p1
-- 10|     and `seen_at` < @p2
-- 13| periods_1 as (
-- 14|   select step as d1
-- 15|   from (
-- 16|     select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
-- 16+|   ) as bounds
-- 16+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 18| told_1 as (
-- 20|     d1,
-- 21|     cast(datetime(timestamp(d1), 'America/New_York') as date) as d2,
-- 22|     extract(hour from datetime(timestamp(d1), 'America/New_York')) as d3
-- 23|   from periods_1
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 28| spans_1 as (
-- 30|     instant as on_day,
-- 31|     d1,
-- 32|     d2,
-- 33|     d3
-- 34|   from (select distinct instant from facts_1) as days
-- 35|   join told_1 on instant >= timestamp_add(timestamp_add(d1, interval 1 hour), interval -2 hour) and instant < timestamp_add(d1, interval 1 hour)
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|   d1 as `calls__seen_at__hour`,
-- 56|   d2 as `calls__seen_at__day`,
-- 57|   d3 as `calls__seen_at__hour_of_day`,
-- 58|   (sum(s0) / nullif(sum(s1), 0)) as `calls__seen_in_two_hours`
-- 59| from facts_1
-- 60| join spans_1 on on_day = instant
-- 61 is left out
-- 62 is left out
-- databricks:
-- 1| -- ["2024-11-01 01:00:00","2024-11-06 06:00:00","2024-11-03 04:00:00","2024-11-04 04:59:59.999999"]
-- 5|     date_trunc('hour', convert_timezone('UTC', `seen_at`)) as instant,
-- 6|     sum(cast(`minutes` as double)) as s0,
-- 9|   where `seen_at` >= cast(concat(:p1, 'Z') as timestamp)
-- 10|     and `seen_at` < cast(concat(:p2, 'Z') as timestamp)
-- 13| periods_1 as (
-- 14|   select explode(sequence(lo, hi, interval 1 hour)) as d1
-- 15|   from (
-- 16|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as hi
-- 16+|   ) as bounds
-- 16+|   where lo <= hi
-- 18| told_1 as (
-- 20|     d1,
-- 21|     cast(convert_timezone('America/New_York', d1) as date) as d2,
-- 22|     hour(convert_timezone('America/New_York', d1)) as d3
-- 23|   from periods_1
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 28| spans_1 as (
-- 30|     instant as on_day,
-- 31|     d1,
-- 32|     d2,
-- 33|     d3
-- 34|   from (select distinct instant from facts_1) as days
-- 35|   join told_1 on instant >= cast(dateadd(hour, -2, cast(dateadd(hour, 1, d1) as timestamp)) as timestamp) and instant < cast(dateadd(hour, 1, d1) as timestamp)
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|   d1 as `calls.seen_at.hour`,
-- 56|   d2 as `calls.seen_at.day`,
-- 57|   d3 as `calls.seen_at.hour_of_day`,
-- 58|   (sum(s0) / nullif(sum(s1), 0)) as `calls.seen_in_two_hours`
-- 59| from facts_1
-- 60| join spans_1 on on_day = instant
-- 61 is left out
-- 62 is left out
-- snowflake:
-- 1| -- ["2024-11-01 01:00:00","2024-11-06 06:00:00","2024-11-03 04:00:00","2024-11-04 04:59:59.999999"]
-- 5|     date_trunc('hour', cast(convert_timezone('UTC', "seen_at") as timestamp_ntz)) as instant,
-- 6|     sum(cast("minutes" as float)) as s0,
-- 9|   where "seen_at" >= cast(? as timestamp_ntz)
-- 10|     and "seen_at" < cast(? as timestamp_ntz)
-- 13| periods_1 as (
-- 14|   select dateadd(hour, cast(steps.value as integer), lo) as d1
-- 15|   from (
-- 16|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 16+|   ) as bounds
-- 16+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 18| told_1 as (
-- 20|     d1,
-- 21|     cast(cast(convert_timezone('America/New_York', d1) as timestamp_ntz) as date) as d2,
-- 22|     hour(cast(convert_timezone('America/New_York', d1) as timestamp_ntz)) as d3
-- 23|   from periods_1
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 28| spans_1 as (
-- 30|     instant as on_day,
-- 31|     d1,
-- 32|     d2,
-- 33|     d3
-- 34|   from (select distinct instant from facts_1) as days
-- 35|   join told_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, d1)) and instant < dateadd(hour, 1, d1)
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|   d1 as "calls.seen_at.hour",
-- 56|   d2 as "calls.seen_at.day",
-- 57|   d3 as "calls.seen_at.hour_of_day",
-- 58|   (sum(s0) / nullif(sum(s1), 0)) as "calls.seen_in_two_hours"
-- 59| from facts_1
-- 60| join spans_1 on on_day = instant
-- 61 is left out
-- 62 is left out
-- redshift:
-- 1| -- ["2024-11-01 01:00:00","2024-11-06 06:00:00","2024-11-03 04:00:00","2024-11-04 04:59:59.999999"]
-- 6|     sum(("minutes")::float8) as s0,
-- 9|   where "seen_at" >= $1::timestamp
-- 10|     and "seen_at" < $2::timestamp
-- 13| periods_1 as (
-- 14|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d1
-- 15|   from (
-- 16|     select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
-- 16+|   ) as bounds
-- 16+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 16+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 16+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 16+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 16+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 16+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 16+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 18| told_1 as (
-- 20|     d1,
-- 21|     (d1::timestamptz at time zone 'America/New_York')::date as d2,
-- 22|     extract(hour from (d1::timestamptz at time zone 'America/New_York'))::integer as d3
-- 23|   from periods_1
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 28| spans_1 as (
-- 30|     instant as on_day,
-- 31|     d1,
-- 32|     d2,
-- 33|     d3
-- 34|   from (select distinct instant from facts_1) as days
-- 35|   join told_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, d1)::timestamp)::timestamp and instant < dateadd(hour, 1, d1)::timestamp
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 47 is left out
-- 48 is left out
-- 49 is left out
-- 50 is left out
-- 51 is left out
-- 55|   d1 as "calls.seen_at.hour",
-- 56|   d2 as "calls.seen_at.day",
-- 57|   d3 as "calls.seen_at.hour_of_day",
-- 58|   (sum(s0) / nullif(sum(s1), 0)) as "calls.seen_in_two_hours"
-- 59| from facts_1
-- 60| join spans_1 on on_day = instant
-- 61 is left out
-- 62 is left out

-- windows of minutes, of a month to date and of all time, on a day with a missing hour and into the next month
-- ["2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    date_trunc('minute', "at") >= date_trunc('hour', "at") + interval '30 minutes' as is_end,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '90 minutes'
    and "at" < $2::timestamp + interval '1 hour' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('hour', $3::timestamp) as lo,
    date_trunc('hour', $4::timestamp) as hi
),
sums_1 as (
  select
    instant,
    sum(s0) as s0
  from facts_1
  group by 1
),
windows_1 as (
  select
    instant,
    s0
  from sums_1
  union all
  select
    (instant + interval '1 hour') as instant,
    s0
  from facts_1
  where is_end
),
facts_2 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $5::timestamp - interval '1 hour' - interval '2 days' - interval '30 minutes'
    and "at" < $6::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('hour', $7::timestamp), date_trunc('hour', $8::timestamp), interval '1 hour') as d0
),
facts_3 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $9::timestamp - interval '1 hour' - interval '2 days' - interval '1 month'
    and "at" < $10::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
bounds_2 as (
  select
    date_trunc('hour', $11::timestamp) as lo,
    date_trunc('hour', $12::timestamp) as hi
),
begun_1 as (
  select
    instant,
    date_trunc('month', (instant::timestamptz at time zone 'Europe/Berlin'))::date as began,
    s0
  from facts_3
),
followed_1 as (
  select
    began,
    instant,
    s0,
    lead(instant) over (partition by began order by instant) as next
  from begun_1
  where instant is not null
),
spread_1 as (
  select
    began,
    instant,
    s0
  from followed_1
  union all
  select
    began,
    generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi, began + interval '1 month' + interval '1 day')::timestamp, interval '1 hour') as instant,
    null as s0
  from followed_1
  cross join bounds_2
  where instant < least(next - interval '1 hour', hi, began + interval '1 month' + interval '1 day')
),
framed_1 as (
  select
    began,
    instant,
    sum(s0) over (partition by began order by instant rows unbounded preceding) as s0
  from spread_1
),
facts_4 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" < $13::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
bounds_3 as (
  select
    date_trunc('hour', $14::timestamp) as lo,
    date_trunc('hour', $15::timestamp) as hi
),
followed_2 as (
  select
    instant,
    s0,
    lead(instant) over (order by instant) as next
  from facts_4
  where instant is not null
),
spread_2 as (
  select
    instant,
    s0
  from followed_2
  union all
  select
    generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi)::timestamp, interval '1 hour') as instant,
    null as s0
  from followed_2
  cross join bounds_3
  where instant < least(next - interval '1 hour', hi)
),
framed_2 as (
  select
    instant,
    sum(s0) over (order by instant rows unbounded preceding) as s0
  from spread_2
)
select
  d0 as "calls.at.hour",
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.half_an_hour_before",
  max(m2) as "calls.this_month",
  max(m3) as "calls.so_far"
from (
  select
    instant::timestamp as d0,
    sum(s0) as m0,
    null::numeric as m1,
    null::numeric as m2,
    null::numeric as m3
  from windows_1
  cross join bounds_1
  where instant >= lo
    and instant <= hi
  group by 1
  union all
  select
    d0,
    null::numeric as m0,
    sum(s0) as m1,
    null::numeric as m2,
    null::numeric as m3
  from facts_2
  join periods_1 on instant >= d0 - interval '30 minutes' and instant < d0 - interval '30 minutes' + interval '1 hour'
  group by 1
  union all
  select
    instant::timestamp as d0,
    null::numeric as m0,
    null::numeric as m1,
    max(s0) as m2,
    null::numeric as m3
  from framed_1
  cross join bounds_2
  where instant >= lo
    and instant <= hi
    and began = date_trunc('month', (instant::timestamptz at time zone 'Europe/Berlin'))::date
  group by 1
  union all
  select
    instant::timestamp as d0,
    null::numeric as m0,
    null::numeric as m1,
    null::numeric as m2,
    max(s0) as m3
  from framed_2
  cross join bounds_3
  where instant >= lo
    and instant <= hi
  group by 1
) as branches
group by 1
order by "calls.at.hour" nulls last
limit 101;
-- totals
-- ["2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
with facts_1 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '90 minutes'
    and "at" < $2::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('hour', $3::timestamp), date_trunc('hour', $4::timestamp), interval '1 hour') as d0
),
facts_2 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $5::timestamp - interval '1 hour' - interval '2 days' - interval '30 minutes'
    and "at" < $6::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
periods_2 as (
  select generate_series(date_trunc('hour', $7::timestamp), date_trunc('hour', $8::timestamp), interval '1 hour') as d0
),
facts_3 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $9::timestamp - interval '1 hour' - interval '2 days' - interval '1 month'
    and "at" < $10::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
periods_3 as (
  select generate_series(date_trunc('hour', $11::timestamp), date_trunc('hour', $12::timestamp), interval '1 hour') as d0
),
facts_4 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" < $13::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
periods_4 as (
  select generate_series(date_trunc('hour', $14::timestamp), date_trunc('hour', $15::timestamp), interval '1 hour') as d0
)
select
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.half_an_hour_before",
  max(m2) as "calls.this_month",
  max(m3) as "calls.so_far"
from (
  select
    sum(s0) as m0,
    null::numeric as m1,
    null::numeric as m2,
    null::numeric as m3
  from facts_1
  where instant in (
    select instant
    from (select distinct instant from facts_1) as days
    join periods_1 on instant >= periods_1.d0 + interval '1 hour' - interval '90 minutes' and instant < periods_1.d0 + interval '1 hour'
  )
  union all
  select
    null::numeric as m0,
    sum(s0) as m1,
    null::numeric as m2,
    null::numeric as m3
  from facts_2
  where instant in (
    select instant
    from (select distinct instant from facts_2) as days
    join periods_2 on instant >= periods_2.d0 - interval '30 minutes' and instant < periods_2.d0 - interval '30 minutes' + interval '1 hour'
  )
  union all
  select
    null::numeric as m0,
    null::numeric as m1,
    sum(s0) as m2,
    null::numeric as m3
  from facts_3
  where instant in (
    select instant
    from (select distinct instant from facts_3) as days
    join periods_3 on instant < periods_3.d0 + interval '1 hour' and date_trunc('month', (instant::timestamptz at time zone 'Europe/Berlin'))::date = date_trunc('month', (periods_3.d0::timestamptz at time zone 'Europe/Berlin'))::date
  )
  union all
  select
    null::numeric as m0,
    null::numeric as m1,
    null::numeric as m2,
    sum(s0) as m3
  from facts_4
  where instant in (
    select instant
    from (select distinct instant from facts_4) as days
    join periods_4 on instant < periods_4.d0 + interval '1 hour'
  )
) as branches;
-- duckdb:
-- 46|   select unnest(generate_series(date_trunc('hour', $7::timestamp), date_trunc('hour', $8::timestamp), interval '1 hour')) as d0
-- 87|     unnest(generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi, began + interval '1 month' + interval '1 day')::timestamp, interval '1 hour')) as instant,
-- 128|     unnest(generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi)::timestamp, interval '1 hour')) as instant,
-- 150|     null as m1,
-- 151|     null as m2,
-- 152|     null as m3
-- 161|     null as m0,
-- 163|     null as m2,
-- 164|     null as m3
-- 171|     null as m0,
-- 172|     null as m1,
-- 174|     null as m3
-- 184|     null as m0,
-- 185|     null as m1,
-- 186|     null as m2,
-- 209|   select unnest(generate_series(date_trunc('hour', $3::timestamp), date_trunc('hour', $4::timestamp), interval '1 hour')) as d0
-- 221|   select unnest(generate_series(date_trunc('hour', $7::timestamp), date_trunc('hour', $8::timestamp), interval '1 hour')) as d0
-- 233|   select unnest(generate_series(date_trunc('hour', $11::timestamp), date_trunc('hour', $12::timestamp), interval '1 hour')) as d0
-- 244|   select unnest(generate_series(date_trunc('hour', $14::timestamp), date_trunc('hour', $15::timestamp), interval '1 hour')) as d0
-- 254|     null as m1,
-- 255|     null as m2,
-- 256|     null as m3
-- 265|     null as m0,
-- 267|     null as m2,
-- 268|     null as m3
-- 277|     null as m0,
-- 278|     null as m1,
-- 280|     null as m3
-- 289|     null as m0,
-- 290|     null as m1,
-- 291|     null as m2,
-- mysql:
-- 1| -- ["2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 2| with recursive facts_1 as (
-- 4|     cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
-- 5 is left out
-- 8|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 90 minute
-- 9|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24| periods_1 as (
-- 26|     1 as n,
-- 27|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 28|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 28+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 28+|   having first <= last
-- 30|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 31|   from periods_1
-- 32|   cross join (select 0 as bit union all select 1) as bits
-- 33|   where first + interval (n * 2 + bit - 1) hour <= last
-- 34 is left out
-- 38|     cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
-- 41|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 30 minute
-- 42|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 45| periods_2 as (
-- 46|   select
-- 46+|     1 as n,
-- 46+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 46+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 46+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 46+|   having first <= last
-- 46+|   union all
-- 46+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 46+|   from periods_2
-- 46+|   cross join (select 0 as bit union all select 1) as bits
-- 46+|   where first + interval (n * 2 + bit - 1) hour <= last
-- 50|     cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
-- 53|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 1 month
-- 54|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 57| periods_3 as (
-- 59|     1 as n,
-- 60|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 61|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 62|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 63|   having first <= last
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 85|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 86|   from periods_3
-- 87|   cross join (select 0 as bit union all select 1) as bits
-- 88|   where first + interval (n * 2 + bit - 1) hour <= last
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 102|     cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
-- 105|   where `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 108| periods_4 as (
-- 110|     1 as n,
-- 111|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 112|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 113|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 114|   having first <= last
-- 115 is left out
-- 116 is left out
-- 117 is left out
-- 118 is left out
-- 119 is left out
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 127|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 128|   from periods_4
-- 129|   cross join (select 0 as bit union all select 1) as bits
-- 130|   where first + interval (n * 2 + bit - 1) hour <= last
-- 131 is left out
-- 132 is left out
-- 133 is left out
-- 134 is left out
-- 135 is left out
-- 136 is left out
-- 137 is left out
-- 138 is left out
-- 148|     d0,
-- 150|     null as m1,
-- 151|     null as m2,
-- 152|     null as m3
-- 153|   from facts_1
-- 154|   join periods_1 on instant >= d0 + interval 1 hour - interval 90 minute and instant < d0 + interval 1 hour
-- 155 is left out
-- 156 is left out
-- 161|     null as m0,
-- 163|     null as m2,
-- 164|     null as m3
-- 166|   join periods_2 on instant >= d0 - interval 30 minute and instant < d0 - interval 30 minute + interval 1 hour
-- 170|     d0,
-- 171|     null as m0,
-- 172|     null as m1,
-- 173|     sum(s0) as m2,
-- 174|     null as m3
-- 175|   from facts_3
-- 176|   join periods_3 on instant < d0 + interval 1 hour and cast(date_format((instant + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', instant), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) = cast(date_format((d0 + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', d0), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date)
-- 177 is left out
-- 178 is left out
-- 179 is left out
-- 183|     d0,
-- 184|     null as m0,
-- 185|     null as m1,
-- 186|     null as m2,
-- 187|     sum(s0) as m3
-- 188|   from facts_4
-- 189|   join periods_4 on instant < d0 + interval 1 hour
-- 190 is left out
-- 191 is left out
-- 195| order by `calls.at.hour` <=> null, `calls.at.hour`
-- 198| -- ["2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-31 22:59:00","2024-03-30 23:00:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 199| with recursive facts_1 as (
-- 201|     cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
-- 204|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 90 minute
-- 205|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 209|   select
-- 209+|     1 as n,
-- 209+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 209+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 209+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 209+|   having first <= last
-- 209+|   union all
-- 209+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 209+|   from periods_1
-- 209+|   cross join (select 0 as bit union all select 1) as bits
-- 209+|   where first + interval (n * 2 + bit - 1) hour <= last
-- 213|     cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
-- 216|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 30 minute
-- 217|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 221|   select
-- 221+|     1 as n,
-- 221+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 221+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 221+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 221+|   having first <= last
-- 221+|   union all
-- 221+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 221+|   from periods_2
-- 221+|   cross join (select 0 as bit union all select 1) as bits
-- 221+|   where first + interval (n * 2 + bit - 1) hour <= last
-- 225|     cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
-- 228|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 1 month
-- 229|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 233|   select
-- 233+|     1 as n,
-- 233+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 233+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 233+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 233+|   having first <= last
-- 233+|   union all
-- 233+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 233+|   from periods_3
-- 233+|   cross join (select 0 as bit union all select 1) as bits
-- 233+|   where first + interval (n * 2 + bit - 1) hour <= last
-- 237|     cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
-- 240|   where `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 244|   select
-- 244+|     1 as n,
-- 244+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 244+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 244+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 244+|   having first <= last
-- 244+|   union all
-- 244+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 244+|   from periods_4
-- 244+|   cross join (select 0 as bit union all select 1) as bits
-- 244+|   where first + interval (n * 2 + bit - 1) hour <= last
-- 254|     null as m1,
-- 255|     null as m2,
-- 256|     null as m3
-- 261|     join periods_1 on instant >= periods_1.d0 + interval 1 hour - interval 90 minute and instant < periods_1.d0 + interval 1 hour
-- 265|     null as m0,
-- 267|     null as m2,
-- 268|     null as m3
-- 273|     join periods_2 on instant >= periods_2.d0 - interval 30 minute and instant < periods_2.d0 - interval 30 minute + interval 1 hour
-- 277|     null as m0,
-- 278|     null as m1,
-- 280|     null as m3
-- 285|     join periods_3 on instant < periods_3.d0 + interval 1 hour and cast(date_format((instant + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', instant), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) = cast(date_format((periods_3.d0 + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', periods_3.d0), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date)
-- 289|     null as m0,
-- 290|     null as m1,
-- 291|     null as m2,
-- 297|     join periods_4 on instant < periods_4.d0 + interval 1 hour
-- clickhouse:
-- 1| -- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 4|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
-- 5|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 6 is left out
-- 8|   where "at" >= {p1:DateTime64(6, 'UTC')}
-- 9|     and "at" < {p2:DateTime64(6, 'UTC')}
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24| periods_1 as (
-- 25|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 26|   from (
-- 27|     select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 28|   ) as bounds
-- 29|   where lo <= hi
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 38|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
-- 39|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 41|   where "at" >= {p5:DateTime64(6, 'UTC')}
-- 42|     and "at" < {p6:DateTime64(6, 'UTC')}
-- 45| periods_2 as (
-- 46|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 46+|   from (
-- 46+|     select toStartOfInterval(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 46+|   ) as bounds
-- 46+|   where lo <= hi
-- 50|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
-- 51|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 53|   where "at" >= {p9:DateTime64(6, 'UTC')}
-- 54|     and "at" < {p10:DateTime64(6, 'UTC')}
-- 57| periods_3 as (
-- 58|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 59|   from (
-- 60|     select toStartOfInterval(toTimeZone({p11:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p12:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 60+|   ) as bounds
-- 60+|   where lo <= hi
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 102|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
-- 103|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 105|   where "at" < {p13:DateTime64(6, 'UTC')}
-- 108| periods_4 as (
-- 109|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 110|   from (
-- 111|     select toStartOfInterval(toTimeZone({p14:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p15:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 112|   ) as bounds
-- 113|   where lo <= hi
-- 114 is left out
-- 115 is left out
-- 116 is left out
-- 117 is left out
-- 118 is left out
-- 119 is left out
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 127 is left out
-- 128 is left out
-- 129 is left out
-- 130 is left out
-- 131 is left out
-- 132 is left out
-- 133 is left out
-- 134 is left out
-- 135 is left out
-- 136 is left out
-- 137 is left out
-- 138 is left out
-- 148|     d0,
-- 149|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 150|     null as m1,
-- 151|     null as m2,
-- 152|     null as m3
-- 153|   from facts_1
-- 154|   join periods_1 on instant >= ((d0 + toIntervalHour(1)) + toIntervalMinute(-90)) and instant < (d0 + toIntervalHour(1))
-- 155 is left out
-- 156 is left out
-- 161|     null as m0,
-- 162|     sumOrNull(s0 + toDecimal128(0, 0)) as m1,
-- 163|     null as m2,
-- 164|     null as m3
-- 166|   join periods_2 on instant >= (d0 + toIntervalMinute(-30)) and instant < ((d0 + toIntervalMinute(-30)) + toIntervalHour(1))
-- 170|     d0,
-- 171|     null as m0,
-- 172|     null as m1,
-- 173|     sumOrNull(s0 + toDecimal128(0, 0)) as m2,
-- 174|     null as m3
-- 175|   from facts_3
-- 176|   join periods_3 on instant < (d0 + toIntervalHour(1)) and toStartOfMonth(toDate32(toTimeZone(instant, 'Europe/Berlin'))) = toStartOfMonth(toDate32(toTimeZone(d0, 'Europe/Berlin')))
-- 177 is left out
-- 178 is left out
-- 179 is left out
-- 183|     d0,
-- 184|     null as m0,
-- 185|     null as m1,
-- 186|     null as m2,
-- 187|     sumOrNull(s0 + toDecimal128(0, 0)) as m3
-- 188|   from facts_4
-- 189|   join periods_4 on instant < (d0 + toIntervalHour(1))
-- 190 is left out
-- 191 is left out
-- 195| order by 1 nulls last
-- 196| limit 101
-- 196+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- 198| -- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 201|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
-- 202|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 204|   where "at" >= {p1:DateTime64(6, 'UTC')}
-- 205|     and "at" < {p2:DateTime64(6, 'UTC')}
-- 209|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 209+|   from (
-- 209+|     select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 209+|   ) as bounds
-- 209+|   where lo <= hi
-- 213|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
-- 214|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 216|   where "at" >= {p5:DateTime64(6, 'UTC')}
-- 217|     and "at" < {p6:DateTime64(6, 'UTC')}
-- 221|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 221+|   from (
-- 221+|     select toStartOfInterval(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 221+|   ) as bounds
-- 221+|   where lo <= hi
-- 225|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
-- 226|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 228|   where "at" >= {p9:DateTime64(6, 'UTC')}
-- 229|     and "at" < {p10:DateTime64(6, 'UTC')}
-- 233|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 233+|   from (
-- 233+|     select toStartOfInterval(toTimeZone({p11:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p12:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 233+|   ) as bounds
-- 233+|   where lo <= hi
-- 237|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
-- 238|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 240|   where "at" < {p13:DateTime64(6, 'UTC')}
-- 244|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 244+|   from (
-- 244+|     select toStartOfInterval(toTimeZone({p14:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p15:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 244+|   ) as bounds
-- 244+|   where lo <= hi
-- 253|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 254|     null as m1,
-- 255|     null as m2,
-- 256|     null as m3
-- 261|     join periods_1 on instant >= ((periods_1.d0 + toIntervalHour(1)) + toIntervalMinute(-90)) and instant < (periods_1.d0 + toIntervalHour(1))
-- 265|     null as m0,
-- 266|     sumOrNull(s0 + toDecimal128(0, 0)) as m1,
-- 267|     null as m2,
-- 268|     null as m3
-- 273|     join periods_2 on instant >= (periods_2.d0 + toIntervalMinute(-30)) and instant < ((periods_2.d0 + toIntervalMinute(-30)) + toIntervalHour(1))
-- 277|     null as m0,
-- 278|     null as m1,
-- 279|     sumOrNull(s0 + toDecimal128(0, 0)) as m2,
-- 280|     null as m3
-- 285|     join periods_3 on instant < (periods_3.d0 + toIntervalHour(1)) and toStartOfMonth(toDate32(toTimeZone(instant, 'Europe/Berlin'))) = toStartOfMonth(toDate32(toTimeZone(periods_3.d0, 'Europe/Berlin')))
-- 289|     null as m0,
-- 290|     null as m1,
-- 291|     null as m2,
-- 292|     sumOrNull(s0 + toDecimal128(0, 0)) as m3
-- 297|     join periods_4 on instant < (periods_4.d0 + toIntervalHour(1))
-- 299| ) as branches
-- 299+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 4|     date_trunc('minute', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 5 is left out
-- 8|   where "at" >= cast(? as timestamp(6))
-- 9|     and "at" < cast(? as timestamp(6))
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24| periods_1 as (
-- 25|   select date_add('hour', many * 10000 + few, lo) as d0
-- 26|   from (
-- 27|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 28|   ) as bounds
-- 29|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 30|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 31|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 38|     date_trunc('minute', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 41|   where "at" >= cast(? as timestamp(6))
-- 42|     and "at" < cast(? as timestamp(6))
-- 45| periods_2 as (
-- 46|   select date_add('hour', many * 10000 + few, lo) as d0
-- 46+|   from (
-- 46+|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 46+|   ) as bounds
-- 46+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 46+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 46+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 50|     date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 53|   where "at" >= cast(? as timestamp(6))
-- 54|     and "at" < cast(? as timestamp(6))
-- 57| periods_3 as (
-- 58|   select date_add('hour', many * 10000 + few, lo) as d0
-- 59|   from (
-- 60|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 60+|   ) as bounds
-- 60+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 60+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 60+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 102|     date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 105|   where "at" < cast(? as timestamp(6))
-- 108| periods_4 as (
-- 109|   select date_add('hour', many * 10000 + few, lo) as d0
-- 110|   from (
-- 111|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 112|   ) as bounds
-- 113|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 114|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 115|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 116 is left out
-- 117 is left out
-- 118 is left out
-- 119 is left out
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 127 is left out
-- 128 is left out
-- 129 is left out
-- 130 is left out
-- 131 is left out
-- 132 is left out
-- 133 is left out
-- 134 is left out
-- 135 is left out
-- 136 is left out
-- 137 is left out
-- 138 is left out
-- 148|     d0,
-- 150|     null as m1,
-- 151|     null as m2,
-- 152|     null as m3
-- 153|   from facts_1
-- 154|   join periods_1 on instant >= date_add('minute', -90, date_add('hour', 1, d0)) and instant < date_add('hour', 1, d0)
-- 155 is left out
-- 156 is left out
-- 161|     null as m0,
-- 163|     null as m2,
-- 164|     null as m3
-- 166|   join periods_2 on instant >= date_add('minute', -30, d0) and instant < date_add('hour', 1, date_add('minute', -30, d0))
-- 170|     d0,
-- 171|     null as m0,
-- 172|     null as m1,
-- 173|     sum(s0) as m2,
-- 174|     null as m3
-- 175|   from facts_3
-- 176|   join periods_3 on instant < date_add('hour', 1, d0) and cast(date_trunc('month', cast(cast(instant as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) = cast(date_trunc('month', cast(cast(d0 as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date)
-- 177 is left out
-- 178 is left out
-- 179 is left out
-- 183|     d0,
-- 184|     null as m0,
-- 185|     null as m1,
-- 186|     null as m2,
-- 187|     sum(s0) as m3
-- 188|   from facts_4
-- 189|   join periods_4 on instant < date_add('hour', 1, d0)
-- 190 is left out
-- 191 is left out
-- 198| -- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 201|     date_trunc('minute', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 204|   where "at" >= cast(? as timestamp(6))
-- 205|     and "at" < cast(? as timestamp(6))
-- 209|   select date_add('hour', many * 10000 + few, lo) as d0
-- 209+|   from (
-- 209+|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 209+|   ) as bounds
-- 209+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 209+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 209+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 213|     date_trunc('minute', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 216|   where "at" >= cast(? as timestamp(6))
-- 217|     and "at" < cast(? as timestamp(6))
-- 221|   select date_add('hour', many * 10000 + few, lo) as d0
-- 221+|   from (
-- 221+|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 221+|   ) as bounds
-- 221+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 221+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 221+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 225|     date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 228|   where "at" >= cast(? as timestamp(6))
-- 229|     and "at" < cast(? as timestamp(6))
-- 233|   select date_add('hour', many * 10000 + few, lo) as d0
-- 233+|   from (
-- 233+|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 233+|   ) as bounds
-- 233+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 233+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 233+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 237|     date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 240|   where "at" < cast(? as timestamp(6))
-- 244|   select date_add('hour', many * 10000 + few, lo) as d0
-- 244+|   from (
-- 244+|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 244+|   ) as bounds
-- 244+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 244+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 244+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 254|     null as m1,
-- 255|     null as m2,
-- 256|     null as m3
-- 261|     join periods_1 on instant >= date_add('minute', -90, date_add('hour', 1, periods_1.d0)) and instant < date_add('hour', 1, periods_1.d0)
-- 265|     null as m0,
-- 267|     null as m2,
-- 268|     null as m3
-- 273|     join periods_2 on instant >= date_add('minute', -30, periods_2.d0) and instant < date_add('hour', 1, date_add('minute', -30, periods_2.d0))
-- 277|     null as m0,
-- 278|     null as m1,
-- 280|     null as m3
-- 285|     join periods_3 on instant < date_add('hour', 1, periods_3.d0) and cast(date_trunc('month', cast(cast(instant as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) = cast(date_trunc('month', cast(cast(periods_3.d0 as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date)
-- 289|     null as m0,
-- 290|     null as m1,
-- 291|     null as m2,
-- 297|     join periods_4 on instant < date_add('hour', 1, periods_4.d0)
-- bigquery:
-- 1| -- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 4|     timestamp_trunc(timestamp(`at`), minute) as instant,
-- 5 is left out
-- 8|   where `at` >= @p1
-- 9|     and `at` < @p2
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24| periods_1 as (
-- 25|   select step as d0
-- 26|   from (
-- 27|     select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
-- 28|   ) as bounds
-- 29|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 38|     timestamp_trunc(timestamp(`at`), minute) as instant,
-- 41|   where `at` >= @p5
-- 42|     and `at` < @p6
-- 45| periods_2 as (
-- 46|   select step as d0
-- 46+|   from (
-- 46+|     select timestamp_trunc(timestamp(@p7), hour) as lo, timestamp_trunc(timestamp(@p8), hour) as hi
-- 46+|   ) as bounds
-- 46+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 50|     timestamp_trunc(timestamp(`at`), hour) as instant,
-- 53|   where `at` >= @p9
-- 54|     and `at` < @p10
-- 57| periods_3 as (
-- 58|   select step as d0
-- 59|   from (
-- 60|     select timestamp_trunc(timestamp(@p11), hour) as lo, timestamp_trunc(timestamp(@p12), hour) as hi
-- 60+|   ) as bounds
-- 60+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 102|     timestamp_trunc(timestamp(`at`), hour) as instant,
-- 105|   where `at` < @p13
-- 108| periods_4 as (
-- 109|   select step as d0
-- 110|   from (
-- 111|     select timestamp_trunc(timestamp(@p14), hour) as lo, timestamp_trunc(timestamp(@p15), hour) as hi
-- 112|   ) as bounds
-- 113|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 114 is left out
-- 115 is left out
-- 116 is left out
-- 117 is left out
-- 118 is left out
-- 119 is left out
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 127 is left out
-- 128 is left out
-- 129 is left out
-- 130 is left out
-- 131 is left out
-- 132 is left out
-- 133 is left out
-- 134 is left out
-- 135 is left out
-- 136 is left out
-- 137 is left out
-- 138 is left out
-- 148|     d0,
-- 150|     null as m1,
-- 151|     null as m2,
-- 152|     null as m3
-- 153|   from facts_1
-- 154|   join periods_1 on instant >= timestamp_add(timestamp_add(d0, interval 1 hour), interval -90 minute) and instant < timestamp_add(d0, interval 1 hour)
-- 155 is left out
-- 156 is left out
-- 161|     null as m0,
-- 163|     null as m2,
-- 164|     null as m3
-- 166|   join periods_2 on instant >= timestamp_add(d0, interval -30 minute) and instant < timestamp_add(timestamp_add(d0, interval -30 minute), interval 1 hour)
-- 170|     d0,
-- 171|     null as m0,
-- 172|     null as m1,
-- 173|     sum(s0) as m2,
-- 174|     null as m3
-- 175|   from facts_3
-- 176|   join periods_3 on instant < timestamp_add(d0, interval 1 hour) and date_trunc(cast(datetime(timestamp(instant), 'Europe/Berlin') as date), month) = date_trunc(cast(datetime(timestamp(d0), 'Europe/Berlin') as date), month)
-- 177 is left out
-- 178 is left out
-- 179 is left out
-- 183|     d0,
-- 184|     null as m0,
-- 185|     null as m1,
-- 186|     null as m2,
-- 187|     sum(s0) as m3
-- 188|   from facts_4
-- 189|   join periods_4 on instant < timestamp_add(d0, interval 1 hour)
-- 190 is left out
-- 191 is left out
-- 198| -- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 201|     timestamp_trunc(timestamp(`at`), minute) as instant,
-- 204|   where `at` >= @p1
-- 205|     and `at` < @p2
-- 209|   select step as d0
-- 209+|   from (
-- 209+|     select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
-- 209+|   ) as bounds
-- 209+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 213|     timestamp_trunc(timestamp(`at`), minute) as instant,
-- 216|   where `at` >= @p5
-- 217|     and `at` < @p6
-- 221|   select step as d0
-- 221+|   from (
-- 221+|     select timestamp_trunc(timestamp(@p7), hour) as lo, timestamp_trunc(timestamp(@p8), hour) as hi
-- 221+|   ) as bounds
-- 221+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 225|     timestamp_trunc(timestamp(`at`), hour) as instant,
-- 228|   where `at` >= @p9
-- 229|     and `at` < @p10
-- 233|   select step as d0
-- 233+|   from (
-- 233+|     select timestamp_trunc(timestamp(@p11), hour) as lo, timestamp_trunc(timestamp(@p12), hour) as hi
-- 233+|   ) as bounds
-- 233+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 237|     timestamp_trunc(timestamp(`at`), hour) as instant,
-- 240|   where `at` < @p13
-- 244|   select step as d0
-- 244+|   from (
-- 244+|     select timestamp_trunc(timestamp(@p14), hour) as lo, timestamp_trunc(timestamp(@p15), hour) as hi
-- 244+|   ) as bounds
-- 244+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 254|     null as m1,
-- 255|     null as m2,
-- 256|     null as m3
-- 261|     join periods_1 on instant >= timestamp_add(timestamp_add(periods_1.d0, interval 1 hour), interval -90 minute) and instant < timestamp_add(periods_1.d0, interval 1 hour)
-- 265|     null as m0,
-- 267|     null as m2,
-- 268|     null as m3
-- 273|     join periods_2 on instant >= timestamp_add(periods_2.d0, interval -30 minute) and instant < timestamp_add(timestamp_add(periods_2.d0, interval -30 minute), interval 1 hour)
-- 277|     null as m0,
-- 278|     null as m1,
-- 280|     null as m3
-- 285|     join periods_3 on instant < timestamp_add(periods_3.d0, interval 1 hour) and date_trunc(cast(datetime(timestamp(instant), 'Europe/Berlin') as date), month) = date_trunc(cast(datetime(timestamp(periods_3.d0), 'Europe/Berlin') as date), month)
-- 289|     null as m0,
-- 290|     null as m1,
-- 291|     null as m2,
-- 297|     join periods_4 on instant < timestamp_add(periods_4.d0, interval 1 hour)
-- databricks:
-- 1| -- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 4|     date_trunc('minute', convert_timezone('UTC', `at`)) as instant,
-- 5 is left out
-- 8|   where `at` >= cast(concat(:p1, 'Z') as timestamp)
-- 9|     and `at` < cast(concat(:p2, 'Z') as timestamp)
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24| periods_1 as (
-- 25|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 26|   from (
-- 27|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as hi
-- 28|   ) as bounds
-- 29|   where lo <= hi
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 38|     date_trunc('minute', convert_timezone('UTC', `at`)) as instant,
-- 41|   where `at` >= cast(concat(:p5, 'Z') as timestamp)
-- 42|     and `at` < cast(concat(:p6, 'Z') as timestamp)
-- 45| periods_2 as (
-- 46|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 46+|   from (
-- 46+|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p8, 'Z') as timestamp))) as hi
-- 46+|   ) as bounds
-- 46+|   where lo <= hi
-- 50|     date_trunc('hour', convert_timezone('UTC', `at`)) as instant,
-- 53|   where `at` >= cast(concat(:p9, 'Z') as timestamp)
-- 54|     and `at` < cast(concat(:p10, 'Z') as timestamp)
-- 57| periods_3 as (
-- 58|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 59|   from (
-- 60|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p11, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p12, 'Z') as timestamp))) as hi
-- 60+|   ) as bounds
-- 60+|   where lo <= hi
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 102|     date_trunc('hour', convert_timezone('UTC', `at`)) as instant,
-- 105|   where `at` < cast(concat(:p13, 'Z') as timestamp)
-- 108| periods_4 as (
-- 109|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 110|   from (
-- 111|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p14, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p15, 'Z') as timestamp))) as hi
-- 112|   ) as bounds
-- 113|   where lo <= hi
-- 114 is left out
-- 115 is left out
-- 116 is left out
-- 117 is left out
-- 118 is left out
-- 119 is left out
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 127 is left out
-- 128 is left out
-- 129 is left out
-- 130 is left out
-- 131 is left out
-- 132 is left out
-- 133 is left out
-- 134 is left out
-- 135 is left out
-- 136 is left out
-- 137 is left out
-- 138 is left out
-- 148|     d0,
-- 150|     null as m1,
-- 151|     null as m2,
-- 152|     null as m3
-- 153|   from facts_1
-- 154|   join periods_1 on instant >= cast(dateadd(minute, -90, cast(dateadd(hour, 1, d0) as timestamp)) as timestamp) and instant < cast(dateadd(hour, 1, d0) as timestamp)
-- 155 is left out
-- 156 is left out
-- 161|     null as m0,
-- 163|     null as m2,
-- 164|     null as m3
-- 166|   join periods_2 on instant >= cast(dateadd(minute, -30, d0) as timestamp) and instant < cast(dateadd(hour, 1, cast(dateadd(minute, -30, d0) as timestamp)) as timestamp)
-- 170|     d0,
-- 171|     null as m0,
-- 172|     null as m1,
-- 173|     sum(s0) as m2,
-- 174|     null as m3
-- 175|   from facts_3
-- 176|   join periods_3 on instant < cast(dateadd(hour, 1, d0) as timestamp) and cast(date_trunc('month', convert_timezone('Europe/Berlin', instant)) as date) = cast(date_trunc('month', convert_timezone('Europe/Berlin', d0)) as date)
-- 177 is left out
-- 178 is left out
-- 179 is left out
-- 183|     d0,
-- 184|     null as m0,
-- 185|     null as m1,
-- 186|     null as m2,
-- 187|     sum(s0) as m3
-- 188|   from facts_4
-- 189|   join periods_4 on instant < cast(dateadd(hour, 1, d0) as timestamp)
-- 190 is left out
-- 191 is left out
-- 198| -- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 201|     date_trunc('minute', convert_timezone('UTC', `at`)) as instant,
-- 204|   where `at` >= cast(concat(:p1, 'Z') as timestamp)
-- 205|     and `at` < cast(concat(:p2, 'Z') as timestamp)
-- 209|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 209+|   from (
-- 209+|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as hi
-- 209+|   ) as bounds
-- 209+|   where lo <= hi
-- 213|     date_trunc('minute', convert_timezone('UTC', `at`)) as instant,
-- 216|   where `at` >= cast(concat(:p5, 'Z') as timestamp)
-- 217|     and `at` < cast(concat(:p6, 'Z') as timestamp)
-- 221|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 221+|   from (
-- 221+|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p8, 'Z') as timestamp))) as hi
-- 221+|   ) as bounds
-- 221+|   where lo <= hi
-- 225|     date_trunc('hour', convert_timezone('UTC', `at`)) as instant,
-- 228|   where `at` >= cast(concat(:p9, 'Z') as timestamp)
-- 229|     and `at` < cast(concat(:p10, 'Z') as timestamp)
-- 233|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 233+|   from (
-- 233+|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p11, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p12, 'Z') as timestamp))) as hi
-- 233+|   ) as bounds
-- 233+|   where lo <= hi
-- 237|     date_trunc('hour', convert_timezone('UTC', `at`)) as instant,
-- 240|   where `at` < cast(concat(:p13, 'Z') as timestamp)
-- 244|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 244+|   from (
-- 244+|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p14, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p15, 'Z') as timestamp))) as hi
-- 244+|   ) as bounds
-- 244+|   where lo <= hi
-- 254|     null as m1,
-- 255|     null as m2,
-- 256|     null as m3
-- 261|     join periods_1 on instant >= cast(dateadd(minute, -90, cast(dateadd(hour, 1, periods_1.d0) as timestamp)) as timestamp) and instant < cast(dateadd(hour, 1, periods_1.d0) as timestamp)
-- 265|     null as m0,
-- 267|     null as m2,
-- 268|     null as m3
-- 273|     join periods_2 on instant >= cast(dateadd(minute, -30, periods_2.d0) as timestamp) and instant < cast(dateadd(hour, 1, cast(dateadd(minute, -30, periods_2.d0) as timestamp)) as timestamp)
-- 277|     null as m0,
-- 278|     null as m1,
-- 280|     null as m3
-- 285|     join periods_3 on instant < cast(dateadd(hour, 1, periods_3.d0) as timestamp) and cast(date_trunc('month', convert_timezone('Europe/Berlin', instant)) as date) = cast(date_trunc('month', convert_timezone('Europe/Berlin', periods_3.d0)) as date)
-- 289|     null as m0,
-- 290|     null as m1,
-- 291|     null as m2,
-- 297|     join periods_4 on instant < cast(dateadd(hour, 1, periods_4.d0) as timestamp)
-- snowflake:
-- 1| -- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 4|     date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 5 is left out
-- 8|   where "at" >= cast(? as timestamp_ntz)
-- 9|     and "at" < cast(? as timestamp_ntz)
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24| periods_1 as (
-- 25|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 26|   from (
-- 27|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 28|   ) as bounds
-- 29|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 38|     date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 41|   where "at" >= cast(? as timestamp_ntz)
-- 42|     and "at" < cast(? as timestamp_ntz)
-- 45| periods_2 as (
-- 46|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 46+|   from (
-- 46+|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 46+|   ) as bounds
-- 46+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 50|     date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 53|   where "at" >= cast(? as timestamp_ntz)
-- 54|     and "at" < cast(? as timestamp_ntz)
-- 57| periods_3 as (
-- 58|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 59|   from (
-- 60|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 60+|   ) as bounds
-- 60+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 102|     date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 105|   where "at" < cast(? as timestamp_ntz)
-- 108| periods_4 as (
-- 109|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 110|   from (
-- 111|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 112|   ) as bounds
-- 113|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 114 is left out
-- 115 is left out
-- 116 is left out
-- 117 is left out
-- 118 is left out
-- 119 is left out
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 127 is left out
-- 128 is left out
-- 129 is left out
-- 130 is left out
-- 131 is left out
-- 132 is left out
-- 133 is left out
-- 134 is left out
-- 135 is left out
-- 136 is left out
-- 137 is left out
-- 138 is left out
-- 148|     d0,
-- 150|     null as m1,
-- 151|     null as m2,
-- 152|     null as m3
-- 153|   from facts_1
-- 154|   join periods_1 on instant >= dateadd(minute, -90, dateadd(hour, 1, d0)) and instant < dateadd(hour, 1, d0)
-- 155 is left out
-- 156 is left out
-- 161|     null as m0,
-- 163|     null as m2,
-- 164|     null as m3
-- 166|   join periods_2 on instant >= dateadd(minute, -30, d0) and instant < dateadd(hour, 1, dateadd(minute, -30, d0))
-- 170|     d0,
-- 171|     null as m0,
-- 172|     null as m1,
-- 173|     sum(s0) as m2,
-- 174|     null as m3
-- 175|   from facts_3
-- 176|   join periods_3 on instant < dateadd(hour, 1, d0) and cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', instant) as timestamp_ntz)) as date) = cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', d0) as timestamp_ntz)) as date)
-- 177 is left out
-- 178 is left out
-- 179 is left out
-- 183|     d0,
-- 184|     null as m0,
-- 185|     null as m1,
-- 186|     null as m2,
-- 187|     sum(s0) as m3
-- 188|   from facts_4
-- 189|   join periods_4 on instant < dateadd(hour, 1, d0)
-- 190 is left out
-- 191 is left out
-- 198| -- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 201|     date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 204|   where "at" >= cast(? as timestamp_ntz)
-- 205|     and "at" < cast(? as timestamp_ntz)
-- 209|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 209+|   from (
-- 209+|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 209+|   ) as bounds
-- 209+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 213|     date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 216|   where "at" >= cast(? as timestamp_ntz)
-- 217|     and "at" < cast(? as timestamp_ntz)
-- 221|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 221+|   from (
-- 221+|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 221+|   ) as bounds
-- 221+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 225|     date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 228|   where "at" >= cast(? as timestamp_ntz)
-- 229|     and "at" < cast(? as timestamp_ntz)
-- 233|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 233+|   from (
-- 233+|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 233+|   ) as bounds
-- 233+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 237|     date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 240|   where "at" < cast(? as timestamp_ntz)
-- 244|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 244+|   from (
-- 244+|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 244+|   ) as bounds
-- 244+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 254|     null as m1,
-- 255|     null as m2,
-- 256|     null as m3
-- 261|     join periods_1 on instant >= dateadd(minute, -90, dateadd(hour, 1, periods_1.d0)) and instant < dateadd(hour, 1, periods_1.d0)
-- 265|     null as m0,
-- 267|     null as m2,
-- 268|     null as m3
-- 273|     join periods_2 on instant >= dateadd(minute, -30, periods_2.d0) and instant < dateadd(hour, 1, dateadd(minute, -30, periods_2.d0))
-- 277|     null as m0,
-- 278|     null as m1,
-- 280|     null as m3
-- 285|     join periods_3 on instant < dateadd(hour, 1, periods_3.d0) and cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', instant) as timestamp_ntz)) as date) = cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', periods_3.d0) as timestamp_ntz)) as date)
-- 289|     null as m0,
-- 290|     null as m1,
-- 291|     null as m2,
-- 297|     join periods_4 on instant < dateadd(hour, 1, periods_4.d0)
-- redshift:
-- 1| -- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 4|     date_trunc('minute', "at") as instant,
-- 5 is left out
-- 8|   where "at" >= $1::timestamp
-- 9|     and "at" < $2::timestamp
-- 10 is left out
-- 11 is left out
-- 12 is left out
-- 13 is left out
-- 14 is left out
-- 15 is left out
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 24| periods_1 as (
-- 25|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 26|   from (
-- 27|     select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
-- 28|   ) as bounds
-- 29|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 30|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 31|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 32|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 33|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 34|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 34+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 41|   where "at" >= $5::timestamp
-- 42|     and "at" < $6::timestamp
-- 45| periods_2 as (
-- 46|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 46+|   from (
-- 46+|     select date_trunc('hour', $7::timestamp) as lo, date_trunc('hour', $8::timestamp) as hi
-- 46+|   ) as bounds
-- 46+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 46+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 46+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 46+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 46+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 46+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 46+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 53|   where "at" >= $9::timestamp
-- 54|     and "at" < $10::timestamp
-- 57| periods_3 as (
-- 58|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 59|   from (
-- 60|     select date_trunc('hour', $11::timestamp) as lo, date_trunc('hour', $12::timestamp) as hi
-- 60+|   ) as bounds
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 60+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 60+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 84 is left out
-- 85 is left out
-- 86 is left out
-- 87 is left out
-- 88 is left out
-- 89 is left out
-- 90 is left out
-- 91 is left out
-- 92 is left out
-- 93 is left out
-- 94 is left out
-- 95 is left out
-- 96 is left out
-- 97 is left out
-- 98 is left out
-- 99 is left out
-- 105|   where "at" < $13::timestamp
-- 108| periods_4 as (
-- 109|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 110|   from (
-- 111|     select date_trunc('hour', $14::timestamp) as lo, date_trunc('hour', $15::timestamp) as hi
-- 112|   ) as bounds
-- 113|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 114|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 115|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 116|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 117|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 118|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 119|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 120 is left out
-- 121 is left out
-- 122 is left out
-- 123 is left out
-- 124 is left out
-- 125 is left out
-- 126 is left out
-- 127 is left out
-- 128 is left out
-- 129 is left out
-- 130 is left out
-- 131 is left out
-- 132 is left out
-- 133 is left out
-- 134 is left out
-- 135 is left out
-- 136 is left out
-- 137 is left out
-- 138 is left out
-- 148|     d0,
-- 150|     null::float8 as m1,
-- 151|     null::float8 as m2,
-- 152|     null::float8 as m3
-- 153|   from facts_1
-- 154|   join periods_1 on instant >= dateadd(minute, -90, dateadd(hour, 1, d0)::timestamp)::timestamp and instant < dateadd(hour, 1, d0)::timestamp
-- 155 is left out
-- 156 is left out
-- 161|     null::float8 as m0,
-- 163|     null::float8 as m2,
-- 164|     null::float8 as m3
-- 166|   join periods_2 on instant >= dateadd(minute, -30, d0)::timestamp and instant < dateadd(hour, 1, dateadd(minute, -30, d0)::timestamp)::timestamp
-- 170|     d0,
-- 171|     null::float8 as m0,
-- 172|     null::float8 as m1,
-- 173|     sum(s0) as m2,
-- 174|     null::float8 as m3
-- 175|   from facts_3
-- 176|   join periods_3 on instant < dateadd(hour, 1, d0)::timestamp and date_trunc('month', (instant::timestamptz at time zone 'Europe/Berlin'))::date = date_trunc('month', (d0::timestamptz at time zone 'Europe/Berlin'))::date
-- 177 is left out
-- 178 is left out
-- 179 is left out
-- 183|     d0,
-- 184|     null::float8 as m0,
-- 185|     null::float8 as m1,
-- 186|     null::float8 as m2,
-- 187|     sum(s0) as m3
-- 188|   from facts_4
-- 189|   join periods_4 on instant < dateadd(hour, 1, d0)::timestamp
-- 190 is left out
-- 191 is left out
-- 198| -- ["2024-03-28 20:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-03-28 21:30:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-02-28 22:00:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00","2024-04-02 23:59:00","2024-03-30 23:00:00","2024-03-31 22:59:00"]
-- 204|   where "at" >= $1::timestamp
-- 205|     and "at" < $2::timestamp
-- 209|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 209+|   from (
-- 209+|     select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
-- 209+|   ) as bounds
-- 209+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 209+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 209+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 209+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 209+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 209+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 209+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 216|   where "at" >= $5::timestamp
-- 217|     and "at" < $6::timestamp
-- 221|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 221+|   from (
-- 221+|     select date_trunc('hour', $7::timestamp) as lo, date_trunc('hour', $8::timestamp) as hi
-- 221+|   ) as bounds
-- 221+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 221+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 221+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 221+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 221+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 221+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 221+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 228|   where "at" >= $9::timestamp
-- 229|     and "at" < $10::timestamp
-- 233|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 233+|   from (
-- 233+|     select date_trunc('hour', $11::timestamp) as lo, date_trunc('hour', $12::timestamp) as hi
-- 233+|   ) as bounds
-- 233+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 233+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 233+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 233+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 233+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 233+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 233+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 240|   where "at" < $13::timestamp
-- 244|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 244+|   from (
-- 244+|     select date_trunc('hour', $14::timestamp) as lo, date_trunc('hour', $15::timestamp) as hi
-- 244+|   ) as bounds
-- 244+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 244+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 244+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 244+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 244+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 244+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 244+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 254|     null::float8 as m1,
-- 255|     null::float8 as m2,
-- 256|     null::float8 as m3
-- 261|     join periods_1 on instant >= dateadd(minute, -90, dateadd(hour, 1, periods_1.d0)::timestamp)::timestamp and instant < dateadd(hour, 1, periods_1.d0)::timestamp
-- 265|     null::float8 as m0,
-- 267|     null::float8 as m2,
-- 268|     null::float8 as m3
-- 273|     join periods_2 on instant >= dateadd(minute, -30, periods_2.d0)::timestamp and instant < dateadd(hour, 1, dateadd(minute, -30, periods_2.d0)::timestamp)::timestamp
-- 277|     null::float8 as m0,
-- 278|     null::float8 as m1,
-- 280|     null::float8 as m3
-- 285|     join periods_3 on instant < dateadd(hour, 1, periods_3.d0)::timestamp and date_trunc('month', (instant::timestamptz at time zone 'Europe/Berlin'))::date = date_trunc('month', (periods_3.d0::timestamptz at time zone 'Europe/Berlin'))::date
-- 289|     null::float8 as m0,
-- 290|     null::float8 as m1,
-- 291|     null::float8 as m2,
-- 297|     join periods_4 on instant < dateadd(hour, 1, periods_4.d0)::timestamp

-- a month to date begins within an hour in a timezone with an offset of half an hour
-- ["2024-03-31 17:00:00","2024-03-31 19:59:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    date_trunc('month', ("at"::timestamptz at time zone 'Asia/Kolkata'))::date as began,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '1 month'
    and "at" < $2::timestamp + interval '1 hour' + interval '2 days'
  group by 1, 2
),
bounds_1 as (
  select
    date_trunc('hour', $3::timestamp) as lo,
    date_trunc('hour', $4::timestamp) as hi
),
followed_1 as (
  select
    began,
    instant,
    s0,
    lead(instant) over (partition by began order by instant) as next
  from facts_1
  where instant is not null
),
spread_1 as (
  select
    began,
    instant,
    s0
  from followed_1
  union all
  select
    began,
    generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi, began + interval '1 month' + interval '1 day')::timestamp, interval '1 hour') as instant,
    null as s0
  from followed_1
  cross join bounds_1
  where instant < least(next - interval '1 hour', hi, began + interval '1 month' + interval '1 day')
),
framed_1 as (
  select
    began,
    instant,
    sum(s0) over (partition by began order by instant rows unbounded preceding) as s0
  from spread_1
)
select
  instant::timestamp as "calls.at.hour",
  max(s0) as "calls.this_month"
from framed_1
cross join bounds_1
where instant >= lo
  and instant <= hi
  and began = date_trunc('month', ((instant + interval '59 minutes')::timestamptz at time zone 'Asia/Kolkata'))::date
group by 1
order by "calls.at.hour" nulls last
limit 101;
-- duckdb:
-- 35|     unnest(generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi, began + interval '1 month' + interval '1 day')::timestamp, interval '1 hour')) as instant,
-- mysql:
-- 1| -- ["2024-03-31 17:00:00","2024-03-31 19:59:00","2024-03-31 17:00:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
-- 2| with recursive facts_1 as (
-- 4|     cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
-- 5 is left out
-- 8|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 1 month
-- 9|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 10|   group by 1
-- 12| periods_1 as (
-- 14|     1 as n,
-- 15|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 16|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 17|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 18|   having first <= last
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 33|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 34|   from periods_1
-- 35|   cross join (select 0 as bit union all select 1) as bits
-- 36|   where first + interval (n * 2 + bit - 1) hour <= last
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as `calls.at.hour`,
-- 50|   sum(s0) as `calls.this_month`
-- 51| from facts_1
-- 52| join periods_1 on instant < d0 + interval 1 hour and cast(date_format((instant + interval 330 minute), '%Y-%m-01') as date) = cast(date_format(((d0 + interval 59 minute) + interval 330 minute), '%Y-%m-01') as date)
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 57| order by `calls.at.hour` <=> null, `calls.at.hour`
-- clickhouse:
-- 1| -- ["2024-02-29 16:00:00","2024-04-02 20:59:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
-- 4|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
-- 5|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 6 is left out
-- 8|   where "at" >= {p1:DateTime64(6, 'UTC')}
-- 9|     and "at" < {p2:DateTime64(6, 'UTC')}
-- 10|   group by 1
-- 12| periods_1 as (
-- 13|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 14|   from (
-- 15|     select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 16|   ) as bounds
-- 17|   where lo <= hi
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as "calls.at.hour",
-- 50|   sumOrNull(s0 + toDecimal128(0, 0)) as "calls.this_month"
-- 51| from facts_1
-- 52| join periods_1 on instant < (d0 + toIntervalHour(1)) and toStartOfMonth(toDate32(toTimeZone(instant, 'Asia/Kolkata'))) = toStartOfMonth(toDate32(toTimeZone(((d0 + toIntervalMinute(59))), 'Asia/Kolkata')))
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- 57| order by 1 nulls last
-- 58| limit 101
-- 58+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 1| -- ["2024-02-29 16:00:00","2024-04-02 20:59:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
-- 4|     date_trunc('minute', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 5 is left out
-- 8|   where "at" >= cast(? as timestamp(6))
-- 9|     and "at" < cast(? as timestamp(6))
-- 10|   group by 1
-- 12| periods_1 as (
-- 13|   select date_add('hour', many * 10000 + few, lo) as d0
-- 14|   from (
-- 15|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 16|   ) as bounds
-- 17|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 18|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 19|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as "calls.at.hour",
-- 50|   sum(s0) as "calls.this_month"
-- 51| from facts_1
-- 52| join periods_1 on instant < date_add('hour', 1, d0) and cast(date_trunc('month', cast(cast(instant as timestamp(6) with time zone) at time zone 'Asia/Kolkata' as timestamp(6))) as date) = cast(date_trunc('month', cast(cast((date_add('minute', 59, d0)) as timestamp(6) with time zone) at time zone 'Asia/Kolkata' as timestamp(6))) as date)
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- bigquery:
-- 1| -- ["2024-02-29 16:00:00","2024-04-02 20:59:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
-- 4|     timestamp_trunc(timestamp(`at`), minute) as instant,
-- 5 is left out
-- 8|   where `at` >= @p1
-- 9|     and `at` < @p2
-- 10|   group by 1
-- 12| periods_1 as (
-- 13|   select step as d0
-- 14|   from (
-- 15|     select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
-- 16|   ) as bounds
-- 17|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as `calls__at__hour`,
-- 50|   sum(s0) as `calls__this_month`
-- 51| from facts_1
-- 52| join periods_1 on instant < timestamp_add(d0, interval 1 hour) and date_trunc(cast(datetime(timestamp(instant), 'Asia/Kolkata') as date), month) = date_trunc(cast(datetime(timestamp((timestamp_add(d0, interval 59 minute))), 'Asia/Kolkata') as date), month)
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- databricks:
-- 1| -- ["2024-02-29 16:00:00","2024-04-02 20:59:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
-- 4|     date_trunc('minute', convert_timezone('UTC', `at`)) as instant,
-- 5 is left out
-- 8|   where `at` >= cast(concat(:p1, 'Z') as timestamp)
-- 9|     and `at` < cast(concat(:p2, 'Z') as timestamp)
-- 10|   group by 1
-- 12| periods_1 as (
-- 13|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 14|   from (
-- 15|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as hi
-- 16|   ) as bounds
-- 17|   where lo <= hi
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as `calls.at.hour`,
-- 50|   sum(s0) as `calls.this_month`
-- 51| from facts_1
-- 52| join periods_1 on instant < cast(dateadd(hour, 1, d0) as timestamp) and cast(date_trunc('month', convert_timezone('Asia/Kolkata', instant)) as date) = cast(date_trunc('month', convert_timezone('Asia/Kolkata', (cast(dateadd(minute, 59, d0) as timestamp)))) as date)
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- snowflake:
-- 1| -- ["2024-02-29 16:00:00","2024-04-02 20:59:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
-- 4|     date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 5 is left out
-- 8|   where "at" >= cast(? as timestamp_ntz)
-- 9|     and "at" < cast(? as timestamp_ntz)
-- 10|   group by 1
-- 12| periods_1 as (
-- 13|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 14|   from (
-- 15|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 16|   ) as bounds
-- 17|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as "calls.at.hour",
-- 50|   sum(s0) as "calls.this_month"
-- 51| from facts_1
-- 52| join periods_1 on instant < dateadd(hour, 1, d0) and cast(date_trunc('month', cast(convert_timezone('Asia/Kolkata', instant) as timestamp_ntz)) as date) = cast(date_trunc('month', cast(convert_timezone('Asia/Kolkata', (dateadd(minute, 59, d0))) as timestamp_ntz)) as date)
-- 53 is left out
-- 54 is left out
-- 55 is left out
-- redshift:
-- 1| -- ["2024-02-29 16:00:00","2024-04-02 20:59:00","2024-03-31 17:00:00","2024-03-31 19:59:00"]
-- 4|     date_trunc('minute', "at") as instant,
-- 5 is left out
-- 8|   where "at" >= $1::timestamp
-- 9|     and "at" < $2::timestamp
-- 10|   group by 1
-- 12| periods_1 as (
-- 13|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 14|   from (
-- 15|     select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
-- 16|   ) as bounds
-- 17|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 18|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 19|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 20|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 21|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 22|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 23|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 43 is left out
-- 44 is left out
-- 45 is left out
-- 46 is left out
-- 49|   d0 as "calls.at.hour",
-- 50|   sum(s0) as "calls.this_month"
-- 51| from facts_1
-- 52| join periods_1 on instant < dateadd(hour, 1, d0)::timestamp and date_trunc('month', (instant::timestamptz at time zone 'Asia/Kolkata'))::date = date_trunc('month', ((dateadd(minute, 59, d0)::timestamp)::timestamptz at time zone 'Asia/Kolkata'))::date
-- 53 is left out
-- 54 is left out
-- 55 is left out

-- a window by minute
-- ["2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
with facts_1 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp - interval '1 minute' - interval '2 days' - interval '90 minutes'
    and "at" < $2::timestamp + interval '1 minute' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('minute', $3::timestamp) as lo,
    date_trunc('minute', $4::timestamp) as hi
),
followed_1 as (
  select
    instant,
    s0,
    lead(instant) over (order by instant) as next
  from facts_1
  where instant is not null
),
spread_1 as (
  select
    instant,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(instant + interval '1 minute', lo)::timestamp, least(next - interval '1 minute', hi, instant + interval '89 minutes')::timestamp, interval '1 minute') as instant,
    null as s0
  from followed_1
  cross join bounds_1
  where instant < least(next - interval '1 minute', hi, instant + interval '89 minutes')
),
framed_1 as (
  select
    instant,
    sum(s0) over (order by instant range between interval '89 minutes' preceding and current row) as s0
  from spread_1
),
facts_2 as (
  select
    date_trunc('minute', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $5::timestamp - interval '1 minute' - interval '2 days' - interval '2 hours'
    and "at" < $6::timestamp + interval '1 minute' + interval '2 days'
  group by 1
),
bounds_2 as (
  select
    date_trunc('minute', $7::timestamp) as lo,
    date_trunc('minute', $8::timestamp) as hi
),
followed_2 as (
  select
    instant,
    s0,
    lead(instant) over (order by instant) as next
  from facts_2
  where instant is not null
),
spread_2 as (
  select
    instant,
    s0
  from followed_2
  union all
  select
    generate_series(greatest(instant + interval '1 minute', lo)::timestamp, least(next - interval '1 minute', hi, instant + interval '119 minutes')::timestamp, interval '1 minute') as instant,
    null as s0
  from followed_2
  cross join bounds_2
  where instant < least(next - interval '1 minute', hi, instant + interval '119 minutes')
),
framed_2 as (
  select
    instant,
    sum(s0) over (order by instant range between interval '119 minutes' preceding and current row) as s0
  from spread_2
)
select
  d0 as "calls.at.minute",
  max(m0) as "calls.ninety_minutes",
  max(m1) as "calls.two_hours",
  max(m2) as "calls.minutes"
from (
  select
    instant::timestamp as d0,
    max(s0) as m0,
    null::numeric as m1,
    null::numeric as m2
  from framed_1
  cross join bounds_1
  where instant >= lo
    and instant <= hi
  group by 1
  union all
  select
    instant::timestamp as d0,
    null::numeric as m0,
    max(s0) as m1,
    null::numeric as m2
  from framed_2
  cross join bounds_2
  where instant >= lo
    and instant <= hi
  group by 1
  union all
  select
    date_trunc('minute', "at") as d0,
    null::numeric as m0,
    null::numeric as m1,
    sum("minutes") as m2
  from "calls"
  where "at" between $9::timestamp and $10::timestamp
  group by 1
) as branches
group by 1
order by "calls.at.minute" nulls last
limit 101;
-- duckdb:
-- 31|     unnest(generate_series(greatest(instant + interval '1 minute', lo)::timestamp, least(next - interval '1 minute', hi, instant + interval '89 minutes')::timestamp, interval '1 minute')) as instant,
-- 72|     unnest(generate_series(greatest(instant + interval '1 minute', lo)::timestamp, least(next - interval '1 minute', hi, instant + interval '119 minutes')::timestamp, interval '1 minute')) as instant,
-- 93|     null as m1,
-- 94|     null as m2
-- 103|     null as m0,
-- 105|     null as m2
-- 114|     null as m0,
-- 115|     null as m1,
-- mysql:
-- 1| -- ["2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
-- 2| with recursive facts_1 as (
-- 4|     cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
-- 7|   where `at` >= cast(? as datetime(6)) - interval 1 minute - interval 2 day - interval 90 minute
-- 8|     and `at` < cast(? as datetime(6)) + interval 1 minute + interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:%i:00') as datetime) as d0,
-- 15|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:%i:00') as datetime) as first,
-- 16|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:%i:00') as datetime) as last
-- 17|   having first <= last
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 30|   select n * 2 + bit, first + interval (n * 2 + bit - 1) minute, first, last
-- 31|   from periods_1
-- 32|   cross join (select 0 as bit union all select 1) as bits
-- 33|   where first + interval (n * 2 + bit - 1) minute <= last
-- 34 is left out
-- 35 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as instant,
-- 48|   where `at` >= cast(? as datetime(6)) - interval 1 minute - interval 2 day - interval 2 hour
-- 49|     and `at` < cast(? as datetime(6)) + interval 1 minute + interval 2 day
-- 52| periods_2 as (
-- 54|     1 as n,
-- 55|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:%i:00') as datetime) as d0,
-- 56|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:%i:00') as datetime) as first,
-- 57|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:%i:00') as datetime) as last
-- 58|   having first <= last
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 71|   select n * 2 + bit, first + interval (n * 2 + bit - 1) minute, first, last
-- 72|   from periods_2
-- 73|   cross join (select 0 as bit union all select 1) as bits
-- 74|   where first + interval (n * 2 + bit - 1) minute <= last
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 91|     d0,
-- 92|     sum(s0) as m0,
-- 93|     null as m1,
-- 94|     null as m2
-- 95|   from facts_1
-- 96|   join periods_1 on instant >= d0 + interval 1 minute - interval 90 minute and instant < d0 + interval 1 minute
-- 97 is left out
-- 98 is left out
-- 102|     d0,
-- 103|     null as m0,
-- 104|     sum(s0) as m1,
-- 105|     null as m2
-- 106|   from facts_2
-- 107|   join periods_2 on instant >= d0 + interval 1 minute - interval 2 hour and instant < d0 + interval 1 minute
-- 108 is left out
-- 109 is left out
-- 113|     cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as d0,
-- 114|     null as m0,
-- 115|     null as m1,
-- 118|   where `at` between cast(? as datetime(6)) and cast(? as datetime(6))
-- 122| order by `calls.at.minute` <=> null, `calls.at.minute`
-- clickhouse:
-- 1| -- ["2024-10-25 00:13:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-24 23:43:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
-- 4|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
-- 5|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 7|   where "at" >= {p1:DateTime64(6, 'UTC')}
-- 8|     and "at" < {p2:DateTime64(6, 'UTC')}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalMinute(i), range(greatest(ifNull(dateDiff('minute', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 14|     select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalMinute(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalMinute(1)) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as instant,
-- 46|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 48|   where "at" >= {p5:DateTime64(6, 'UTC')}
-- 49|     and "at" < {p6:DateTime64(6, 'UTC')}
-- 52| periods_2 as (
-- 53|   select arrayJoin(arrayMap(i -> lo + toIntervalMinute(i), range(greatest(ifNull(dateDiff('minute', lo, hi) + 1, 0), 0)))) as d0
-- 54|   from (
-- 55|     select toStartOfInterval(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'), toIntervalMinute(1)) as lo, toStartOfInterval(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC'), toIntervalMinute(1)) as hi
-- 56|   ) as bounds
-- 57|   where lo <= hi
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 91|     d0,
-- 92|     sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 93|     null as m1,
-- 94|     null as m2
-- 95|   from facts_1
-- 96|   join periods_1 on instant >= ((d0 + toIntervalMinute(1)) + toIntervalMinute(-90)) and instant < (d0 + toIntervalMinute(1))
-- 97 is left out
-- 98 is left out
-- 102|     d0,
-- 103|     null as m0,
-- 104|     sumOrNull(s0 + toDecimal128(0, 0)) as m1,
-- 105|     null as m2
-- 106|   from facts_2
-- 107|   join periods_2 on instant >= ((d0 + toIntervalMinute(1)) + toIntervalHour(-2)) and instant < (d0 + toIntervalMinute(1))
-- 108 is left out
-- 109 is left out
-- 113|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as d0,
-- 114|     null as m0,
-- 115|     null as m1,
-- 116|     sumOrNull("minutes" + toDecimal128(0, 0)) as m2
-- 118|   where ("at" >= {p9:DateTime64(6, 'UTC')} and "at" <= {p10:DateTime64(6, 'UTC')})
-- 122| order by 1 nulls last
-- 123| limit 101
-- 123+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-10-25 00:13:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-24 23:43:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
-- 4|     date_trunc('minute', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 7|   where "at" >= cast(? as timestamp(6))
-- 8|     and "at" < cast(? as timestamp(6))
-- 11| periods_1 as (
-- 12|   select date_add('minute', many * 10000 + few, lo) as d0
-- 13|   from (
-- 14|     select date_trunc('minute', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('minute', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('minute', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('minute', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('minute', lo, hi)
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     date_trunc('minute', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 48|   where "at" >= cast(? as timestamp(6))
-- 49|     and "at" < cast(? as timestamp(6))
-- 52| periods_2 as (
-- 53|   select date_add('minute', many * 10000 + few, lo) as d0
-- 54|   from (
-- 55|     select date_trunc('minute', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('minute', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 56|   ) as bounds
-- 57|   cross join unnest(sequence(0, date_diff('minute', lo, hi) / 10000)) as outer_steps (many)
-- 58|   cross join unnest(sequence(0, least(date_diff('minute', lo, hi), 9999))) as inner_steps (few)
-- 59|   where lo <= hi and many * 10000 + few <= date_diff('minute', lo, hi)
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 91|     d0,
-- 92|     sum(s0) as m0,
-- 93|     null as m1,
-- 94|     null as m2
-- 95|   from facts_1
-- 96|   join periods_1 on instant >= date_add('minute', -90, date_add('minute', 1, d0)) and instant < date_add('minute', 1, d0)
-- 97 is left out
-- 98 is left out
-- 102|     d0,
-- 103|     null as m0,
-- 104|     sum(s0) as m1,
-- 105|     null as m2
-- 106|   from facts_2
-- 107|   join periods_2 on instant >= date_add('hour', -2, date_add('minute', 1, d0)) and instant < date_add('minute', 1, d0)
-- 108 is left out
-- 109 is left out
-- 113|     date_trunc('minute', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as d0,
-- 114|     null as m0,
-- 115|     null as m1,
-- 118|   where "at" between cast(? as timestamp(6)) and cast(? as timestamp(6))
-- bigquery:
-- 1| -- ["2024-10-25 00:13:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-24 23:43:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
-- 4|     timestamp_trunc(timestamp(`at`), minute) as instant,
-- 7|   where `at` >= @p1
-- 8|     and `at` < @p2
-- 11| periods_1 as (
-- 12|   select step as d0
-- 13|   from (
-- 14|     select timestamp_trunc(timestamp(@p3), minute) as lo, timestamp_trunc(timestamp(@p4), minute) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 minute)) as step
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     timestamp_trunc(timestamp(`at`), minute) as instant,
-- 48|   where `at` >= @p5
-- 49|     and `at` < @p6
-- 52| periods_2 as (
-- 53|   select step as d0
-- 54|   from (
-- 55|     select timestamp_trunc(timestamp(@p7), minute) as lo, timestamp_trunc(timestamp(@p8), minute) as hi
-- 56|   ) as bounds
-- 57|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 minute)) as step
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 91|     d0,
-- 92|     sum(s0) as m0,
-- 93|     null as m1,
-- 94|     null as m2
-- 95|   from facts_1
-- 96|   join periods_1 on instant >= timestamp_add(timestamp_add(d0, interval 1 minute), interval -90 minute) and instant < timestamp_add(d0, interval 1 minute)
-- 97 is left out
-- 98 is left out
-- 102|     d0,
-- 103|     null as m0,
-- 104|     sum(s0) as m1,
-- 105|     null as m2
-- 106|   from facts_2
-- 107|   join periods_2 on instant >= timestamp_add(timestamp_add(d0, interval 1 minute), interval -2 hour) and instant < timestamp_add(d0, interval 1 minute)
-- 108 is left out
-- 109 is left out
-- 113|     timestamp_trunc(timestamp(`at`), minute) as d0,
-- 114|     null as m0,
-- 115|     null as m1,
-- 118|   where `at` between @p9 and @p10
-- databricks:
-- 1| -- ["2024-10-25 00:13:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-24 23:43:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
-- 4|     date_trunc('minute', convert_timezone('UTC', `at`)) as instant,
-- 7|   where `at` >= cast(concat(:p1, 'Z') as timestamp)
-- 8|     and `at` < cast(concat(:p2, 'Z') as timestamp)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 minute)) as d0
-- 13|   from (
-- 14|     select date_trunc('minute', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as lo, date_trunc('minute', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     date_trunc('minute', convert_timezone('UTC', `at`)) as instant,
-- 48|   where `at` >= cast(concat(:p5, 'Z') as timestamp)
-- 49|     and `at` < cast(concat(:p6, 'Z') as timestamp)
-- 52| periods_2 as (
-- 53|   select explode(sequence(lo, hi, interval 1 minute)) as d0
-- 54|   from (
-- 55|     select date_trunc('minute', convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp))) as lo, date_trunc('minute', convert_timezone('UTC', cast(concat(:p8, 'Z') as timestamp))) as hi
-- 56|   ) as bounds
-- 57|   where lo <= hi
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 91|     d0,
-- 92|     sum(s0) as m0,
-- 93|     null as m1,
-- 94|     null as m2
-- 95|   from facts_1
-- 96|   join periods_1 on instant >= cast(dateadd(minute, -90, cast(dateadd(minute, 1, d0) as timestamp)) as timestamp) and instant < cast(dateadd(minute, 1, d0) as timestamp)
-- 97 is left out
-- 98 is left out
-- 102|     d0,
-- 103|     null as m0,
-- 104|     sum(s0) as m1,
-- 105|     null as m2
-- 106|   from facts_2
-- 107|   join periods_2 on instant >= cast(dateadd(hour, -2, cast(dateadd(minute, 1, d0) as timestamp)) as timestamp) and instant < cast(dateadd(minute, 1, d0) as timestamp)
-- 108 is left out
-- 109 is left out
-- 113|     date_trunc('minute', convert_timezone('UTC', `at`)) as d0,
-- 114|     null as m0,
-- 115|     null as m1,
-- 118|   where `at` between cast(concat(:p9, 'Z') as timestamp) and cast(concat(:p10, 'Z') as timestamp)
-- snowflake:
-- 1| -- ["2024-10-25 00:13:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-24 23:43:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
-- 4|     date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 7|   where "at" >= cast(? as timestamp_ntz)
-- 8|     and "at" < cast(? as timestamp_ntz)
-- 11| periods_1 as (
-- 12|   select dateadd(minute, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 14|     select date_trunc('minute', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('minute', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(minute, lo, hi) + 1)) as steps
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 48|   where "at" >= cast(? as timestamp_ntz)
-- 49|     and "at" < cast(? as timestamp_ntz)
-- 52| periods_2 as (
-- 53|   select dateadd(minute, cast(steps.value as integer), lo) as d0
-- 54|   from (
-- 55|     select date_trunc('minute', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('minute', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 56|   ) as bounds
-- 57|   cross join lateral flatten(input => array_generate_range(0, datediff(minute, lo, hi) + 1)) as steps
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 91|     d0,
-- 92|     sum(s0) as m0,
-- 93|     null as m1,
-- 94|     null as m2
-- 95|   from facts_1
-- 96|   join periods_1 on instant >= dateadd(minute, -90, dateadd(minute, 1, d0)) and instant < dateadd(minute, 1, d0)
-- 97 is left out
-- 98 is left out
-- 102|     d0,
-- 103|     null as m0,
-- 104|     sum(s0) as m1,
-- 105|     null as m2
-- 106|   from facts_2
-- 107|   join periods_2 on instant >= dateadd(hour, -2, dateadd(minute, 1, d0)) and instant < dateadd(minute, 1, d0)
-- 108 is left out
-- 109 is left out
-- 113|     date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as d0,
-- 114|     null as m0,
-- 115|     null as m1,
-- 118|   where "at" between cast(? as timestamp_ntz) and cast(? as timestamp_ntz)
-- redshift:
-- 1| -- ["2024-10-25 00:13:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-24 23:43:00","2024-10-29 01:47:00","2024-10-27 01:44:00","2024-10-27 01:46:00","2024-10-27 01:44:00","2024-10-27 01:46:00"]
-- 7|   where "at" >= $1::timestamp
-- 8|     and "at" < $2::timestamp
-- 11| periods_1 as (
-- 12|   select dateadd(minute, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 13|   from (
-- 14|     select date_trunc('minute', $3::timestamp) as lo, date_trunc('minute', $4::timestamp) as hi
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(minute, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(minute, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(minute, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(minute, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(minute, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(minute, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(minute, lo, hi)
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 48|   where "at" >= $5::timestamp
-- 49|     and "at" < $6::timestamp
-- 52| periods_2 as (
-- 53|   select dateadd(minute, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 54|   from (
-- 55|     select date_trunc('minute', $7::timestamp) as lo, date_trunc('minute', $8::timestamp) as hi
-- 56|   ) as bounds
-- 57|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(minute, lo, hi)
-- 58|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(minute, lo, hi)
-- 59|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(minute, lo, hi)
-- 60|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(minute, lo, hi)
-- 61|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(minute, lo, hi)
-- 62|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(minute, lo, hi)
-- 63|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(minute, lo, hi)
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 91|     d0,
-- 92|     sum(s0) as m0,
-- 93|     null::float8 as m1,
-- 94|     null::float8 as m2
-- 95|   from facts_1
-- 96|   join periods_1 on instant >= dateadd(minute, -90, dateadd(minute, 1, d0)::timestamp)::timestamp and instant < dateadd(minute, 1, d0)::timestamp
-- 97 is left out
-- 98 is left out
-- 102|     d0,
-- 103|     null::float8 as m0,
-- 104|     sum(s0) as m1,
-- 105|     null::float8 as m2
-- 106|   from facts_2
-- 107|   join periods_2 on instant >= dateadd(hour, -2, dateadd(minute, 1, d0)::timestamp)::timestamp and instant < dateadd(minute, 1, d0)::timestamp
-- 108 is left out
-- 109 is left out
-- 114|     null::float8 as m0,
-- 115|     null::float8 as m1,

-- a window of two hours and the same window two hours before, with hours without rows
-- ["2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
with facts_1 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $1::timestamp - interval '1 hour' - interval '2 days' - interval '2 hours' - interval '2 hours'
    and "at" < $2::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
bounds_1 as (
  select
    date_trunc('hour', $3::timestamp) as lo,
    date_trunc('hour', $4::timestamp) as hi
),
followed_1 as (
  select
    instant,
    s0,
    lead(instant) over (order by instant) as next
  from facts_1
  where instant is not null
),
spread_1 as (
  select
    instant,
    s0
  from followed_1
  union all
  select
    generate_series(greatest(instant + interval '1 hour', (lo - interval '2 hours'))::timestamp, least(next - interval '1 hour', (hi - interval '2 hours'), instant + interval '1 hour')::timestamp, interval '1 hour') as instant,
    null as s0
  from followed_1
  cross join bounds_1
  where instant < least(next - interval '1 hour', (hi - interval '2 hours'), instant + interval '1 hour')
),
framed_1 as (
  select
    instant,
    sum(s0) over (order by instant range between interval '1 hour' preceding and current row) as s0
  from spread_1
),
facts_2 as (
  select
    date_trunc('hour', "at") as instant,
    sum("minutes") as s0
  from "calls"
  where "at" >= $5::timestamp - interval '1 hour' - interval '2 days' - interval '2 hours'
    and "at" < $6::timestamp + interval '1 hour' + interval '2 days'
  group by 1
),
bounds_2 as (
  select
    date_trunc('hour', $7::timestamp) as lo,
    date_trunc('hour', $8::timestamp) as hi
),
followed_2 as (
  select
    instant,
    s0,
    lead(instant) over (order by instant) as next
  from facts_2
  where instant is not null
),
spread_2 as (
  select
    instant,
    s0
  from followed_2
  union all
  select
    generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi, instant + interval '1 hour')::timestamp, interval '1 hour') as instant,
    null as s0
  from followed_2
  cross join bounds_2
  where instant < least(next - interval '1 hour', hi, instant + interval '1 hour')
),
framed_2 as (
  select
    instant,
    sum(s0) over (order by instant range between interval '1 hour' preceding and current row) as s0
  from spread_2
),
groups_1 as (
  select
    d0,
    max(m0) as m0,
    max(m1) as m1
  from (
    select
      (instant + interval '2 hours')::timestamp as d0,
      max(s0) as m0,
      null as m1
    from framed_1
    cross join bounds_1
    where instant >= (lo - interval '2 hours')
      and instant <= (hi - interval '2 hours')
    group by 1
    union all
    select
      instant::timestamp as d0,
      null as m0,
      max(s0) as m1
    from framed_2
    cross join bounds_2
    where instant >= lo
      and instant <= hi
    group by 1
  ) as branches
  group by 1
),
periods_1 as (
  select generate_series(date_trunc('hour', $9::timestamp), date_trunc('hour', $10::timestamp), interval '1 hour') as d0
)
select
  d0 as "calls.at.hour",
  max(m0) as "calls.two_hours_before",
  max(m1) as "calls.two_hours"
from (
  select d0, m0, m1 from groups_1
  union all
  select d0, null as m0, null as m1
  from periods_1
) as filled
group by 1
order by "calls.at.hour" nulls last
limit 101;
-- duckdb:
-- 31|     unnest(generate_series(greatest(instant + interval '1 hour', (lo - interval '2 hours'))::timestamp, least(next - interval '1 hour', (hi - interval '2 hours'), instant + interval '1 hour')::timestamp, interval '1 hour')) as instant,
-- 72|     unnest(generate_series(greatest(instant + interval '1 hour', lo)::timestamp, least(next - interval '1 hour', hi, instant + interval '1 hour')::timestamp, interval '1 hour')) as instant,
-- 113|   select unnest(generate_series(date_trunc('hour', $9::timestamp), date_trunc('hour', $10::timestamp), interval '1 hour')) as d0
-- mysql:
-- 1| -- ["2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
-- 2| with recursive facts_1 as (
-- 4|     cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
-- 7|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 2 hour - interval 2 hour
-- 8|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 11| periods_1 as (
-- 13|     1 as n,
-- 14|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 15|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 16|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 17|   having first <= last
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 30|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 31|   from periods_1
-- 32|   cross join (select 0 as bit union all select 1) as bits
-- 33|   where first + interval (n * 2 + bit - 1) hour <= last
-- 34 is left out
-- 35 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as instant,
-- 48|   where `at` >= cast(? as datetime(6)) - interval 1 hour - interval 2 day - interval 2 hour
-- 49|     and `at` < cast(? as datetime(6)) + interval 1 hour + interval 2 day
-- 52| periods_2 as (
-- 54|     1 as n,
-- 55|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 56|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 57|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 58|   having first <= last
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 71|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 72|   from periods_2
-- 73|   cross join (select 0 as bit union all select 1) as bits
-- 74|   where first + interval (n * 2 + bit - 1) hour <= last
-- 75 is left out
-- 76 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 91|       d0,
-- 92|       sum(s0) as m0,
-- 94|     from facts_1
-- 95|     join periods_1 on instant >= d0 - interval 2 hour + interval 1 hour - interval 2 hour and instant < d0 - interval 2 hour + interval 1 hour
-- 96 is left out
-- 97 is left out
-- 101|       d0,
-- 103|       sum(s0) as m1
-- 104|     from facts_2
-- 105|     join periods_2 on instant >= d0 + interval 1 hour - interval 2 hour and instant < d0 + interval 1 hour
-- 106 is left out
-- 107 is left out
-- 112| periods_3 as (
-- 113|   select
-- 113+|     1 as n,
-- 113+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as d0,
-- 113+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as first,
-- 113+|     cast(date_format(cast(? as datetime(6)), '%Y-%m-%d %H:00:00') as datetime) as last
-- 113+|   having first <= last
-- 113+|   union all
-- 113+|   select n * 2 + bit, first + interval (n * 2 + bit - 1) hour, first, last
-- 113+|   from periods_3
-- 113+|   cross join (select 0 as bit union all select 1) as bits
-- 113+|   where first + interval (n * 2 + bit - 1) hour <= last
-- 123|   from periods_3
-- 126| order by `calls.at.hour` <=> null, `calls.at.hour`
-- clickhouse:
-- 1| -- ["2024-10-24 21:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-24 23:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
-- 4|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
-- 5|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 7|   where "at" >= {p1:DateTime64(6, 'UTC')}
-- 8|     and "at" < {p2:DateTime64(6, 'UTC')}
-- 11| periods_1 as (
-- 12|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 13|   from (
-- 14|     select toStartOfInterval(toTimeZone({p3:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p4:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as instant,
-- 46|     sumOrNull("minutes" + toDecimal128(0, 0)) as s0
-- 48|   where "at" >= {p5:DateTime64(6, 'UTC')}
-- 49|     and "at" < {p6:DateTime64(6, 'UTC')}
-- 52| periods_2 as (
-- 53|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 54|   from (
-- 55|     select toStartOfInterval(toTimeZone({p7:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p8:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 55+|   ) as bounds
-- 55+|   where lo <= hi
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 91|       d0,
-- 92|       sumOrNull(s0 + toDecimal128(0, 0)) as m0,
-- 94|     from facts_1
-- 95|     join periods_1 on instant >= (((d0 + toIntervalHour(-2)) + toIntervalHour(1)) + toIntervalHour(-2)) and instant < ((d0 + toIntervalHour(-2)) + toIntervalHour(1))
-- 96 is left out
-- 97 is left out
-- 101|       d0,
-- 103|       sumOrNull(s0 + toDecimal128(0, 0)) as m1
-- 104|     from facts_2
-- 105|     join periods_2 on instant >= ((d0 + toIntervalHour(1)) + toIntervalHour(-2)) and instant < (d0 + toIntervalHour(1))
-- 106 is left out
-- 107 is left out
-- 112| periods_3 as (
-- 113|   select arrayJoin(arrayMap(i -> lo + toIntervalHour(i), range(greatest(ifNull(dateDiff('hour', lo, hi) + 1, 0), 0)))) as d0
-- 113+|   from (
-- 113+|     select toStartOfInterval(toTimeZone({p9:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as lo, toStartOfInterval(toTimeZone({p10:DateTime64(6, 'UTC')}, 'UTC'), toIntervalHour(1)) as hi
-- 113+|   ) as bounds
-- 113+|   where lo <= hi
-- 123|   from periods_3
-- 126| order by 1 nulls last
-- 127| limit 101
-- 127+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 1| -- ["2024-10-24 21:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-24 23:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
-- 4|     date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 7|   where "at" >= cast(? as timestamp(6))
-- 8|     and "at" < cast(? as timestamp(6))
-- 11| periods_1 as (
-- 12|   select date_add('hour', many * 10000 + few, lo) as d0
-- 13|   from (
-- 14|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 14+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 14+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as instant,
-- 48|   where "at" >= cast(? as timestamp(6))
-- 49|     and "at" < cast(? as timestamp(6))
-- 52| periods_2 as (
-- 53|   select date_add('hour', many * 10000 + few, lo) as d0
-- 54|   from (
-- 55|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 55+|   ) as bounds
-- 55+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 55+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 55+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 91|       d0,
-- 92|       sum(s0) as m0,
-- 94|     from facts_1
-- 95|     join periods_1 on instant >= date_add('hour', -2, date_add('hour', 1, date_add('hour', -2, d0))) and instant < date_add('hour', 1, date_add('hour', -2, d0))
-- 96 is left out
-- 97 is left out
-- 101|       d0,
-- 103|       sum(s0) as m1
-- 104|     from facts_2
-- 105|     join periods_2 on instant >= date_add('hour', -2, date_add('hour', 1, d0)) and instant < date_add('hour', 1, d0)
-- 106 is left out
-- 107 is left out
-- 112| periods_3 as (
-- 113|   select date_add('hour', many * 10000 + few, lo) as d0
-- 113+|   from (
-- 113+|     select date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as lo, date_trunc('hour', cast(cast(cast(? as timestamp(6)) as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as hi
-- 113+|   ) as bounds
-- 113+|   cross join unnest(sequence(0, date_diff('hour', lo, hi) / 10000)) as outer_steps (many)
-- 113+|   cross join unnest(sequence(0, least(date_diff('hour', lo, hi), 9999))) as inner_steps (few)
-- 113+|   where lo <= hi and many * 10000 + few <= date_diff('hour', lo, hi)
-- 123|   from periods_3
-- bigquery:
-- 1| -- ["2024-10-24 21:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-24 23:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
-- 4|     timestamp_trunc(timestamp(`at`), hour) as instant,
-- 7|   where `at` >= @p1
-- 8|     and `at` < @p2
-- 11| periods_1 as (
-- 12|   select step as d0
-- 13|   from (
-- 14|     select timestamp_trunc(timestamp(@p3), hour) as lo, timestamp_trunc(timestamp(@p4), hour) as hi
-- 14+|   ) as bounds
-- 14+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     timestamp_trunc(timestamp(`at`), hour) as instant,
-- 48|   where `at` >= @p5
-- 49|     and `at` < @p6
-- 52| periods_2 as (
-- 53|   select step as d0
-- 54|   from (
-- 55|     select timestamp_trunc(timestamp(@p7), hour) as lo, timestamp_trunc(timestamp(@p8), hour) as hi
-- 55+|   ) as bounds
-- 55+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 91|       d0,
-- 92|       sum(s0) as m0,
-- 94|     from facts_1
-- 95|     join periods_1 on instant >= timestamp_add(timestamp_add(timestamp_add(d0, interval -2 hour), interval 1 hour), interval -2 hour) and instant < timestamp_add(timestamp_add(d0, interval -2 hour), interval 1 hour)
-- 96 is left out
-- 97 is left out
-- 101|       d0,
-- 103|       sum(s0) as m1
-- 104|     from facts_2
-- 105|     join periods_2 on instant >= timestamp_add(timestamp_add(d0, interval 1 hour), interval -2 hour) and instant < timestamp_add(d0, interval 1 hour)
-- 106 is left out
-- 107 is left out
-- 112| periods_3 as (
-- 113|   select step as d0
-- 113+|   from (
-- 113+|     select timestamp_trunc(timestamp(@p9), hour) as lo, timestamp_trunc(timestamp(@p10), hour) as hi
-- 113+|   ) as bounds
-- 113+|   cross join unnest(generate_timestamp_array(lo, hi, interval 1 hour)) as step
-- 123|   from periods_3
-- databricks:
-- 1| -- ["2024-10-24 21:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-24 23:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
-- 4|     date_trunc('hour', convert_timezone('UTC', `at`)) as instant,
-- 7|   where `at` >= cast(concat(:p1, 'Z') as timestamp)
-- 8|     and `at` < cast(concat(:p2, 'Z') as timestamp)
-- 11| periods_1 as (
-- 12|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 13|   from (
-- 14|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p3, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p4, 'Z') as timestamp))) as hi
-- 14+|   ) as bounds
-- 14+|   where lo <= hi
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     date_trunc('hour', convert_timezone('UTC', `at`)) as instant,
-- 48|   where `at` >= cast(concat(:p5, 'Z') as timestamp)
-- 49|     and `at` < cast(concat(:p6, 'Z') as timestamp)
-- 52| periods_2 as (
-- 53|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 54|   from (
-- 55|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p7, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p8, 'Z') as timestamp))) as hi
-- 55+|   ) as bounds
-- 55+|   where lo <= hi
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 91|       d0,
-- 92|       sum(s0) as m0,
-- 94|     from facts_1
-- 95|     join periods_1 on instant >= cast(dateadd(hour, -2, cast(dateadd(hour, 1, cast(dateadd(hour, -2, d0) as timestamp)) as timestamp)) as timestamp) and instant < cast(dateadd(hour, 1, cast(dateadd(hour, -2, d0) as timestamp)) as timestamp)
-- 96 is left out
-- 97 is left out
-- 101|       d0,
-- 103|       sum(s0) as m1
-- 104|     from facts_2
-- 105|     join periods_2 on instant >= cast(dateadd(hour, -2, cast(dateadd(hour, 1, d0) as timestamp)) as timestamp) and instant < cast(dateadd(hour, 1, d0) as timestamp)
-- 106 is left out
-- 107 is left out
-- 112| periods_3 as (
-- 113|   select explode(sequence(lo, hi, interval 1 hour)) as d0
-- 113+|   from (
-- 113+|     select date_trunc('hour', convert_timezone('UTC', cast(concat(:p9, 'Z') as timestamp))) as lo, date_trunc('hour', convert_timezone('UTC', cast(concat(:p10, 'Z') as timestamp))) as hi
-- 113+|   ) as bounds
-- 113+|   where lo <= hi
-- 123|   from periods_3
-- snowflake:
-- 1| -- ["2024-10-24 21:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-24 23:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
-- 4|     date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 7|   where "at" >= cast(? as timestamp_ntz)
-- 8|     and "at" < cast(? as timestamp_ntz)
-- 11| periods_1 as (
-- 12|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 13|   from (
-- 14|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 14+|   ) as bounds
-- 14+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 45|     date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as instant,
-- 48|   where "at" >= cast(? as timestamp_ntz)
-- 49|     and "at" < cast(? as timestamp_ntz)
-- 52| periods_2 as (
-- 53|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 54|   from (
-- 55|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 55+|   ) as bounds
-- 55+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 91|       d0,
-- 92|       sum(s0) as m0,
-- 94|     from facts_1
-- 95|     join periods_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, dateadd(hour, -2, d0))) and instant < dateadd(hour, 1, dateadd(hour, -2, d0))
-- 96 is left out
-- 97 is left out
-- 101|       d0,
-- 103|       sum(s0) as m1
-- 104|     from facts_2
-- 105|     join periods_2 on instant >= dateadd(hour, -2, dateadd(hour, 1, d0)) and instant < dateadd(hour, 1, d0)
-- 106 is left out
-- 107 is left out
-- 112| periods_3 as (
-- 113|   select dateadd(hour, cast(steps.value as integer), lo) as d0
-- 113+|   from (
-- 113+|     select date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as lo, date_trunc('hour', cast(convert_timezone('UTC', cast(? as timestamp_ntz)) as timestamp_ntz)) as hi
-- 113+|   ) as bounds
-- 113+|   cross join lateral flatten(input => array_generate_range(0, datediff(hour, lo, hi) + 1)) as steps
-- 123|   from periods_3
-- redshift:
-- 1| -- ["2024-10-24 21:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-24 23:00:00","2024-10-29 06:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00","2024-10-27 02:00:00","2024-10-27 05:59:00"]
-- 7|   where "at" >= $1::timestamp
-- 8|     and "at" < $2::timestamp
-- 11| periods_1 as (
-- 12|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 13|   from (
-- 14|     select date_trunc('hour', $3::timestamp) as lo, date_trunc('hour', $4::timestamp) as hi
-- 14+|   ) as bounds
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 14+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 14+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 16 is left out
-- 17 is left out
-- 18 is left out
-- 19 is left out
-- 20 is left out
-- 21 is left out
-- 22 is left out
-- 23 is left out
-- 24 is left out
-- 25 is left out
-- 26 is left out
-- 27 is left out
-- 28 is left out
-- 29 is left out
-- 30 is left out
-- 31 is left out
-- 32 is left out
-- 33 is left out
-- 34 is left out
-- 35 is left out
-- 36 is left out
-- 37 is left out
-- 38 is left out
-- 39 is left out
-- 40 is left out
-- 41 is left out
-- 42 is left out
-- 48|   where "at" >= $5::timestamp
-- 49|     and "at" < $6::timestamp
-- 52| periods_2 as (
-- 53|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 54|   from (
-- 55|     select date_trunc('hour', $7::timestamp) as lo, date_trunc('hour', $8::timestamp) as hi
-- 55+|   ) as bounds
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 55+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 55+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 57 is left out
-- 58 is left out
-- 59 is left out
-- 60 is left out
-- 61 is left out
-- 62 is left out
-- 63 is left out
-- 64 is left out
-- 65 is left out
-- 66 is left out
-- 67 is left out
-- 68 is left out
-- 69 is left out
-- 70 is left out
-- 71 is left out
-- 72 is left out
-- 73 is left out
-- 74 is left out
-- 75 is left out
-- 76 is left out
-- 77 is left out
-- 78 is left out
-- 79 is left out
-- 80 is left out
-- 81 is left out
-- 82 is left out
-- 83 is left out
-- 91|       d0,
-- 92|       sum(s0) as m0,
-- 94|     from facts_1
-- 95|     join periods_1 on instant >= dateadd(hour, -2, dateadd(hour, 1, dateadd(hour, -2, d0)::timestamp)::timestamp)::timestamp and instant < dateadd(hour, 1, dateadd(hour, -2, d0)::timestamp)::timestamp
-- 96 is left out
-- 97 is left out
-- 101|       d0,
-- 103|       sum(s0) as m1
-- 104|     from facts_2
-- 105|     join periods_2 on instant >= dateadd(hour, -2, dateadd(hour, 1, d0)::timestamp)::timestamp and instant < dateadd(hour, 1, d0)::timestamp
-- 106 is left out
-- 107 is left out
-- 112| periods_3 as (
-- 113|   select dateadd(hour, f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1, lo)::timestamp as d0
-- 113+|   from (
-- 113+|     select date_trunc('hour', $9::timestamp) as lo, date_trunc('hour', $10::timestamp) as hi
-- 113+|   ) as bounds
-- 113+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as f on f.n * 100000 <= datediff(hour, lo, hi)
-- 113+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as e on e.n * 10000 <= datediff(hour, lo, hi)
-- 113+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as d on d.n * 1000 <= datediff(hour, lo, hi)
-- 113+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as c on c.n * 100 <= datediff(hour, lo, hi)
-- 113+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as b on b.n * 10 <= datediff(hour, lo, hi)
-- 113+|   join (select 0 as n union all select 1 union all select 2 union all select 3 union all select 4 union all select 5 union all select 6 union all select 7 union all select 8 union all select 9) as a on a.n * 1 <= datediff(hour, lo, hi)
-- 113+|   where f.n * 100000 + e.n * 10000 + d.n * 1000 + c.n * 100 + b.n * 10 + a.n * 1 <= datediff(hour, lo, hi)
-- 123|   from periods_3
