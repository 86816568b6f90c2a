-- days are whole on the days that clocks change
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  date(convert_tz(`at`, '+00:00', 'America/New_York')) as `events.at.day`,
  count(*) as `events.count`
from `events`
where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
group by 1
order by `events.at.day` is null, `events.at.day`
limit 101;

-- a column with a zone gives the same days as one without
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  date(convert_tz(`seen_at`, '+00:00', 'America/New_York')) as `events.seen_at.day`,
  count(*) as `events.count`
from `events`
where `seen_at` >= cast(? as datetime(6)) and `seen_at` < cast(? as datetime(6))
group by 1
order by `events.seen_at.day` is null, `events.seen_at.day`
limit 101;

-- a day whose midnight the clocks leave out begins with the first moment after
-- ["2024-03-30 22:00:00","2024-03-31 21:00:00"]
select `id` as `events.id`
from `events`
where `at` >= cast(? as datetime(6))
  and `at` < cast(? as datetime(6))
order by `events.id` is null, `events.id`
limit 101;

-- hours cut instants, so an hour that comes twice stays two
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as `events.at.hour`,
  count(*) as `events.count`
from `events`
where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
group by 1
order by `events.at.hour` is null, `events.at.hour`
limit 101;

-- parts are taken of local time
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  hour(convert_tz(`at`, '+00:00', 'America/New_York')) as `events.at.hour_of_day`,
  weekday(convert_tz(`at`, '+00:00', 'America/New_York')) + 1 as `events.at.day_of_week`,
  count(*) as `events.count`
from `events`
where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
group by 1, 2
order by `events.at.hour_of_day` is null, `events.at.hour_of_day`, `events.at.day_of_week` is null, `events.at.day_of_week`
limit 101;

-- every longer grain of a moment
-- ["10"]
select distinct
  date(convert_tz(`at`, '+00:00', 'Europe/Berlin')) - interval weekday(convert_tz(`at`, '+00:00', 'Europe/Berlin')) day as `events.at.week`,
  cast(date_format(convert_tz(`at`, '+00:00', 'Europe/Berlin'), '%Y-%m-01') as date) as `events.at.month`,
  makedate(year(convert_tz(`at`, '+00:00', 'Europe/Berlin')), 1) + interval quarter(convert_tz(`at`, '+00:00', 'Europe/Berlin')) - 1 quarter as `events.at.quarter`,
  makedate(year(convert_tz(`at`, '+00:00', 'Europe/Berlin')), 1) as `events.at.year`
from `events`
where `id` = cast(? as signed)
order by `events.at.week` is null, `events.at.week`, `events.at.month` is null, `events.at.month`, `events.at.quarter` is null, `events.at.quarter`, `events.at.year` is null, `events.at.year`
limit 11;

-- every shorter grain of a moment
-- ["3"]
select distinct
  cast(date_format(`at`, '%Y-%m-%d %H:%i:%s') as datetime) as `events.at.second`,
  cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as `events.at.minute`,
  cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as `events.at.hour`
from `events`
where `id` = cast(? as signed)
order by `events.at.second` is null, `events.at.second`, `events.at.minute` is null, `events.at.minute`, `events.at.hour` is null, `events.at.hour`
limit 11;

-- every part of a date
-- ["10"]
select distinct
  weekday(`on`) + 1 as `events.on.day_of_week`,
  dayofmonth(`on`) as `events.on.day_of_month`,
  dayofyear(`on`) as `events.on.day_of_year`,
  week(`on`, 3) as `events.on.week_of_year`,
  month(`on`) as `events.on.month_of_year`,
  quarter(`on`) as `events.on.quarter_of_year`
from `events`
where `id` = cast(? as signed)
order by `events.on.day_of_week` is null, `events.on.day_of_week`, `events.on.day_of_month` is null, `events.on.day_of_month`, `events.on.day_of_year` is null, `events.on.day_of_year`, `events.on.week_of_year` is null, `events.on.week_of_year`, `events.on.month_of_year` is null, `events.on.month_of_year`, `events.on.quarter_of_year` is null, `events.on.quarter_of_year`
limit 11;

-- weeks start on Sunday where the project says so, in grouping and in filters
-- ["2024-03-10","2024-03-17","2024-03-03","2024-03-10"]
select
  date(`on`) - interval dayofweek(`on`) - 1 day as `events.on.week`,
  count(*) as `events.count`
from `events`
where ((`on` >= cast(? as date) and `on` < cast(? as date)) or (`on` >= cast(? as date) and `on` < cast(? as date)))
group by 1
order by `events.on.week` is null, `events.on.week`
limit 101;

-- a date in a filter is its whole day
-- ["2024-03-10 00:00:00","2024-03-12 00:00:00"]
select count(*) as `events.count`
from `events`
where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
limit 2;

-- a date column takes no timezone
-- ["2024-03-10"]
select
  cast(date_format(`on`, '%Y-%m-01') as date) as `events.on.month`,
  count(*) as `events.count`
from `events`
where `on` <= cast(? as date)
group by 1
order by `events.on.month` is null, `events.on.month`
limit 11;

-- a moment with an offset in a filter is that instant
-- ["2024-11-03 06:30:00"]
select `id` as `events.id`
from `events`
where `at` >= cast(? as datetime(6))
order by `events.id` is null, `events.id`
limit 11;

-- a local moment in a filter is of the query's timezone
-- ["2024-03-10 00:00:00"]
select `id` as `events.id`
from `events`
where `at` = cast(? as datetime(6))
order by `events.id` is null, `events.id`
limit 11;

-- periods are compared over the stored column
-- ["2024-04-01 04:00:00"]
select `id` as `events.id`
from `events`
where `at` >= cast(? as datetime(6))
order by `events.id` is null, `events.id`
limit 11;

-- a negated period keeps nulls
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00"]
select `id` as `events.id`
from `events`
where (`at` < cast(? as datetime(6)) or `at` >= cast(? as datetime(6)) or `at` is null)
order by `events.id` is null, `events.id`
limit 11;

-- in_past counts the current period as its last
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00"]
select `id` as `events.id`
from `events`
where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
order by `events.id` is null, `events.id`
limit 11;

-- in_past of completed periods leaves the current one out
-- ["2023-12-01 05:00:00","2024-03-01 05:00:00"]
select `id` as `events.id`
from `events`
where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
order by `events.id` is null, `events.id`
limit 11;

-- in_current is the current period in the query's timezone
-- ["2024-03-10 05:00:00","2024-03-11 04:00:00"]
select `id` as `events.id`
from `events`
where `seen_at` >= cast(? as datetime(6)) and `seen_at` < cast(? as datetime(6))
order by `events.id` is null, `events.id`
limit 11;

-- in_next counts from the current period on
-- ["2024-03-09","2024-03-11"]
select `id` as `events.id`
from `events`
where `on` >= cast(? as date) and `on` < cast(? as date)
order by `events.id` is null, `events.id`
limit 11;

-- the least moment and the greatest date come out as such
select
  min(`at`) as `events.first`,
  max(`on`) as `events.last_on`
from `events`
limit 2;
