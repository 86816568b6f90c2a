-- Never run on trino itself: see shared/semantic/dialects/README.md for what it rests on.

-- texts, numbers, truths and days
select
  "id" as "events.id",
  case when json_extract_scalar("payload", '$["plan"]["tier"]') is not null then json_extract_scalar("payload", '$["plan"]["tier"]') end as "events.tier",
  case when json_format(json_extract("payload", '$["plan"]["seats"]')) not like '"%' then try_cast(json_extract_scalar("payload", '$["plan"]["seats"]') as double) end as "events.seats",
  case when json_format(json_extract("payload", '$["plan"]["trial"]')) in ('true', 'false') then json_format(json_extract("payload", '$["plan"]["trial"]')) = 'true' end as "events.is_trial",
  case when regexp_like(json_extract_scalar("payload", '$["started"]'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(substr(json_extract_scalar("payload", '$["started"]'), 1, 10) as date) end as "events.started_on",
  case when json_extract_scalar("payload", '$["tags"][0]') is not null then json_extract_scalar("payload", '$["tags"][0]') end as "events.first_tag"
from "events"
order by "events.id" nulls last, "events.tier" nulls last, "events.seats" nulls last, "events.is_trial" nulls last, "events.started_on" nulls last, "events.first_tag" nulls last
limit 11;

-- a key is a key whatever is in it, and a place is none
select
  case when json_extract_scalar("payload", '$["it''s a $.x[0]*? --{p1:String}:a%s"]') is not null then json_extract_scalar("payload", '$["it''s a $.x[0]*? --{p1:String}:a%s"]') end as "events.odd",
  case when json_extract_scalar("payload", '$["0"]') is not null then json_extract_scalar("payload", '$["0"]') end as "events.digits",
  count(*) as "events.count"
from "events"
group by 1, 2
order by "events.odd" nulls last, "events.digits" nulls last
limit 11;

-- measures of them
select
  "accounts"."name" as "accounts.name",
  sum((case when json_format(json_extract("events"."payload", '$["plan"]["seats"]')) not like '"%' then try_cast(json_extract_scalar("events"."payload", '$["plan"]["seats"]') as double) end)) as "events.seats_total",
  max((case when regexp_like(json_extract_scalar("events"."payload", '$["started"]'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(substr(json_extract_scalar("events"."payload", '$["started"]'), 1, 10) as date) end)) as "events.last_start",
  count(case when (case when json_extract_scalar("events"."payload", '$["plan"]["tier"]') is not null then json_extract_scalar("events"."payload", '$["plan"]["tier"]') end) = 'gold' then 1 end) as "events.gold"
from "events"
left join "accounts" on "accounts"."id" = "events"."account_id"
group by 1
order by "accounts.name" nulls last
limit 11;

-- the last of days that there are not
-- ["2","3","7"]
select
  "id" as "events.id",
  max((case when regexp_like(json_extract_scalar("payload", '$["started"]'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(substr(json_extract_scalar("payload", '$["started"]'), 1, 10) as date) end)) as "events.last_start"
from "events"
where "id" in (cast(? as bigint), cast(? as bigint), cast(? as bigint))
group by 1
order by "events.id" nulls last
limit 11;

-- filters on them
-- ["free","2",true,"2024-01-01","2024-02-01","GO%"]
select
  cast(date_trunc('month', (case when regexp_like(json_extract_scalar("payload", '$["started"]'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(substr(json_extract_scalar("payload", '$["started"]'), 1, 10) as date) end)) as date) as "events.started_on.month",
  (case when json_format(json_extract("payload", '$["plan"]["seats"]')) not like '"%' then try_cast(json_extract_scalar("payload", '$["plan"]["seats"]') as double) end) > 5 as "events.is_large",
  count(*) as "events.count"
from "events"
where (case when json_extract_scalar("payload", '$["plan"]["tier"]') is not null then json_extract_scalar("payload", '$["plan"]["tier"]') end) is distinct from ?
  and (case when json_format(json_extract("payload", '$["plan"]["seats"]')) not like '"%' then try_cast(json_extract_scalar("payload", '$["plan"]["seats"]') as double) end) > cast(? as bigint)
  and (case when json_format(json_extract("payload", '$["plan"]["trial"]')) in ('true', 'false') then json_format(json_extract("payload", '$["plan"]["trial"]')) = 'true' end) = cast(? as boolean)
  and (case when regexp_like(json_extract_scalar("payload", '$["started"]'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(substr(json_extract_scalar("payload", '$["started"]'), 1, 10) as date) end) >= cast(? as date) and (case when regexp_like(json_extract_scalar("payload", '$["started"]'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(substr(json_extract_scalar("payload", '$["started"]'), 1, 10) as date) end) < cast(? as date)
  and lower(cast((case when json_extract_scalar("payload", '$["plan"]["tier"]') is not null then json_extract_scalar("payload", '$["plan"]["tier"]') end) as varchar)) like lower(?) escape '~'
group by 1, 2
order by "events.started_on.month" nulls last, "events.is_large" nulls last
limit 11;

-- over a join, and in row access
-- ["gold","7"]
select
  case when json_extract_scalar("events"."payload", '$["plan"]["tier"]') is not null then json_extract_scalar("events"."payload", '$["plan"]["tier"]') end as "events.tier",
  case when json_format(json_extract("events"."payload", '$["plan"]["trial"]')) in ('true', 'false') then json_format(json_extract("events"."payload", '$["plan"]["trial"]')) = 'true' end as "events.is_trial",
  count(*) as "logins.count"
from (
  select *
  from "logins"
  where "logins"."event_id" in (
    select "events"."id"
    from "events"
    where (case when json_extract_scalar("events"."payload", '$["plan"]["tier"]') is not null then json_extract_scalar("events"."payload", '$["plan"]["tier"]') end) in (?, ?)
  )
) as "logins"
left join "events" on "events"."id" = "logins"."event_id"
group by 1, 2
order by "events.tier" nulls last, "events.is_trial" nulls last
limit 11;
