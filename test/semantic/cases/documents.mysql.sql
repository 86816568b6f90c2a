-- texts, numbers, truths and days
select
  `id` as `events.id`,
  case when json_type(json_extract(`payload`, '$."plan"."tier"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`payload`, '$."plan"."tier"')) end as `events.tier`,
  case when json_type(json_extract(`payload`, '$."plan"."seats"')) in ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL') then json_unquote(json_extract(`payload`, '$."plan"."seats"')) + 0e0 end as `events.seats`,
  case when json_type(json_extract(`payload`, '$."plan"."trial"')) = 'BOOLEAN' then json_unquote(json_extract(`payload`, '$."plan"."trial"')) = 'true' end as `events.is_trial`,
  case when json_type(json_extract(`payload`, '$."started"')) = 'STRING' and json_unquote(json_extract(`payload`, '$."started"')) regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then cast(left(json_unquote(json_extract(`payload`, '$."started"')), 10) as date) + interval 0 day end as `events.started_on`,
  case when json_type(json_extract(`payload`, '$."tags"')) = 'ARRAY' and json_type(json_extract(`payload`, '$."tags"[0]')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`payload`, '$."tags"[0]')) end as `events.first_tag`
from `events`
order by `events.id` <=> null, `events.id`, `events.tier` <=> null, `events.tier`, `events.seats` <=> null, `events.seats`, `events.is_trial` <=> null, `events.is_trial`, `events.started_on` <=> null, `events.started_on`, `events.first_tag` <=> null, `events.first_tag`
limit 11;

-- a key is a key whatever is in it, and a place is none
select
  case when json_type(json_extract(`payload`, '$."it''s a $.x[0]*? --{p1:String}:a%s"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`payload`, '$."it''s a $.x[0]*? --{p1:String}:a%s"')) end as `events.odd`,
  case when json_type(json_extract(`payload`, '$."0"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`payload`, '$."0"')) end as `events.digits`,
  count(*) as `events.count`
from `events`
group by 1, 2
order by `events.odd` <=> null, `events.odd`, `events.digits` <=> null, `events.digits`
limit 11;

-- measures of them
select
  `accounts`.`name` as `accounts.name`,
  sum((case when json_type(json_extract(`events`.`payload`, '$."plan"."seats"')) in ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL') then json_unquote(json_extract(`events`.`payload`, '$."plan"."seats"')) + 0e0 end)) as `events.seats_total`,
  max((case when json_type(json_extract(`events`.`payload`, '$."started"')) = 'STRING' and json_unquote(json_extract(`events`.`payload`, '$."started"')) regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then cast(left(json_unquote(json_extract(`events`.`payload`, '$."started"')), 10) as date) + interval 0 day end)) as `events.last_start`,
  count(case when (case when json_type(json_extract(`events`.`payload`, '$."plan"."tier"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`events`.`payload`, '$."plan"."tier"')) end) = 'gold' then 1 end) as `events.gold`
from `events`
left join `accounts` on `accounts`.`id` = `events`.`account_id`
group by 1
order by `accounts.name` <=> null, `accounts.name`
limit 11;

-- the last of days that there are not
-- ["2","3","7"]
select
  `id` as `events.id`,
  max((case when json_type(json_extract(`payload`, '$."started"')) = 'STRING' and json_unquote(json_extract(`payload`, '$."started"')) regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then cast(left(json_unquote(json_extract(`payload`, '$."started"')), 10) as date) + interval 0 day end)) as `events.last_start`
from `events`
where `id` in (cast(? as signed), cast(? as signed), cast(? as signed))
group by 1
order by `events.id` <=> null, `events.id`
limit 11;

-- filters on them
-- ["free","2",true,"2024-01-01","2024-02-01","GO%"]
select
  cast(date_format((case when json_type(json_extract(`payload`, '$."started"')) = 'STRING' and json_unquote(json_extract(`payload`, '$."started"')) regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then cast(left(json_unquote(json_extract(`payload`, '$."started"')), 10) as date) + interval 0 day end), '%Y-%m-01') as date) as `events.started_on.month`,
  (case when json_type(json_extract(`payload`, '$."plan"."seats"')) in ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL') then json_unquote(json_extract(`payload`, '$."plan"."seats"')) + 0e0 end) > 5 as `events.is_large`,
  count(*) as `events.count`
from `events`
where not ((case when json_type(json_extract(`payload`, '$."plan"."tier"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`payload`, '$."plan"."tier"')) end) <=> ?)
  and (case when json_type(json_extract(`payload`, '$."plan"."seats"')) in ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL') then json_unquote(json_extract(`payload`, '$."plan"."seats"')) + 0e0 end) > cast(? as signed)
  and (case when json_type(json_extract(`payload`, '$."plan"."trial"')) = 'BOOLEAN' then json_unquote(json_extract(`payload`, '$."plan"."trial"')) = 'true' end) = cast(? as signed)
  and (case when json_type(json_extract(`payload`, '$."started"')) = 'STRING' and json_unquote(json_extract(`payload`, '$."started"')) regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then cast(left(json_unquote(json_extract(`payload`, '$."started"')), 10) as date) + interval 0 day end) >= cast(? as date) and (case when json_type(json_extract(`payload`, '$."started"')) = 'STRING' and json_unquote(json_extract(`payload`, '$."started"')) regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then cast(left(json_unquote(json_extract(`payload`, '$."started"')), 10) as date) + interval 0 day end) < cast(? as date)
  and lower(convert((case when json_type(json_extract(`payload`, '$."plan"."tier"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`payload`, '$."plan"."tier"')) end) using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
group by 1, 2
order by `events.started_on.month` <=> null, `events.started_on.month`, `events.is_large` <=> null, `events.is_large`
limit 11;

-- over a join, and in row access
-- ["gold","7"]
select
  case when json_type(json_extract(`events`.`payload`, '$."plan"."tier"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`events`.`payload`, '$."plan"."tier"')) end as `events.tier`,
  case when json_type(json_extract(`events`.`payload`, '$."plan"."trial"')) = 'BOOLEAN' then json_unquote(json_extract(`events`.`payload`, '$."plan"."trial"')) = 'true' end as `events.is_trial`,
  count(*) as `logins.count`
from (
  select *
  from `logins`
  where `logins`.`event_id` in (
    select `events`.`id`
    from `events`
    where (case when json_type(json_extract(`events`.`payload`, '$."plan"."tier"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`events`.`payload`, '$."plan"."tier"')) end) in (?, ?)
  )
) as `logins`
left join `events` on `events`.`id` = `logins`.`event_id`
group by 1, 2
order by `events.tier` <=> null, `events.tier`, `events.is_trial` <=> null, `events.is_trial`
limit 11;
