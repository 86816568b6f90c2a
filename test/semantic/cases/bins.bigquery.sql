-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- a tenth is the lower edge of its own bin, and null of none
select
  (((case when cast(`value` as float64) < ((round(cast(`value` as float64) * 10)) / 10) then round(cast(`value` as float64) * 10) - 1 else round(cast(`value` as float64) * 10) end)) / 10) as `readings__value__bin`,
  count(*) as `readings__count`
from `readings`
group by 1
order by `readings__value__bin` nulls last;

-- bins that begin elsewhere than at 0, with their labels, in the order of their counts
select
  case when (((case when cast(`value` as float64) < ((round((cast(`value` as float64) * 10 - 2) / 5) * 5 + 2) / 10) then round((cast(`value` as float64) * 10 - 2) / 5) - 1 else round((cast(`value` as float64) * 10 - 2) / 5) end) * 5 + 2) / 10) >= -9000000000000000 and ((((case when cast(`value` as float64) < ((round((cast(`value` as float64) * 10 - 2) / 5) * 5 + 2) / 10) then round((cast(`value` as float64) * 10 - 2) / 5) - 1 else round((cast(`value` as float64) * 10 - 2) / 5) end) + 1) * 5 + 2) / 10) <= 9000000000000000 then concat(rtrim(rtrim(format('%.1f', (((case when cast(`value` as float64) < ((round((cast(`value` as float64) * 10 - 2) / 5) * 5 + 2) / 10) then round((cast(`value` as float64) * 10 - 2) / 5) - 1 else round((cast(`value` as float64) * 10 - 2) / 5) end) * 5 + 2) / 10)), '0'), '.'), concat('–', rtrim(rtrim(format('%.1f', ((((case when cast(`value` as float64) < ((round((cast(`value` as float64) * 10 - 2) / 5) * 5 + 2) / 10) then round((cast(`value` as float64) * 10 - 2) / 5) - 1 else round((cast(`value` as float64) * 10 - 2) / 5) end) + 1) * 5 + 2) / 10)), '0'), '.'))) when lower(cast(cast(`value` as float64) as string)) = 'nan' then 'NaN' when cast(`value` as float64) < -9000000000000000 then '< -9000000000000000' when cast(`value` as float64) >= 9000000000000000 then '≥ 9000000000000000' end as `column__0`,
  count(*) as `readings__count`
from `readings`
group by 1
order by `readings__count` desc nulls last, `column__0` desc nulls last;

-- edges of one's own, the last bin open and what is below the first beside the nulls
select
  cast(case when cast(`value` as float64) >= 10.0 then 10.0 when cast(`value` as float64) >= 0.3 then 0.3 when cast(`value` as float64) >= 0.0 then 0.0 end as float64) as `readings__value__bin`,
  count(*) as `readings__count`,
  sum(`value`) as `readings__total`
from `readings`
group by 1
order by `readings__value__bin` nulls last;
-- totals
select
  count(*) as `readings__count`,
  sum(`value`) as `readings__total`
from `readings`;

-- edges with labels tell what is below the first from null
select
  case when cast((`value` * 2) as float64) >= 20.0 then '≥ 20' when cast((`value` * 2) as float64) >= 1.5 then '1.5–20' when cast((`value` * 2) as float64) >= 0.0 then '0–1.5' when cast((`value` * 2) as float64) < 0.0 then '< 0' end as `readings__twice__bin`,
  count(*) as `readings__count`
from `readings`
group by 1
order by `readings__count` desc nulls last, `readings__twice__bin` nulls last;

-- bins of equal width between the least and the greatest value of the rows that the filters keep
-- ["2024-01-05","2024-01-05"]
with values_1 as (
  select distinct `value` as d0
  from `readings`
  where `day` < cast(@p1 as date)
),
spread_1 as (
  select
    min(cast(d0 as float64)) as least_value,
    case when max(cast(d0 as float64)) - min(cast(d0 as float64)) > 0 then max(cast(d0 as float64)) - min(cast(d0 as float64)) else 1 end as range_value
  from values_1
)
select
  ((select spread_1.least_value from spread_1) + (case when round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 10 / (select spread_1.range_value from spread_1)) >= 10 then 9 when cast(`value` as float64) < ((select spread_1.least_value from spread_1) + round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 10 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 10) then round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 10 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 10 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 10) as `readings__value__bin`,
  count(*) as `readings__count`
