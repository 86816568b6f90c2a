-- Never run on trino itself: see shared/semantic/dialects/README.md for what it rests on.

-- days are whole on the days that clocks change
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  cast(cast(cast("at" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6)) as date) as "events.at.day",
  count(*) as "events.count"
from "events"
where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
group by 1
order by "events.at.day" nulls last
limit 101;

-- a column with a zone gives the same days as one without
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  cast(cast(cast("seen_at" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6)) as date) as "events.seen_at.day",
  count(*) as "events.count"
from "events"
where "seen_at" >= cast(? as timestamp(6)) and "seen_at" < cast(? as timestamp(6))
group by 1
order by "events.seen_at.day" nulls last
limit 101;

-- a day whose midnight the clocks leave out begins with the first moment after
-- ["2024-03-30 22:00:00","2024-03-31 21:00:00"]
select "id" as "events.id"
from "events"
where "at" >= cast(? as timestamp(6))
  and "at" < cast(? as timestamp(6))
order by "events.id" nulls last
limit 101;

-- hours cut instants, so an hour that comes twice stays two
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as "events.at.hour",
  count(*) as "events.count"
from "events"
where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
group by 1
order by "events.at.hour" nulls last
limit 101;

-- parts are taken of local time
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  hour(cast(cast("at" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6))) as "events.at.hour_of_day",
  day_of_week(cast(cast("at" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6))) as "events.at.day_of_week",
  count(*) as "events.count"
from "events"
where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
group by 1, 2
order by "events.at.hour_of_day" nulls last, "events.at.day_of_week" nulls last
limit 101;

-- every longer grain of a moment
-- ["10"]
select distinct
  cast(date_trunc('week', cast(cast("at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as "events.at.week",
  cast(date_trunc('month', cast(cast("at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as "events.at.month",
  cast(date_trunc('quarter', cast(cast("at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as "events.at.quarter",
  cast(date_trunc('year', cast(cast("at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as "events.at.year"
from "events"
where "id" = cast(? as bigint)
order by "events.at.week" nulls last, "events.at.month" nulls last, "events.at.quarter" nulls last, "events.at.year" nulls last
limit 11;

-- every shorter grain of a moment
-- ["3"]
select distinct
  date_trunc('second', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as "events.at.second",
  date_trunc('minute', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as "events.at.minute",
  date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as "events.at.hour"
from "events"
where "id" = cast(? as bigint)
order by "events.at.second" nulls last, "events.at.minute" nulls last, "events.at.hour" nulls last
limit 11;

-- every part of a date
-- ["10"]
select distinct
  day_of_week("on") as "events.on.day_of_week",
  day("on") as "events.on.day_of_month",
  day_of_year("on") as "events.on.day_of_year",
  week("on") as "events.on.week_of_year",
  month("on") as "events.on.month_of_year",
  quarter("on") as "events.on.quarter_of_year"
from "events"
where "id" = cast(? as bigint)
order by "events.on.day_of_week" nulls last, "events.on.day_of_month" nulls last, "events.on.day_of_year" nulls last, "events.on.week_of_year" nulls last, "events.on.month_of_year" nulls last, "events.on.quarter_of_year" nulls last
limit 11;

-- years are numbers of local time, and milliseconds are whole
-- ["2","3","9","10"]
select
  year(cast(cast("at" as timestamp(6) with time zone) at time zone 'Asia/Kolkata' as timestamp(6))) as "events.at.year_number",
  year("on") as "events.on.year_number",
  millisecond(cast(cast("at" as timestamp(6) with time zone) at time zone 'Asia/Kolkata' as timestamp(6))) as "events.at.millisecond_of_second",
  count(*) as "events.count"
from "events"
where "id" in (cast(? as bigint), cast(? as bigint), cast(? as bigint), cast(? as bigint))
group by 1, 2, 3
order by "events.at.year_number" nulls last, "events.on.year_number" nulls last, "events.at.millisecond_of_second" nulls last
limit 11;

-- a filter by the number of the year
-- ["2023"]
select count(*) as "events.count"
from "events"
where year(cast(cast("at" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6))) <= cast(? as bigint);

-- weeks start on Sunday where the project says so, in grouping and in filters
-- ["2024-03-10","2024-03-17","2024-03-03","2024-03-10"]
select
  cast(date_add('day', -1, date_trunc('week', date_add('day', 1, "on"))) as date) as "events.on.week",
  count(*) as "events.count"
from "events"
where (("on" >= cast(? as date) and "on" < cast(? as date)) or ("on" >= cast(? as date) and "on" < cast(? as date)))
group by 1
order by "events.on.week" nulls last
limit 101;

-- a date in a filter is its whole day
-- ["2024-03-10 00:00:00","2024-03-12 00:00:00"]
select count(*) as "events.count"
from "events"
where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
limit 2;

-- a date column takes no timezone
-- ["2024-03-10"]
select
  cast(date_trunc('month', "on") as date) as "events.on.month",
  count(*) as "events.count"
from "events"
where "on" <= cast(? as date)
group by 1
order by "events.on.month" nulls last
limit 11;

-- a moment with an offset in a filter is that instant
-- ["2024-11-03 06:30:00"]
select "id" as "events.id"
from "events"
where "at" >= cast(? as timestamp(6))
order by "events.id" nulls last
limit 11;

-- a local moment in a filter is of the query's timezone
-- ["2024-03-10 00:00:00"]
select "id" as "events.id"
from "events"
where "at" = cast(? as timestamp(6))
order by "events.id" nulls last
limit 11;

-- periods are compared over the stored column
-- ["2024-04-01 04:00:00"]
select "id" as "events.id"
from "events"
where "at" >= cast(? as timestamp(6))
order by "events.id" nulls last
limit 11;

-- a negated period keeps nulls
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00"]
select "id" as "events.id"
from "events"
where ("at" < cast(? as timestamp(6)) or "at" >= cast(? as timestamp(6)) or "at" is null)
order by "events.id" nulls last
limit 11;

-- in_past counts the current period as its last
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00"]
select "id" as "events.id"
from "events"
where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
order by "events.id" nulls last
limit 11;

-- in_past of completed periods leaves the current one out
-- ["2023-12-01 05:00:00","2024-03-01 05:00:00"]
select "id" as "events.id"
from "events"
where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
order by "events.id" nulls last
limit 11;

-- in_current is the current period in the query's timezone
-- ["2024-03-10 05:00:00","2024-03-11 04:00:00"]
select "id" as "events.id"
from "events"
where "seen_at" >= cast(? as timestamp(6)) and "seen_at" < cast(? as timestamp(6))
order by "events.id" nulls last
limit 11;

-- in_next counts from the current period on
-- ["2024-03-09","2024-03-11"]
select "id" as "events.id"
from "events"
where "on" >= cast(? as date) and "on" < cast(? as date)
order by "events.id" nulls last
limit 11;

-- the least moment and the greatest date come out as such
select
  min("at") as "events.first",
  max("on") as "events.last_on"
from "events"
limit 2;
