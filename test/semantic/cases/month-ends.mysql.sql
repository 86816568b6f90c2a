-- a month before the 28th to the 31st of March is each time the 28th of February
-- ["2023-03-27","2023-03-31","2023-03-27","2023-03-27","2023-03-31","2023-03-27","2023-03-31"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 month
    and `day` < cast(? as date) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as date)) as d0,
    date(cast(? as date)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `sales.day.day`,
  max(m0) as `sales.month_ago`,
  max(m1) as `sales.total`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= d0 - interval 1 month and day_ < d0 - interval 1 month + interval 1 day
  group by 1
  union all
  select
    date(`day`) as d0,
    null as m0,
    sum(`amount`) as m1
  from `sales`
  where `day` between cast(? as date) and cast(? as date)
  group by 1
) as branches
group by 1
order by `sales.day.day` <=> null, `sales.day.day`;

-- a month after the 28th to the 31st of January is the last day of February
-- ["2023-01-27","2023-01-31","2023-01-27","2023-01-27","2023-01-31"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 day - interval 2 day
    and `day` < cast(? as date) + interval 1 day + interval 2 day + interval 1 month
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as date)) as d0,
    date(cast(? as date)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `sales.day.day`,
  sum(s0) as `sales.in_a_month`
from facts_1
join periods_1 on day_ >= d0 + interval 1 month and day_ < d0 + interval 1 month + interval 1 day
group by 1
order by `sales.day.day` <=> null, `sales.day.day`;

-- a year before the 29th of February and a quarter before the 31st of May
-- ["2024-02-28","2024-05-31","2024-02-28","2024-02-28","2024-05-31","2024-02-28","2024-05-31","2024-02-28","2024-02-28","2024-05-31"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 year
    and `day` < cast(? as date) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as date)) as d0,
    date(cast(? as date)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
),
facts_2 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 quarter
    and `day` < cast(? as date) + interval 1 day + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    date(cast(? as date)) as d0,
    date(cast(? as date)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `sales.day.day`,
  max(m0) as `sales.year_ago`,
  max(m1) as `sales.quarter_ago`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= d0 - interval 1 year and day_ < d0 - interval 1 year + interval 1 day
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= d0 - interval 1 quarter and day_ < d0 - interval 1 quarter + interval 1 day
  group by 1
) as branches
group by 1
having max(m0) is not null
order by `sales.day.day` <=> null, `sales.day.day`;

-- a quarter before each day of the end of May is the end of February
-- ["2024-05-28","2024-05-31","2024-05-28","2024-05-28","2024-05-31"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 quarter
    and `day` < cast(? as date) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as date)) as d0,
    date(cast(? as date)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `sales.day.day`,
  sum(s0) as `sales.quarter_ago`
from facts_1
join periods_1 on day_ >= d0 - interval 1 quarter and day_ < d0 - interval 1 quarter + interval 1 day
group by 1
order by `sales.day.day` <=> null, `sales.day.day`;

-- the month before to date goes up to its last day where it has no such day
-- ["2023-03-27","2023-03-31","2023-03-27","2023-03-27","2023-03-31"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 month - interval 1 month
    and `day` < cast(? as date) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as date)) as d0,
    date(cast(? as date)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `sales.day.day`,
  sum(s0) as `sales.to_date_month_ago`
from facts_1
join periods_1 on day_ >= cast(date_format((d0 - interval 1 month + interval 1 day - interval 1 day), '%Y-%m-01') as date) and day_ < d0 - interval 1 month + interval 1 day
group by 1
order by `sales.day.day` <=> null, `sales.day.day`;

-- of a week that ends on the 30th of March too
-- ["2024-03-17","2024-04-06","2024-03-17","2024-03-17","2024-04-06"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 week - interval 2 day - interval 1 month - interval 1 month
    and `day` < cast(? as date) + interval 1 week + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date '1899-12-31' + interval floor(datediff(cast(? as date), '1899-12-31') / 7) week as d0,
    date '1899-12-31' + interval floor(datediff(cast(? as date), '1899-12-31') / 7) week as first,
    date '1899-12-31' + interval floor(datediff(cast(? as date), '1899-12-31') / 7) week as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) week, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) week <= last
)
select
  d0 as `sales.day.week`,
  sum(s0) as `sales.to_date_month_ago`