from `readings`
where `day` < cast(@p2 as date)
group by 1
order by `readings__value__bin` nulls last;

-- bins of equal width that have rows, without a measure
-- ["2024-01-05","2024-01-05"]
with values_1 as (
  select distinct `value` as d0
  from `readings`
  where `day` < cast(@p1 as date)
),
spread_1 as (
  select
    min(cast(d0 as float64)) as least_value,
    case when max(cast(d0 as float64)) - min(cast(d0 as float64)) > 0 then max(cast(d0 as float64)) - min(cast(d0 as float64)) else 1 end as range_value
  from values_1
)
select distinct ((select spread_1.least_value from spread_1) + (case when round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 10 / (select spread_1.range_value from spread_1)) >= 10 then 9 when cast(`value` as float64) < ((select spread_1.least_value from spread_1) + round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 10 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 10) then round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 10 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 10 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 10) as `readings__value__bin`
from `readings`
where `day` < cast(@p2 as date)
order by `readings__value__bin` nulls last
limit 21;

-- one value has one bin, which begins there
-- ["7","8","7","8"]
with values_1 as (
  select distinct `value` as d0
  from `readings`
  where `id` in (cast(@p1 as int64), cast(@p2 as int64))
),
spread_1 as (
  select
    min(cast(d0 as float64)) as least_value,
    case when max(cast(d0 as float64)) - min(cast(d0 as float64)) > 0 then max(cast(d0 as float64)) - min(cast(d0 as float64)) else 1 end as range_value
  from values_1
)
select
  ((select spread_1.least_value from spread_1) + (case when round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast(`value` as float64) < ((select spread_1.least_value from spread_1) + round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 3) as `column__0`,
  count(*) as `readings__count`
from `readings`
where `id` in (cast(@p3 as int64), cast(@p4 as int64))
group by 1
order by `column__0` nulls last;

-- numbers whose edges no engine can write have labels, too
select
  case when (((case when cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) < ((round(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) * 10 / 5) * 5) / 10) then round(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) * 10 / 5) - 1 else round(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) * 10 / 5) end) * 5) / 10) >= -9000000000000000 and ((((case when cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) < ((round(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) * 10 / 5) * 5) / 10) then round(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) * 10 / 5) - 1 else round(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) * 10 / 5) end) + 1) * 5) / 10) <= 9000000000000000 then concat(rtrim(rtrim(format('%.1f', (((case when cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) < ((round(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) * 10 / 5) * 5) / 10) then round(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) * 10 / 5) - 1 else round(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) * 10 / 5) end) * 5) / 10)), '0'), '.'), concat('–', rtrim(rtrim(format('%.1f', ((((case when cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) < ((round(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) * 10 / 5) * 5) / 10) then round(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) * 10 / 5) - 1 else round(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) * 10 / 5) end) + 1) * 5) / 10)), '0'), '.'))) when lower(cast(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) as string)) = 'nan' then 'NaN' when cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) < -9000000000000000 then '< -9000000000000000' when cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) >= 9000000000000000 then '≥ 9000000000000000' end as `column__0`,
  count(*) as `readings__count`
from `readings`
group by 1
order by `readings__count` desc nulls last, `column__0` desc nulls last;

-- whole edges that no engine can write have labels, too
select
  case when (floor(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) / 100) * 100) >= -9000000000000000 and ((floor(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) / 100) + 1) * 100) <= 9000000000000000 then concat(cast(cast((floor(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) / 100) * 100) as int64) as string), concat('–', cast(cast(((floor(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) / 100) + 1) * 100) as int64) as string))) when lower(cast(cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) as string)) = 'nan' then 'NaN' when cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) < -9000000000000000 then '< -9000000000000000' when cast((case `id` when 9 then 1e30 when 1 then -1e20 else `value` * 1e0 end) as float64) >= 9000000000000000 then '≥ 9000000000000000' end as `column__0`,
  count(*) as `readings__count`
from `readings`
group by 1
order by `readings__count` desc nulls last, `column__0` desc nulls last;

