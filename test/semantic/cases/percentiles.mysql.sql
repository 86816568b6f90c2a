-- between two values, or the first that reaches the share
select
  d0 as `teams.name`,
  sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `calls.p50`,
  sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `calls.p50_said`,
  max(case when r0 = ceil(0.25 * n0) then v0 end) as `calls.p25_reached`,
  max(case when r0 = ceil(0.5 * n0) then v0 end) as `calls.p50_reached`,
  max(case when r0 = ceil(0.8 * n0) then v0 end) as `calls.p80_reached`
from (
  select
    `teams`.`name` as d0,
    `calls`.`minutes` as v0,
    row_number() over (partition by `teams`.`name` order by `calls`.`minutes` <=> null, `calls`.`minutes`) as r0,
    count(`calls`.`minutes`) over (partition by `teams`.`name`) as n0
  from `calls`
  left join `teams` on `teams`.`id` = `calls`.`team_id`
) as ranked
group by 1
order by `teams.name` <=> null, `teams.name`
limit 11;
-- totals
select
  sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `calls.p50`,
  sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `calls.p50_said`,
  max(case when r0 = ceil(0.25 * n0) then v0 end) as `calls.p25_reached`,
  max(case when r0 = ceil(0.5 * n0) then v0 end) as `calls.p50_reached`,
  max(case when r0 = ceil(0.8 * n0) then v0 end) as `calls.p80_reached`
from (
  select
    `calls`.`minutes` as v0,
    row_number() over (order by `calls`.`minutes` <=> null, `calls`.`minutes`) as r0,
    count(`calls`.`minutes`) over () as n0
  from `calls`
  left join `teams` on `teams`.`id` = `calls`.`team_id`
) as ranked;

-- a day in the middle is a day
select
  d0 as `calls.kind`,
  max(case when r0 = ceil(0.5 * n0) then v0 end) as `calls.half_started`,
  max(case when r1 = ceil(0.5 * n1) then v1 end) as `calls.long`
from (
  select
    `kind` as d0,
    `started_on` as v0,
    case when minutes > 2 then `minutes` end as v1,
    row_number() over (partition by `kind` order by `started_on` <=> null, `started_on`) as r0,
    count(`started_on`) over (partition by `kind`) as n0,
    row_number() over (partition by `kind` order by case when minutes > 2 then `minutes` end <=> null, case when minutes > 2 then `minutes` end) as r1,
    count(case when minutes > 2 then `minutes` end) over (partition by `kind`) as n1
  from `calls`
) as ranked
group by 1
order by `calls.kind` <=> null, `calls.kind`
limit 11;

-- each row counts once where the many side is a dimension
select
  d0 as `notes.word`,
  max(case when r0 = ceil(0.5 * n0) then v0 end) as `calls.p50_reached`,
  sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.5 * (n0 - 1)))) as `calls.p50`
from (
  select
    `notes`.d0 as d0,
    `calls`.`minutes` as v0,
    row_number() over (partition by `notes`.d0 order by `calls`.`minutes` <=> null, `calls`.`minutes`) as r0,
    count(`calls`.`minutes`) over (partition by `notes`.d0) as n0
  from `calls`
  left join (
    select distinct
      `call_id` as j0,
      `word` as d0
    from `notes`
  ) as `notes` on `notes`.j0 = `calls`.`id`
) as ranked
group by 1
order by `notes.word` <=> null, `notes.word`
limit 11;

-- an estimate of values that are alike is their value
select
  d0 as `teams.name`,
  sum(v0 * greatest(0, 1 - abs(r0 - 1 - 0.9 * (n0 - 1)))) as `calls.p90_estimated`
from (
  select
    `teams`.`name` as d0,
    `calls`.`steady` as v0,
    row_number() over (partition by `teams`.`name` order by `calls`.`steady` <=> null, `calls`.`steady`) as r0,
    count(`calls`.`steady`) over (partition by `teams`.`name`) as n0
  from `calls`
  left join `teams` on `teams`.`id` = `calls`.`team_id`
) as ranked
group by 1
order by `teams.name` <=> null, `teams.name`
limit 11;

-- a filter on it
-- ["5"]
select
  d0 as `teams.name`,
  count(*) as `calls.count`
from (
  select
    `teams`.`name` as d0,
    `calls`.`minutes` as v0,
    row_number() over (partition by `teams`.`name` order by `calls`.`minutes` <=> null, `calls`.`minutes`) as r0,
    count(`calls`.`minutes`) over (partition by `teams`.`name`) as n0
  from `calls`
  left join `teams` on `teams`.`id` = `calls`.`team_id`
) as ranked
group by 1
having max(case when r0 = ceil(0.5 * n0) then v0 end) < cast(? as signed)
order by `teams.name` <=> null, `teams.name`
limit 11;