from facts_1
join periods_1 on day_ >= cast(date_format((d0 + interval 1 week - interval 1 day - interval 1 month + interval 1 day - interval 1 day), '%Y-%m-01') as date) and day_ < d0 + interval 1 week - interval 1 day - interval 1 month + interval 1 day
group by 1
order by `sales.day.week` <=> null, `sales.day.week`;

-- a month before whole weeks counts each day once
-- ["2024-03-18","2024-04-07","2024-03-18","2024-03-18","2024-04-07"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 week - interval 2 day - interval 1 month
    and `day` < cast(? as date) + interval 1 week + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as d0,
    date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as first,
    date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) week, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) week <= last
)
select
  d0 as `sales.day.week`,
  sum(s0) as `sales.month_ago`
from facts_1
join periods_1 on day_ >= d0 - interval 1 month and day_ < d0 + interval 1 week - interval 1 month
group by 1
order by `sales.day.week` <=> null, `sales.day.week`;
-- totals
-- ["2024-03-18","2024-04-07","2024-03-18","2024-03-18","2024-04-07"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 week - interval 2 day - interval 1 month
    and `day` < cast(? as date) + interval 1 week + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as d0,
    date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as first,
    date '1900-01-01' + interval floor(datediff(cast(? as date), '1900-01-01') / 7) week as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) week, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) week <= last
)
select sum(s0) as `sales.month_ago`
from facts_1
where day_ in (
  select day_
  from (select distinct day_ from facts_1) as days
  join periods_1 on day_ >= periods_1.d0 - interval 1 month and day_ < periods_1.d0 + interval 1 week - interval 1 month
);

-- what has rolled up to the same day a year ago
-- ["2024-02-28","2024-03-01","2024-02-28","2024-02-28","2024-03-01","2024-02-28","2024-03-01","2024-02-28","2024-02-28","2024-03-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 28 day
    and `day` < cast(? as date) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as date)) as d0,
    date(cast(? as date)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
),
facts_2 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 year - interval 28 day
    and `day` < cast(? as date) + interval 1 day + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    date(cast(? as date)) as d0,
    date(cast(? as date)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `sales.day.day`,
  max(m0) as `sales.month_rolled`,
  max(m1) as `sales.month_rolled_year_ago`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1
  from facts_1
  join periods_1 on day_ >= d0 + interval 1 day - interval 28 day and day_ < d0 + interval 1 day
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1
  from facts_2
  join periods_2 on day_ >= d0 - interval 1 year + interval 1 day - interval 28 day and day_ < d0 - interval 1 year + interval 1 day
  group by 1
) as branches
group by 1
order by `sales.day.day` <=> null, `sales.day.day`;

