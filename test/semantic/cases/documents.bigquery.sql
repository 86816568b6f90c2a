-- Never run on bigquery itself: see shared/semantic/dialects/README.md for what it rests on.

-- texts, numbers, truths and days
select
  `id` as `events__id`,
  case when json_type(json_query(`payload`, '$."plan"."tier"')) in ('string', 'number', 'boolean') then json_value(`payload`, '$."plan"."tier"') end as `events__tier`,
  case when json_type(json_query(`payload`, '$."plan"."seats"')) = 'number' then safe_cast(json_value(`payload`, '$."plan"."seats"') as float64) end as `events__seats`,
  case when json_type(json_query(`payload`, '$."plan"."trial"')) = 'boolean' then json_value(`payload`, '$."plan"."trial"') = 'true' end as `events__is_trial`,
  case when json_type(json_query(`payload`, '$."started"')) = 'string' and regexp_contains(json_value(`payload`, '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then safe_cast(left(json_value(`payload`, '$."started"'), 10) as date) end as `events__started_on`,
  case when json_type(json_query(`payload`, '$."tags"[0]')) in ('string', 'number', 'boolean') then json_value(`payload`, '$."tags"[0]') end as `events__first_tag`
from `events`
order by `events__id` nulls last, `events__tier` nulls last, `events__seats` nulls last, `events__is_trial` nulls last, `events__started_on` nulls last, `events__first_tag` nulls last
limit 11;

-- a key is a key whatever is in it, and a place is none
select
  case when json_type(json_query(`payload`, '$."it\'s a $.x[0]*? --{p1:String}:a%s"')) in ('string', 'number', 'boolean') then json_value(`payload`, '$."it\'s a $.x[0]*? --{p1:String}:a%s"') end as `events__odd`,
  case when json_type(json_query(`payload`, '$."0"')) in ('string', 'number', 'boolean') then json_value(`payload`, '$."0"') end as `events__digits`,
  count(*) as `events__count`
from `events`
group by 1, 2
order by `events__odd` nulls last, `events__digits` nulls last
limit 11;

-- measures of them
select
  `accounts`.`name` as `accounts__name`,
  sum((case when json_type(json_query(`events`.`payload`, '$."plan"."seats"')) = 'number' then safe_cast(json_value(`events`.`payload`, '$."plan"."seats"') as float64) end)) as `events__seats_total`,
  max((case when json_type(json_query(`events`.`payload`, '$."started"')) = 'string' and regexp_contains(json_value(`events`.`payload`, '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then safe_cast(left(json_value(`events`.`payload`, '$."started"'), 10) as date) end)) as `events__last_start`,
  count(case when (case when json_type(json_query(`events`.`payload`, '$."plan"."tier"')) in ('string', 'number', 'boolean') then json_value(`events`.`payload`, '$."plan"."tier"') end) = 'gold' then 1 end) as `events__gold`
from `events`
left join `accounts` on `accounts`.`id` = `events`.`account_id`
group by 1
order by `accounts__name` nulls last
limit 11;

-- the last of days that there are not
-- ["2","3","7"]
select
  `id` as `events__id`,
  max((case when json_type(json_query(`payload`, '$."started"')) = 'string' and regexp_contains(json_value(`payload`, '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then safe_cast(left(json_value(`payload`, '$."started"'), 10) as date) end)) as `events__last_start`
from `events`
where `id` in (cast(@p1 as int64), cast(@p2 as int64), cast(@p3 as int64))
group by 1
order by `events__id` nulls last
limit 11;

-- filters on them
-- ["free","2",true,"2024-01-01","2024-02-01","GO%"]
select
  date_trunc(cast((case when json_type(json_query(`payload`, '$."started"')) = 'string' and regexp_contains(json_value(`payload`, '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then safe_cast(left(json_value(`payload`, '$."started"'), 10) as date) end) as date), month) as `events__started_on__month`,
  (case when json_type(json_query(`payload`, '$."plan"."seats"')) = 'number' then safe_cast(json_value(`payload`, '$."plan"."seats"') as float64) end) > 5 as `events__is_large`,
  count(*) as `events__count`
from `events`
where (case when json_type(json_query(`payload`, '$."plan"."tier"')) in ('string', 'number', 'boolean') then json_value(`payload`, '$."plan"."tier"') end) is distinct from @p1
  and (case when json_type(json_query(`payload`, '$."plan"."seats"')) = 'number' then safe_cast(json_value(`payload`, '$."plan"."seats"') as float64) end) > cast(@p2 as int64)
  and (case when json_type(json_query(`payload`, '$."plan"."trial"')) = 'boolean' then json_value(`payload`, '$."plan"."trial"') = 'true' end) = cast(@p3 as bool)
  and (case when json_type(json_query(`payload`, '$."started"')) = 'string' and regexp_contains(json_value(`payload`, '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then safe_cast(left(json_value(`payload`, '$."started"'), 10) as date) end) >= cast(@p4 as date) and (case when json_type(json_query(`payload`, '$."started"')) = 'string' and regexp_contains(json_value(`payload`, '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then safe_cast(left(json_value(`payload`, '$."started"'), 10) as date) end) < cast(@p5 as date)
  and lower(cast((case when json_type(json_query(`payload`, '$."plan"."tier"')) in ('string', 'number', 'boolean') then json_value(`payload`, '$."plan"."tier"') end) as string)) like lower(@p6)
group by 1, 2
order by `events__started_on__month` nulls last, `events__is_large` nulls last
limit 11;

-- over a join, and in row access
-- ["gold","7"]
select
  case when json_type(json_query(`events`.`payload`, '$."plan"."tier"')) in ('string', 'number', 'boolean') then json_value(`events`.`payload`, '$."plan"."tier"') end as `events__tier`,
  case when json_type(json_query(`events`.`payload`, '$."plan"."trial"')) = 'boolean' then json_value(`events`.`payload`, '$."plan"."trial"') = 'true' end as `events__is_trial`,
  count(*) as `logins__count`
from (
  select *
  from `logins`
  where `logins`.`event_id` in (
    select `events`.`id`
    from `events`
    where (case when json_type(json_query(`events`.`payload`, '$."plan"."tier"')) in ('string', 'number', 'boolean') then json_value(`events`.`payload`, '$."plan"."tier"') end) in (@p1, @p2)
  )
) as `logins`
left join `events` on `events`.`id` = `logins`.`event_id`
group by 1, 2
order by `events__tier` nulls last, `events__is_trial` nulls last
limit 11;
