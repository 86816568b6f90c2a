-- Never run on databricks itself: see shared/semantic/dialects/README.md for what it rests on.

-- between two values, or the first that reaches the share
select
  `teams`.`name` as `teams.name`,
  percentile(cast(`calls`.`minutes` as double), 0.5) as `calls.p50`,
  percentile(cast(`calls`.`minutes` as double), 0.5) as `calls.p50_said`,
  percentile_disc(0.25) within group (order by `calls`.`minutes`) as `calls.p25_reached`,
  percentile_disc(0.5) within group (order by `calls`.`minutes`) as `calls.p50_reached`,
  percentile_disc(0.8) within group (order by `calls`.`minutes`) as `calls.p80_reached`
from `calls`
left join `teams` on `teams`.`id` = `calls`.`team_id`
group by 1
order by `teams.name` nulls last
limit 11;
-- totals
select
  percentile(cast(`calls`.`minutes` as double), 0.5) as `calls.p50`,
  percentile(cast(`calls`.`minutes` as double), 0.5) as `calls.p50_said`,
  percentile_disc(0.25) within group (order by `calls`.`minutes`) as `calls.p25_reached`,
  percentile_disc(0.5) within group (order by `calls`.`minutes`) as `calls.p50_reached`,
  percentile_disc(0.8) within group (order by `calls`.`minutes`) as `calls.p80_reached`
from `calls`
left join `teams` on `teams`.`id` = `calls`.`team_id`;

-- a day in the middle is a day
select
  `kind` as `calls.kind`,
  percentile_disc(0.5) within group (order by `started_on`) as `calls.half_started`,
  percentile_disc(0.5) within group (order by case when minutes > 2 then `minutes` end) as `calls.long`
from `calls`
group by 1
order by `calls.kind` nulls last
limit 11;

-- each row counts once where the many side is a dimension
select
  `notes`.d0 as `notes.word`,
  percentile_disc(0.5) within group (order by `calls`.`minutes`) as `calls.p50_reached`,
  percentile(cast(`calls`.`minutes` as double), 0.5) as `calls.p50`
from `calls`
left join (
  select distinct
    `call_id` as j0,
    `word` as d0
  from `notes`
) as `notes` on `notes`.j0 = `calls`.`id`
group by 1
order by `notes.word` nulls last
limit 11;

-- an estimate of values that are alike is their value
select
  `teams`.`name` as `teams.name`,
  approx_percentile(cast(`calls`.`steady` as double), 0.9) as `calls.p90_estimated`
from `calls`
left join `teams` on `teams`.`id` = `calls`.`team_id`
group by 1
order by `teams.name` nulls last
limit 11;

-- a filter on it
-- ["5"]
select
  `teams`.`name` as `teams.name`,
  count(*) as `calls.count`
from `calls`
left join `teams` on `teams`.`id` = `calls`.`team_id`
group by 1
having percentile_disc(0.5) within group (order by `calls`.`minutes`) < cast(:p1 as bigint)
order by `teams.name` nulls last
limit 11;
