-- Never run on databricks itself: see shared/semantic/dialects/README.md for what it rests on.

-- texts, numbers, truths and days
select
  `id` as `events.id`,
  case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] not rlike '^[{\[]' then from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] end as `events.tier`,
  case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] rlike '^-?[0-9]' then try_cast(from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] as double) end as `events.seats`,
  case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['trial'] in ('true', 'false') then from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['trial'] = 'true' end as `events.is_trial`,
  case when from_json(`payload`, 'map<string,string>')['started'] rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then try_cast(left(from_json(`payload`, 'map<string,string>')['started'], 10) as date) end as `events.started_on`,
  case when get(from_json(from_json(`payload`, 'map<string,string>')['tags'], 'array<string>'), 0) not rlike '^[{\[]' then get(from_json(from_json(`payload`, 'map<string,string>')['tags'], 'array<string>'), 0) end as `events.first_tag`
from `events`
order by `events.id` nulls last, `events.tier` nulls last, `events.seats` nulls last, `events.is_trial` nulls last, `events.started_on` nulls last, `events.first_tag` nulls last
limit 11;

-- a key is a key whatever is in it, and a place is none
select
  case when from_json(`payload`, 'map<string,string>')['it\'s a $.x[0]*? --{p1:String}:a%s'] not rlike '^[{\[]' then from_json(`payload`, 'map<string,string>')['it\'s a $.x[0]*? --{p1:String}:a%s'] end as `events.odd`,
  case when from_json(`payload`, 'map<string,string>')['0'] not rlike '^[{\[]' then from_json(`payload`, 'map<string,string>')['0'] end as `events.digits`,
  count(*) as `events.count`
from `events`
group by 1, 2
order by `events.odd` nulls last, `events.digits` nulls last
limit 11;

-- measures of them
select
  `accounts`.`name` as `accounts.name`,
  sum((case when from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] rlike '^-?[0-9]' then try_cast(from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] as double) end)) as `events.seats_total`,
  max((case when from_json(`events`.`payload`, 'map<string,string>')['started'] rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then try_cast(left(from_json(`events`.`payload`, 'map<string,string>')['started'], 10) as date) end)) as `events.last_start`,
  count(case when (case when from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] not rlike '^[{\[]' then from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] end) = 'gold' then 1 end) as `events.gold`
from `events`
left join `accounts` on `accounts`.`id` = `events`.`account_id`
group by 1
order by `accounts.name` nulls last
limit 11;

-- the last of days that there are not
-- ["2","3","7"]
select
  `id` as `events.id`,
  max((case when from_json(`payload`, 'map<string,string>')['started'] rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then try_cast(left(from_json(`payload`, 'map<string,string>')['started'], 10) as date) end)) as `events.last_start`
from `events`
where `id` in (cast(:p1 as bigint), cast(:p2 as bigint), cast(:p3 as bigint))
group by 1
order by `events.id` nulls last
limit 11;

-- filters on them
-- ["free","2",true,"2024-01-01","2024-02-01","GO%"]
select
  cast(date_trunc('month', (case when from_json(`payload`, 'map<string,string>')['started'] rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then try_cast(left(from_json(`payload`, 'map<string,string>')['started'], 10) as date) end)) as date) as `events.started_on.month`,
  (case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] rlike '^-?[0-9]' then try_cast(from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] as double) end) > 5 as `events.is_large`,
  count(*) as `events.count`
from `events`
where not ((case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] not rlike '^[{\[]' then from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] end) <=> :p1)
  and (case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] rlike '^-?[0-9]' then try_cast(from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] as double) end) > cast(:p2 as bigint)
  and (case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['trial'] in ('true', 'false') then from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['trial'] = 'true' end) = cast(:p3 as boolean)
  and (case when from_json(`payload`, 'map<string,string>')['started'] rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then try_cast(left(from_json(`payload`, 'map<string,string>')['started'], 10) as date) end) >= cast(:p4 as date) and (case when from_json(`payload`, 'map<string,string>')['started'] rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then try_cast(left(from_json(`payload`, 'map<string,string>')['started'], 10) as date) end) < cast(:p5 as date)
  and lower(cast((case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] not rlike '^[{\[]' then from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] end) as string)) like lower(:p6) escape '~'
group by 1, 2
order by `events.started_on.month` nulls last, `events.is_large` nulls last
limit 11;

-- over a join, and in row access
-- ["gold","7"]
select
  case when from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] not rlike '^[{\[]' then from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] end as `events.tier`,
  case when from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['trial'] in ('true', 'false') then from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['trial'] = 'true' end as `events.is_trial`,
  count(*) as `logins.count`
from (
  select *
  from `logins`
  where `logins`.`event_id` in (
    select `events`.`id`
    from `events`
    where (case when from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] not rlike '^[{\[]' then from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] end) in (:p1, :p2)
  )
) as `logins`
left join `events` on `events`.`id` = `logins`.`event_id`
group by 1, 2
order by `events.tier` nulls last, `events.is_trial` nulls last
limit 11;
