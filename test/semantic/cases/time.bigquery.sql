-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- days are whole on the days that clocks change
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  cast(datetime(timestamp(`at`), 'America/New_York') as date) as `events__at__day`,
  count(*) as `events__count`
from `events`
where `at` >= @p1 and `at` < @p2
group by 1
order by `events__at__day` nulls last
limit 101;

-- a column with a zone gives the same days as one without
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  cast(datetime(timestamp(`seen_at`), 'America/New_York') as date) as `events__seen_at__day`,
  count(*) as `events__count`
from `events`
where `seen_at` >= @p1 and `seen_at` < @p2
group by 1
order by `events__seen_at__day` nulls last
limit 101;

-- a day whose midnight the clocks leave out begins with the first moment after
-- ["2024-03-30 22:00:00","2024-03-31 21:00:00"]
select `id` as `events__id`
from `events`
where `at` >= @p1
  and `at` < @p2
order by `events__id` nulls last
limit 101;

-- hours cut instants, so an hour that comes twice stays two
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  timestamp_trunc(timestamp(`at`), hour) as `events__at__hour`,
  count(*) as `events__count`
from `events`
where `at` >= @p1 and `at` < @p2
group by 1
order by `events__at__hour` nulls last
limit 101;

-- parts are taken of local time
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  extract(hour from datetime(timestamp(`at`), 'America/New_York')) as `events__at__hour_of_day`,
  mod(extract(dayofweek from datetime(timestamp(`at`), 'America/New_York')) + 5, 7) + 1 as `events__at__day_of_week`,
  count(*) as `events__count`
from `events`
where `at` >= @p1 and `at` < @p2
group by 1, 2
order by `events__at__hour_of_day` nulls last, `events__at__day_of_week` nulls last
limit 101;

-- every longer grain of a moment
-- ["10"]
select distinct
  date_trunc(cast(datetime(timestamp(`at`), 'Europe/Berlin') as date), week(monday)) as `events__at__week`,
  date_trunc(cast(datetime(timestamp(`at`), 'Europe/Berlin') as date), month) as `events__at__month`,
  date_trunc(cast(datetime(timestamp(`at`), 'Europe/Berlin') as date), quarter) as `events__at__quarter`,
  date_trunc(cast(datetime(timestamp(`at`), 'Europe/Berlin') as date), year) as `events__at__year`
from `events`
where `id` = cast(@p1 as int64)
order by `events__at__week` nulls last, `events__at__month` nulls last, `events__at__quarter` nulls last, `events__at__year` nulls last
limit 11;

-- every shorter grain of a moment
-- ["3"]
select distinct
  timestamp_trunc(timestamp(`at`), second) as `events__at__second`,
  timestamp_trunc(timestamp(`at`), minute) as `events__at__minute`,
  timestamp_trunc(timestamp(`at`), hour) as `events__at__hour`
from `events`
where `id` = cast(@p1 as int64)
order by `events__at__second` nulls last, `events__at__minute` nulls last, `events__at__hour` nulls last
limit 11;

-- every part of a date
-- ["10"]
select distinct
  mod(extract(dayofweek from `on`) + 5, 7) + 1 as `events__on__day_of_week`,
  extract(day from `on`) as `events__on__day_of_month`,
  extract(dayofyear from `on`) as `events__on__day_of_year`,
  extract(isoweek from `on`) as `events__on__week_of_year`,
  extract(month from `on`) as `events__on__month_of_year`,
  extract(quarter from `on`) as `events__on__quarter_of_year`
from `events`
where `id` = cast(@p1 as int64)
order by `events__on__day_of_week` nulls last, `events__on__day_of_month` nulls last, `events__on__day_of_year` nulls last, `events__on__week_of_year` nulls last, `events__on__month_of_year` nulls last, `events__on__quarter_of_year` nulls last
limit 11;

-- years are numbers of local time, and milliseconds are whole
-- ["2","3","9","10"]
select
  extract(year from datetime(timestamp(`at`), 'Asia/Kolkata')) as `events__at__year_number`,
  extract(year from `on`) as `events__on__year_number`,
  extract(millisecond from datetime(timestamp(`at`), 'Asia/Kolkata')) as `events__at__millisecond_of_second`,
  count(*) as `events__count`
from `events`
where `id` in (cast(@p1 as int64), cast(@p2 as int64), cast(@p3 as int64), cast(@p4 as int64))
group by 1, 2, 3
order by `events__at__year_number` nulls last, `events__on__year_number` nulls last, `events__at__millisecond_of_second` nulls last
limit 11;

-- a filter by the number of the year
-- ["2023"]
select count(*) as `events__count`
from `events`
where extract(year from datetime(timestamp(`at`), 'America/New_York')) <= cast(@p1 as int64);

-- weeks start on Sunday where the project says so, in grouping and in filters
-- ["2024-03-10","2024-03-17","2024-03-03","2024-03-10"]
select
  date_trunc(cast(`on` as date), week(sunday)) as `events__on__week`,
  count(*) as `events__count`
from `events`
where ((`on` >= cast(@p1 as date) and `on` < cast(@p2 as date)) or (`on` >= cast(@p3 as date) and `on` < cast(@p4 as date)))
group by 1
order by `events__on__week` nulls last
limit 101;

-- a date in a filter is its whole day
-- ["2024-03-10 00:00:00","2024-03-12 00:00:00"]
select count(*) as `events__count`
from `events`
where `at` >= @p1 and `at` < @p2
limit 2;

-- a date column takes no timezone
-- ["2024-03-10"]
select
  date_trunc(cast(`on` as date), month) as `events__on__month`,
  count(*) as `events__count`
from `events`
where `on` <= cast(@p1 as date)
group by 1
order by `events__on__month` nulls last
limit 11;

-- a moment with an offset in a filter is that instant
-- ["2024-11-03 06:30:00"]
select `id` as `events__id`
from `events`
where `at` >= @p1
order by `events__id` nulls last
limit 11;

-- a local moment in a filter is of the query's timezone
-- ["2024-03-10 00:00:00"]
select `id` as `events__id`
from `events`
where `at` = @p1
order by `events__id` nulls last
limit 11;

-- periods are compared over the stored column
-- ["2024-04-01 04:00:00"]
select `id` as `events__id`
from `events`
where `at` >= @p1
order by `events__id` nulls last
limit 11;

-- a negated period keeps nulls
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00"]
select `id` as `events__id`
from `events`
where (`at` < @p1 or `at` >= @p2 or `at` is null)
order by `events__id` nulls last
limit 11;

-- in_past counts the current period as its last
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00"]
select `id` as `events__id`
from `events`
where `at` >= @p1 and `at` < @p2
order by `events__id` nulls last
limit 11;

-- in_past of completed periods leaves the current one out
-- ["2023-12-01 05:00:00","2024-03-01 05:00:00"]
select `id` as `events__id`
from `events`
where `at` >= @p1 and `at` < @p2
order by `events__id` nulls last
limit 11;

-- in_current is the current period in the query's timezone
-- ["2024-03-10 05:00:00","2024-03-11 04:00:00"]
select `id` as `events__id`
from `events`
where `seen_at` >= @p1 and `seen_at` < @p2
order by `events__id` nulls last
limit 11;

-- in_next counts from the current period on
-- ["2024-03-09","2024-03-11"]
select `id` as `events__id`
from `events`
where `on` >= cast(@p1 as date) and `on` < cast(@p2 as date)
order by `events__id` nulls last
limit 11;

-- the least moment and the greatest date come out as such
select
  min(`at`) as `events__first`,
  max(`on`) as `events__last_on`
from `events`
limit 2;
