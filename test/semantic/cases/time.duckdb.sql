-- days are whole on the days that clocks change
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  ("at"::timestamptz at time zone 'America/New_York')::date as "events.at.day",
  count(*) as "events.count"
from "events"
where "at" >= $1::timestamp and "at" < $2::timestamp
group by 1
order by "events.at.day" nulls last
limit 101;

-- a column with a zone gives the same days as one without
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  ("seen_at"::timestamptz at time zone 'America/New_York')::date as "events.seen_at.day",
  count(*) as "events.count"
from "events"
where "seen_at" >= $1::timestamp and "seen_at" < $2::timestamp
group by 1
order by "events.seen_at.day" nulls last
limit 101;

-- a day whose midnight the clocks leave out begins with the first moment after
-- ["2024-03-30 22:00:00","2024-03-31 21:00:00"]
select "id" as "events.id"
from "events"
where "at" >= $1::timestamp
  and "at" < $2::timestamp
order by "events.id" nulls last
limit 101;

-- hours cut instants, so an hour that comes twice stays two
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  date_trunc('hour', "at") as "events.at.hour",
  count(*) as "events.count"
from "events"
where "at" >= $1::timestamp and "at" < $2::timestamp
group by 1
order by "events.at.hour" nulls last
limit 101;

-- parts are taken of local time
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  extract(hour from ("at"::timestamptz at time zone 'America/New_York'))::integer as "events.at.hour_of_day",
  extract(isodow from ("at"::timestamptz at time zone 'America/New_York'))::integer as "events.at.day_of_week",
  count(*) as "events.count"
from "events"
where "at" >= $1::timestamp and "at" < $2::timestamp
group by 1, 2
order by "events.at.hour_of_day" nulls last, "events.at.day_of_week" nulls last
limit 101;

-- every longer grain of a moment
-- ["10"]
select distinct
  date_trunc('week', ("at"::timestamptz at time zone 'Europe/Berlin'))::date as "events.at.week",
  date_trunc('month', ("at"::timestamptz at time zone 'Europe/Berlin'))::date as "events.at.month",
  date_trunc('quarter', ("at"::timestamptz at time zone 'Europe/Berlin'))::date as "events.at.quarter",
  date_trunc('year', ("at"::timestamptz at time zone 'Europe/Berlin'))::date as "events.at.year"
from "events"
where "id" = $1::bigint
order by "events.at.week" nulls last, "events.at.month" nulls last, "events.at.quarter" nulls last, "events.at.year" nulls last
limit 11;

-- every shorter grain of a moment
-- ["3"]
select distinct
  date_trunc('second', "at") as "events.at.second",
  date_trunc('minute', "at") as "events.at.minute",
  date_trunc('hour', "at") as "events.at.hour"
from "events"
where "id" = $1::bigint
order by "events.at.second" nulls last, "events.at.minute" nulls last, "events.at.hour" nulls last
limit 11;

-- every part of a date
-- ["10"]
select distinct
  extract(isodow from "on")::integer as "events.on.day_of_week",
  extract(day from "on")::integer as "events.on.day_of_month",
  extract(doy from "on")::integer as "events.on.day_of_year",
  extract(week from "on")::integer as "events.on.week_of_year",
  extract(month from "on")::integer as "events.on.month_of_year",
  extract(quarter from "on")::integer as "events.on.quarter_of_year"
from "events"
where "id" = $1::bigint
order by "events.on.day_of_week" nulls last, "events.on.day_of_month" nulls last, "events.on.day_of_year" nulls last, "events.on.week_of_year" nulls last, "events.on.month_of_year" nulls last, "events.on.quarter_of_year" nulls last
limit 11;

-- years are numbers of local time, and milliseconds are whole
-- ["2","3","9","10"]
select
  extract(year from ("at"::timestamptz at time zone 'Asia/Kolkata'))::integer as "events.at.year_number",
  extract(year from "on")::integer as "events.on.year_number",
  (floor(extract(milliseconds from ("at"::timestamptz at time zone 'Asia/Kolkata')))::integer % 1000) as "events.at.millisecond_of_second",
  count(*) as "events.count"
