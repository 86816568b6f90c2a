-- Never run on snowflake itself: see shared/semantic/dialects/README.md for what it rests on.

-- texts, numbers, truths and days
select
  "id" as "events.id",
  case when typeof(get(get("payload", 'plan'), 'tier')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("payload", 'plan'), 'tier') as varchar) end as "events.tier",
  case when typeof(get(get("payload", 'plan'), 'seats')) in ('INTEGER', 'DECIMAL', 'DOUBLE') then cast(get(get("payload", 'plan'), 'seats') as float) end as "events.seats",
  case when typeof(get(get("payload", 'plan'), 'trial')) = 'BOOLEAN' then cast(get(get("payload", 'plan'), 'trial') as boolean) end as "events.is_trial",
  case when typeof(get("payload", 'started')) = 'VARCHAR' and as_varchar(get("payload", 'started')) rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}.*' then try_to_date(left(as_varchar(get("payload", 'started')), 10)) end as "events.started_on",
  case when typeof(get(get("payload", 'tags'), 0)) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("payload", 'tags'), 0) as varchar) end as "events.first_tag"
from "events"
order by "events.id" nulls last, "events.tier" nulls last, "events.seats" nulls last, "events.is_trial" nulls last, "events.started_on" nulls last, "events.first_tag" nulls last
limit 11;

-- a key is a key whatever is in it, and a place is none
select
  case when typeof(get("payload", 'it\'s a $.x[0]*? --{p1:String}:a%s')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get("payload", 'it\'s a $.x[0]*? --{p1:String}:a%s') as varchar) end as "events.odd",
  case when typeof(get("payload", '0')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get("payload", '0') as varchar) end as "events.digits",
  count(*) as "events.count"
from "events"
group by 1, 2
order by "events.odd" nulls last, "events.digits" nulls last
limit 11;

-- measures of them
select
  "accounts"."name" as "accounts.name",
  sum((case when typeof(get(get("events"."payload", 'plan'), 'seats')) in ('INTEGER', 'DECIMAL', 'DOUBLE') then cast(get(get("events"."payload", 'plan'), 'seats') as float) end)) as "events.seats_total",
  max((case when typeof(get("events"."payload", 'started')) = 'VARCHAR' and as_varchar(get("events"."payload", 'started')) rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}.*' then try_to_date(left(as_varchar(get("events"."payload", 'started')), 10)) end)) as "events.last_start",
  count(case when (case when typeof(get(get("events"."payload", 'plan'), 'tier')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("events"."payload", 'plan'), 'tier') as varchar) end) = 'gold' then 1 end) as "events.gold"
from "events"
left join "accounts" on "accounts"."id" = "events"."account_id"
group by 1
order by "accounts.name" nulls last
limit 11;

-- the last of days that there are not
-- ["2","3","7"]
select
  "id" as "events.id",
  max((case when typeof(get("payload", 'started')) = 'VARCHAR' and as_varchar(get("payload", 'started')) rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}.*' then try_to_date(left(as_varchar(get("payload", 'started')), 10)) end)) as "events.last_start"
from "events"
where "id" in (cast(? as number(38, 0)), cast(? as number(38, 0)), cast(? as number(38, 0)))
group by 1
order by "events.id" nulls last
limit 11;

-- filters on them
-- ["free","2",true,"2024-01-01","2024-02-01","GO%"]
select
  cast(date_trunc('month', (case when typeof(get("payload", 'started')) = 'VARCHAR' and as_varchar(get("payload", 'started')) rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}.*' then try_to_date(left(as_varchar(get("payload", 'started')), 10)) end)) as date) as "events.started_on.month",
  (case when typeof(get(get("payload", 'plan'), 'seats')) in ('INTEGER', 'DECIMAL', 'DOUBLE') then cast(get(get("payload", 'plan'), 'seats') as float) end) > 5 as "events.is_large",
  count(*) as "events.count"
from "events"
where (case when typeof(get(get("payload", 'plan'), 'tier')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("payload", 'plan'), 'tier') as varchar) end) is distinct from ?
  and (case when typeof(get(get("payload", 'plan'), 'seats')) in ('INTEGER', 'DECIMAL', 'DOUBLE') then cast(get(get("payload", 'plan'), 'seats') as float) end) > cast(? as number(38, 0))
  and (case when typeof(get(get("payload", 'plan'), 'trial')) = 'BOOLEAN' then cast(get(get("payload", 'plan'), 'trial') as boolean) end) = cast(? as boolean)
  and (case when typeof(get("payload", 'started')) = 'VARCHAR' and as_varchar(get("payload", 'started')) rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}.*' then try_to_date(left(as_varchar(get("payload", 'started')), 10)) end) >= cast(? as date) and (case when typeof(get("payload", 'started')) = 'VARCHAR' and as_varchar(get("payload", 'started')) rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}.*' then try_to_date(left(as_varchar(get("payload", 'started')), 10)) end) < cast(? as date)
  and lower(cast((case when typeof(get(get("payload", 'plan'), 'tier')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("payload", 'plan'), 'tier') as varchar) end) as varchar)) like lower(?) escape '~'
group by 1, 2
order by "events.started_on.month" nulls last, "events.is_large" nulls last
limit 11;

-- over a join, and in row access
-- ["gold","7"]
select
  case when typeof(get(get("events"."payload", 'plan'), 'tier')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("events"."payload", 'plan'), 'tier') as varchar) end as "events.tier",
  case when typeof(get(get("events"."payload", 'plan'), 'trial')) = 'BOOLEAN' then cast(get(get("events"."payload", 'plan'), 'trial') as boolean) end as "events.is_trial",
  count(*) as "logins.count"
from (
  select *
  from "logins"
  where "logins"."event_id" in (
    select "events"."id"
    from "events"
    where (case when typeof(get(get("events"."payload", 'plan'), 'tier')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("events"."payload", 'plan'), 'tier') as varchar) end) in (?, ?)
  )
) as "logins"
left join "events" on "events"."id" = "logins"."event_id"
group by 1, 2
order by "events.tier" nulls last, "events.is_trial" nulls last
limit 11;