-- no row has no bin
-- ["100","100"]
with values_1 as (
  select distinct `value` as d0
  from `readings`
  where `id` > cast(@p1 as int64)
),
spread_1 as (
  select
    min(cast(d0 as float64)) as least_value,
    case when max(cast(d0 as float64)) - min(cast(d0 as float64)) > 0 then max(cast(d0 as float64)) - min(cast(d0 as float64)) else 1 end as range_value
  from values_1
)
select
  case when ((select spread_1.least_value from spread_1) + (case when round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast(`value` as float64) < ((select spread_1.least_value from spread_1) + round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 3) >= -9000000000000000 and ((select spread_1.least_value from spread_1) + ((case when round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast(`value` as float64) < ((select spread_1.least_value from spread_1) + round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) + 1) * (select spread_1.range_value from spread_1) / 3) <= 9000000000000000 then concat(rtrim(rtrim(format('%.6f', ((select spread_1.least_value from spread_1) + (case when round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast(`value` as float64) < ((select spread_1.least_value from spread_1) + round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 3)), '0'), '.'), concat('–', rtrim(rtrim(format('%.6f', ((select spread_1.least_value from spread_1) + ((case when round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) >= 3 then 2 when cast(`value` as float64) < ((select spread_1.least_value from spread_1) + round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 3) then round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 3 / (select spread_1.range_value from spread_1)) end) + 1) * (select spread_1.range_value from spread_1) / 3)), '0'), '.'))) when lower(cast(cast(`value` as float64) as string)) = 'nan' then 'NaN' when cast(`value` as float64) < -9000000000000000 then '< -9000000000000000' when cast(`value` as float64) >= 9000000000000000 then '≥ 9000000000000000' end as `readings__value__bin`,
  count(*) as `readings__count`
from `readings`
where `id` > cast(@p2 as int64)
group by 1
order by `readings__value__bin` nulls last;

-- a row counts once in each bin of a many side
select
  `readings`.d0 as `readings__value__bin`,
  count(*) as `sensors__count`
from `sensors`
left join (
  select distinct
    `sensor_id` as j0,
    (floor(cast(`value` as float64))) as d0
  from `readings`
) as `readings` on `readings`.j0 = `sensors`.`id`
group by 1
order by `readings__value__bin` nulls last;
-- totals
select count(*) as `sensors__count`
from `sensors`;

-- a bin of what is joined is null where nothing is
with results_1 as (
  select
    (floor(cast(`sensors`.`height` as float64) / 10) * 10) as d0,
    count(*) as x0
  from `readings`
  left join `sensors` on `sensors`.`id` = `readings`.`sensor_id`
  group by 1
),
calculated_1 as (
  select
    d0,
    x0,
    1e0 * x0 / nullif(sum(x0) over (), 0) as c0
  from results_1
)
select
  d0 as `column__0`,
  x0 as `readings__count`,
  c0 as `share`
from calculated_1
order by `column__0` desc nulls last;

-- the greatest bin, and the rest
-- ["rest"]
with results_1 as (
  select
    (((case when cast(`value` as float64) < ((round(cast(`value` as float64) * 10 / 5) * 5) / 10) then round(cast(`value` as float64) * 10 / 5) - 1 else round(cast(`value` as float64) * 10 / 5) end) * 5) / 10) as d0,
    count(*) as x0
  from `readings`
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  case when asked_1.place is not null then rtrim(rtrim(format('%.1f', (((case when cast(`readings`.`value` as float64) < ((round(cast(`readings`.`value` as float64) * 10 / 5) * 5) / 10) then round(cast(`readings`.`value` as float64) * 10 / 5) - 1 else round(cast(`readings`.`value` as float64) * 10 / 5) end) * 5) / 10)), '0'), '.') else @p1 end as `column__0`,
  count(*) as `readings__count`
from `readings`
left join asked_1 on to_json_string(asked_1.d0) = to_json_string((((case when cast(`readings`.`value` as float64) < ((round(cast(`readings`.`value` as float64) * 10 / 5) * 5) / 10) then round(cast(`readings`.`value` as float64) * 10 / 5) - 1 else round(cast(`readings`.`value` as float64) * 10 / 5) end) * 5) / 10))
group by 1
order by `column__0` nulls last;

-- a running total along the days within bins, and two bins of one field
with results_1 as (
  select
    cast(case when cast(`value` as float64) >= 0 then 0 end as float64) as d0,
    (floor((cast(`value` as float64) + 10) / 20) * 20 - 10) as d1,
    date_trunc(cast(`day` as date), month) as d2,
    count(*) as x0
  from `readings`
  group by 1, 2, 3
),
calculated_1 as (
  select
    d0,
    d1,
    d2,
    x0,
    case when d2 is not null then sum(x0) over (partition by d0, d1 order by d2 nulls last rows between unbounded preceding and current row) end as c0
  from results_1
)
select
  d0 as `column__0`,
  d1 as `column__1`,
  d2 as `readings__day__month`,
  x0 as `readings__count`,
  c0 as `before`
from calculated_1
order by `column__0` nulls last, `column__1` nulls last, `readings__day__month` nulls last;

-- the bins of those who see some rows alone divide what these rows have
-- ["south","south"]
with values_1 as (
  select distinct `value` as d0
  from (
    select *
    from `readings` as `own_readings`
    where `own_readings`.`sensor_id` in (
      select `sensors`.`id`
      from `sensors`
      where `sensors`.`site` in (@p1)
    )
  ) as `own_readings`
),
spread_1 as (
  select
    min(cast(d0 as float64)) as least_value,
    case when max(cast(d0 as float64)) - min(cast(d0 as float64)) > 0 then max(cast(d0 as float64)) - min(cast(d0 as float64)) else 1 end as range_value
  from values_1
)
select
  ((select spread_1.least_value from spread_1) + (case when round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast(`value` as float64) < ((select spread_1.least_value from spread_1) + round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`value` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) as `own_readings__value__bin`,
  count(*) as `own_readings__count`
from (
  select *
  from `readings` as `own_readings`
  where `own_readings`.`sensor_id` in (
    select `sensors`.`id`
    from `sensors`
    where `sensors`.`site` in (@p2)
  )
) as `own_readings`
group by 1
order by `own_readings__value__bin` nulls last;

-- each sensor's height in bins, with subtotals of the bins
with values_1 as (
  select distinct `sensors`.`height` as d0
  from `readings`
  left join `sensors` on `sensors`.`id` = `readings`.`sensor_id`
),
spread_1 as (
  select
    min(cast(d0 as float64)) as least_value,
    case when max(cast(d0 as float64)) - min(cast(d0 as float64)) > 0 then max(cast(d0 as float64)) - min(cast(d0 as float64)) else 1 end as range_value
  from values_1
),
results_1 as (
  select
    ((select spread_1.least_value from spread_1) + (case when round((cast(`sensors`.`height` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast(`sensors`.`height` as float64) < ((select spread_1.least_value from spread_1) + round((cast(`sensors`.`height` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast(`sensors`.`height` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`sensors`.`height` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) as d0,
    case when cast(`readings`.`value` as float64) >= 0 then '≥ 0' when cast(`readings`.`value` as float64) < 0 then '< 0' end as d1,
    count(*) as x0,
    2 as level
  from `readings`
  left join `sensors` on `sensors`.`id` = `readings`.`sensor_id`
  group by 1, 2
),
results_2 as (
  select
    ((select spread_1.least_value from spread_1) + (case when round((cast(`sensors`.`height` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) >= 2 then 1 when cast(`sensors`.`height` as float64) < ((select spread_1.least_value from spread_1) + round((cast(`sensors`.`height` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) * (select spread_1.range_value from spread_1) / 2) then round((cast(`sensors`.`height` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) - 1 else round((cast(`sensors`.`height` as float64) - (select spread_1.least_value from spread_1)) * 2 / (select spread_1.range_value from spread_1)) end) * (select spread_1.range_value from spread_1) / 2) as d0,
    null as d1,
    count(*) as x0,
    1 as level
  from `readings`
  left join `sensors` on `sensors`.`id` = `readings`.`sensor_id`
  group by 1
),
together_1 as (
  select d0, d1, x0, level from results_1
  union all
  select d0, d1, x0, level from results_2
)
select
  d0 as `column__0`,
  d1 as `column__1`,
  x0 as `readings__count`,
  level as `subtotal`
from together_1
order by d0 nulls last, case when level = 1 then 1 else 0 end, d1 nulls last;
