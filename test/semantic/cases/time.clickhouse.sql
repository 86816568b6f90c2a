-- days are whole on the days that clocks change
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  toDate32(toTimeZone("at", 'America/New_York')) as "events.at.day",
  count(*) as "events.count"
from "events"
where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a column with a zone gives the same days as one without
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  toDate32(toTimeZone("seen_at", 'America/New_York')) as "events.seen_at.day",
  count(*) as "events.count"
from "events"
where "seen_at" >= {p1:DateTime64(6, 'UTC')} and "seen_at" < {p2:DateTime64(6, 'UTC')}
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a day whose midnight the clocks leave out begins with the first moment after
-- ["2024-03-30 22:00:00","2024-03-31 21:00:00"]
select "id" as "events.id"
from "events"
where "at" >= {p1:DateTime64(6, 'UTC')}
  and "at" < {p2:DateTime64(6, 'UTC')}
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- hours cut instants, so an hour that comes twice stays two
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as "events.at.hour",
  count(*) as "events.count"
from "events"
where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- parts are taken of local time
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  toHour(toTimeZone("at", 'America/New_York')) as "events.at.hour_of_day",
  toDayOfWeek(toTimeZone("at", 'America/New_York')) as "events.at.day_of_week",
  count(*) as "events.count"
from "events"
where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- every longer grain of a moment
-- ["10"]
select distinct
  toStartOfWeek(toDate32(toTimeZone("at", 'Europe/Berlin')), 1) as "events.at.week",
  toStartOfMonth(toDate32(toTimeZone("at", 'Europe/Berlin'))) as "events.at.month",
  toStartOfQuarter(toDate32(toTimeZone("at", 'Europe/Berlin'))) as "events.at.quarter",
  toStartOfYear(toDate32(toTimeZone("at", 'Europe/Berlin'))) as "events.at.year"
from "events"
where "id" = {p1:Int64}
order by 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- every shorter grain of a moment
-- ["3"]
select distinct
  toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalSecond(1)) as "events.at.second",
  toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as "events.at.minute",
  toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as "events.at.hour"
from "events"
where "id" = {p1:Int64}
order by 1 nulls last, 2 nulls last, 3 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- every part of a date
-- ["10"]
select distinct
  toDayOfWeek("on") as "events.on.day_of_week",
  toDayOfMonth("on") as "events.on.day_of_month",
  toDayOfYear("on") as "events.on.day_of_year",
  toISOWeek("on") as "events.on.week_of_year",
  toMonth("on") as "events.on.month_of_year",
  toQuarter("on") as "events.on.quarter_of_year"
from "events"
where "id" = {p1:Int64}
order by 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last, 5 nulls last, 6 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- years are numbers of local time, and milliseconds are whole
-- ["2","3","9","10"]
select
  toYear(toTimeZone("at", 'Asia/Kolkata')) as "events.at.year_number",
  toYear("on") as "events.on.year_number",
  toMillisecond(toTimeZone("at", 'Asia/Kolkata')) as "events.at.millisecond_of_second",
  count(*) as "events.count"
from "events"
where "id" in ({p1:Int64}, {p2:Int64}, {p3:Int64}, {p4:Int64})
group by 1, 2, 3
order by 1 nulls last, 2 nulls last, 3 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a filter by the number of the year
-- ["2023"]
select count(*) as "events.count"
from "events"
where toYear(toTimeZone("at", 'America/New_York')) <= {p1:Int64}
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- weeks start on Sunday where the project says so, in grouping and in filters
-- ["2024-03-10","2024-03-17","2024-03-03","2024-03-10"]
select
  toStartOfWeek(toDate32("on"), 0) as "events.on.week",
  count(*) as "events.count"
from "events"
where (("on" >= {p1:Date32} and "on" < {p2:Date32}) or ("on" >= {p3:Date32} and "on" < {p4:Date32}))
group by 1
order by 1 nulls last
limit 101
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a date in a filter is its whole day
-- ["2024-03-10 00:00:00","2024-03-12 00:00:00"]
select count(*) as "events.count"
from "events"
where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
limit 2
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a date column takes no timezone
-- ["2024-03-10"]
select
  toStartOfMonth(toDate32("on")) as "events.on.month",
  count(*) as "events.count"
from "events"
where "on" <= {p1:Date32}
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a moment with an offset in a filter is that instant
-- ["2024-11-03 06:30:00"]
select "id" as "events.id"
from "events"
where "at" >= {p1:DateTime64(6, 'UTC')}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a local moment in a filter is of the query's timezone
-- ["2024-03-10 00:00:00"]
select "id" as "events.id"
from "events"
where "at" = {p1:DateTime64(6, 'UTC')}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- periods are compared over the stored column
-- ["2024-04-01 04:00:00"]
select "id" as "events.id"
from "events"
where "at" >= {p1:DateTime64(6, 'UTC')}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a negated period keeps nulls
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00"]
select "id" as "events.id"
from "events"
where ("at" < {p1:DateTime64(6, 'UTC')} or "at" >= {p2:DateTime64(6, 'UTC')} or "at" is null)
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- in_past counts the current period as its last
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00"]
select "id" as "events.id"
from "events"
where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- in_past of completed periods leaves the current one out
-- ["2023-12-01 05:00:00","2024-03-01 05:00:00"]
select "id" as "events.id"
from "events"
where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- in_current is the current period in the query's timezone
-- ["2024-03-10 05:00:00","2024-03-11 04:00:00"]
select "id" as "events.id"
from "events"
where "seen_at" >= {p1:DateTime64(6, 'UTC')} and "seen_at" < {p2:DateTime64(6, 'UTC')}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- in_next counts from the current period on
-- ["2024-03-09","2024-03-11"]
select "id" as "events.id"
from "events"
where "on" >= {p1:Date32} and "on" < {p2:Date32}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- the least moment and the greatest date come out as such
select
  minOrNull("at") as "events.first",
  maxOrNull("on") as "events.last_on"
from "events"
limit 2
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a filter on a moment that is computed
-- ["2024-11-04 00:00:00","2024-11-05 00:00:00"]
select "id" as "events.id"
from "events"
where ("at" + interval '1 day') >= {p1:DateTime64(6, 'UTC')} and ("at" + interval '1 day') < {p2:DateTime64(6, 'UTC')}
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