from "events"
where "id" in ($1::bigint, $2::bigint, $3::bigint, $4::bigint)
group by 1, 2, 3
order by "events.at.year_number" nulls last, "events.on.year_number" nulls last, "events.at.millisecond_of_second" nulls last
limit 11;

-- a filter by the number of the year
-- ["2023"]
select count(*) as "events.count"
from "events"
where extract(year from ("at"::timestamptz at time zone 'America/New_York'))::integer <= $1::bigint;

-- weeks start on Sunday where the project says so, in grouping and in filters
-- ["2024-03-10","2024-03-17","2024-03-03","2024-03-10"]
select
  (date_trunc('week', "on" + interval '1 day') - interval '1 day')::date as "events.on.week",
  count(*) as "events.count"
from "events"
where (("on" >= $1::date and "on" < $2::date) or ("on" >= $3::date and "on" < $4::date))
group by 1
order by "events.on.week" nulls last
limit 101;

-- a date in a filter is its whole day
-- ["2024-03-10 00:00:00","2024-03-12 00:00:00"]
select count(*) as "events.count"
from "events"
where "at" >= $1::timestamp and "at" < $2::timestamp
limit 2;

-- a date column takes no timezone
-- ["2024-03-10"]
select
  date_trunc('month', "on")::date as "events.on.month",
  count(*) as "events.count"
from "events"
where "on" <= $1::date
group by 1
order by "events.on.month" nulls last
limit 11;

-- a moment with an offset in a filter is that instant
-- ["2024-11-03 06:30:00"]
select "id" as "events.id"
from "events"
where "at" >= $1::timestamp
order by "events.id" nulls last
limit 11;

-- a local moment in a filter is of the query's timezone
-- ["2024-03-10 00:00:00"]
select "id" as "events.id"
from "events"
where "at" = $1::timestamp
order by "events.id" nulls last
limit 11;

-- periods are compared over the stored column
-- ["2024-04-01 04:00:00"]
select "id" as "events.id"
from "events"
where "at" >= $1::timestamp
order by "events.id" nulls last
limit 11;

-- a negated period keeps nulls
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00"]
select "id" as "events.id"
from "events"
where ("at" < $1::timestamp or "at" >= $2::timestamp or "at" is null)
order by "events.id" nulls last
limit 11;

-- in_past counts the current period as its last
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00"]
select "id" as "events.id"
from "events"
where "at" >= $1::timestamp and "at" < $2::timestamp
order by "events.id" nulls last
limit 11;

-- in_past of completed periods leaves the current one out
-- ["2023-12-01 05:00:00","2024-03-01 05:00:00"]
select "id" as "events.id"
from "events"
where "at" >= $1::timestamp and "at" < $2::timestamp
order by "events.id" nulls last
limit 11;

-- in_current is the current period in the query's timezone
-- ["2024-03-10 05:00:00","2024-03-11 04:00:00"]
select "id" as "events.id"
from "events"
where "seen_at" >= $1::timestamp and "seen_at" < $2::timestamp
order by "events.id" nulls last
limit 11;

-- in_next counts from the current period on
-- ["2024-03-09","2024-03-11"]
select "id" as "events.id"
from "events"
where "on" >= $1::date and "on" < $2::date
order by "events.id" nulls last
limit 11;

-- the least moment and the greatest date come out as such
select
  min("at") as "events.first",
  max("on") as "events.last_on"
from "events"
limit 2;

-- a filter on a moment that is computed
-- ["2024-11-04 00:00:00","2024-11-05 00:00:00"]
select "id" as "events.id"
from "events"
where ("at" + interval '1 day') >= $1::timestamp and ("at" + interval '1 day') < $2::timestamp
order by "events.id" nulls last
limit 11;