-- two offsets in one unit are one, in two units one after the other
-- ["2023-03-28","2023-04-01","2023-03-28","2023-03-28","2023-04-01","2023-03-28","2023-04-01","2023-03-28","2023-03-28","2023-04-01","2023-03-28","2023-04-01","2023-03-28","2023-03-28","2023-04-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 2 month
    and `day` < cast(? as date) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as date)) as d0,
    date(cast(? as date)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
),
facts_2 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 day - interval 1 month
    and `day` < cast(? as date) + interval 1 day + interval 2 day
  group by 1
),
periods_2 as (
  select
    1 as n,
    date(cast(? as date)) as d0,
    date(cast(? as date)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_2
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
),
facts_3 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from `sales`
  where `day` >= cast(? as date) - interval 1 day - interval 2 day
    and `day` < cast(? as date) + interval 1 day + interval 2 day
  group by 1
),
periods_3 as (
  select
    1 as n,
    date(cast(? as date)) as d0,
    date(cast(? as date)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_3
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `sales.day.day`,
  max(m0) as `sales.two_months_ago`,
  max(m1) as `sales.day_and_month_ago`,
  max(m2) as `sales.there_and_back`
from (
  select
    d0,
    sum(s0) as m0,
    null as m1,
    null as m2
  from facts_1
  join periods_1 on day_ >= d0 - interval 2 month and day_ < d0 - interval 2 month + interval 1 day
  group by 1
  union all
  select
    d0,
    null as m0,
    sum(s0) as m1,
    null as m2
  from facts_2
  join periods_2 on day_ >= d0 - interval 1 day - interval 1 month and day_ < d0 - interval 1 day - interval 1 month + interval 1 day
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sum(s0) as m2
  from facts_3
  join periods_3 on day_ >= d0 and day_ < d0 + interval 1 day
  group by 1
) as branches
group by 1
order by `sales.day.day` <=> null, `sales.day.day`;

-- a ratio a year ago
-- ["2024-02-01","2024-04-01","2024-02-01","2024-02-01","2024-04-01","2024-02-01","2024-04-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0,
    count(*) as s1
  from `sales`
  where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 year
    and `day` < cast(? as date) + interval 1 month + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  d0 as `sales.day.month`,
  1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `sales.mean`,
  (1.0000000000000000 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as `sales.mean_year_ago`,
  1.0000000000000000 * (1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1.0000000000000000 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as `sales.mean_growth`
from (
  select
    cast(date_format(`day`, '%Y-%m-01') as date) as d0,
    sum(`amount`) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from `sales`
  where `day` >= cast(? as date) and `day` < cast(? as date)
  group by 1
  union all
  select
    d0,
    null as m0,
    null as m1,
    sum(s0) as m2,
    cast(coalesce(sum(s1), 0) as signed) as m3
  from facts_1
  join periods_1 on day_ >= d0 - interval 1 year and day_ < d0 - interval 1 year + interval 1 month
  group by 1
) as branches
group by 1
order by `sales.day.month` <=> null, `sales.day.month`;
-- totals
-- ["2024-02-01","2024-04-01","2024-02-01","2024-02-01","2024-04-01","2024-02-01","2024-04-01"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0,
    count(*) as s1
  from `sales`
  where `day` >= cast(? as date) - interval 1 month - interval 2 day - interval 1 year
    and `day` < cast(? as date) + interval 1 month + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as d0,
    cast(date_format(cast(? as date), '%Y-%m-01') as date) as first,
    cast(date_format((cast(? as date) - interval 1 day), '%Y-%m-01') as date) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) month, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) month <= last
)
select
  1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0) as `sales.mean`,
  (1.0000000000000000 * max(m2) / nullif(coalesce(max(m3), 0), 0)) as `sales.mean_year_ago`,
  1.0000000000000000 * (1.0000000000000000 * max(m0) / nullif(coalesce(max(m1), 0), 0)) / nullif((1.0000000000000000 * max(m2) / nullif(coalesce(max(m3), 0), 0)), 0) as `sales.mean_growth`
from (
  select
    sum(`amount`) as m0,
    count(*) as m1,
    null as m2,
    null as m3
  from `sales`
  where `day` >= cast(? as date) and `day` < cast(? as date)
  union all
  select
    null as m0,
    null as m1,
    sum(s0) as m2,
    cast(coalesce(sum(s1), 0) as signed) as m3
  from facts_1
  where day_ in (
    select day_
    from (select distinct day_ from facts_1) as days
    join periods_1 on day_ >= periods_1.d0 - interval 1 year and day_ < periods_1.d0 - interval 1 year + interval 1 month
  )
) as branches;

-- row access holds in the periods that offsets lead to
-- ["west","2024-03-28","2024-03-29","2024-03-28","2024-03-28","2024-03-29"]
with recursive facts_1 as (
  select
    date(`day`) as day_,
    sum(`amount`) as s0
  from (
    select *
    from `sales` as `own_sales`
    where `region` in (?)
  ) as `own_sales`
  where `day` >= cast(? as date) - interval 1 day - interval 2 day - interval 1 month - interval 1 year
    and `day` < cast(? as date) + interval 1 day + interval 2 day
  group by 1
),
periods_1 as (
  select
    1 as n,
    date(cast(? as date)) as d0,
    date(cast(? as date)) as first,
    date(cast(? as date)) as last
  having first <= last
  union all
  select n * 2 + bit, first + interval (n * 2 + bit - 1) day, first, last
  from periods_1
  cross join (select 0 as bit union all select 1) as bits
  where first + interval (n * 2 + bit - 1) day <= last
)
select
  d0 as `own_sales.day.day`,
  sum(s0) as `own_sales.year_and_month_ago`
from facts_1
join periods_1 on day_ >= d0 - interval 1 month - interval 1 year and day_ < d0 - interval 1 month - interval 1 year + interval 1 day
group by 1
order by `own_sales.day.day` <=> null, `own_sales.day.day`;
