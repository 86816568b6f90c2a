-- texts, numbers, truths and days
select
  "id" as "events.id",
  case when json_type("payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."plan"."tier"') end as "events.tier",
  case when json_type("payload", '$."plan"."seats"') not in ('OBJECT', 'ARRAY', 'NULL', 'VARCHAR', 'BOOLEAN') then cast(json_extract_string("payload", '$."plan"."seats"') as double) end as "events.seats",
  case when json_type("payload", '$."plan"."trial"') = 'BOOLEAN' then cast(json_extract_string("payload", '$."plan"."trial"') as boolean) end as "events.is_trial",
  case when json_type("payload", '$."started"') = 'VARCHAR' and regexp_matches(json_extract_string("payload", '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(json_extract_string("payload", '$."started"'), 10) as date) end as "events.started_on",
  case when json_type("payload", '$."tags"[0]') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."tags"[0]') end as "events.first_tag"
from "events"
order by "events.id" nulls last, "events.tier" nulls last, "events.seats" nulls last, "events.is_trial" nulls last, "events.started_on" nulls last, "events.first_tag" nulls last
limit 11;

-- a key is a key whatever is in it, and a place is none
select
  case when json_type("payload", '$."it''s a $.x[0]*? --{p1:String}:a%s"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."it''s a $.x[0]*? --{p1:String}:a%s"') end as "events.odd",
  case when json_type("payload", '$."0"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."0"') end as "events.digits",
  count(*) as "events.count"
from "events"
group by 1, 2
order by "events.odd" nulls last, "events.digits" nulls last
limit 11;

-- measures of them
select
  "accounts"."name" as "accounts.name",
  sum((case when json_type("events"."payload", '$."plan"."seats"') not in ('OBJECT', 'ARRAY', 'NULL', 'VARCHAR', 'BOOLEAN') then cast(json_extract_string("events"."payload", '$."plan"."seats"') as double) end)) as "events.seats_total",
  max((case when json_type("events"."payload", '$."started"') = 'VARCHAR' and regexp_matches(json_extract_string("events"."payload", '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(json_extract_string("events"."payload", '$."started"'), 10) as date) end)) as "events.last_start",
  count(case when (case when json_type("events"."payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("events"."payload", '$."plan"."tier"') end) = 'gold' then 1 end) as "events.gold"
from "events"
left join "accounts" on "accounts"."id" = "events"."account_id"
group by 1
order by "accounts.name" nulls last
limit 11;

-- the last of days that there are not
-- ["2","3","7"]
select
  "id" as "events.id",
  max((case when json_type("payload", '$."started"') = 'VARCHAR' and regexp_matches(json_extract_string("payload", '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(json_extract_string("payload", '$."started"'), 10) as date) end)) as "events.last_start"
from "events"
where "id" in ($1::bigint, $2::bigint, $3::bigint)
group by 1
order by "events.id" nulls last
limit 11;

-- filters on them
-- ["free","2",true,"2024-01-01","2024-02-01","GO%"]
select
  date_trunc('month', (case when json_type("payload", '$."started"') = 'VARCHAR' and regexp_matches(json_extract_string("payload", '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(json_extract_string("payload", '$."started"'), 10) as date) end))::date as "events.started_on.month",
  (case when json_type("payload", '$."plan"."seats"') not in ('OBJECT', 'ARRAY', 'NULL', 'VARCHAR', 'BOOLEAN') then cast(json_extract_string("payload", '$."plan"."seats"') as double) end) > 5 as "events.is_large",
  count(*) as "events.count"
from "events"
where ((case when json_type("payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."plan"."tier"') end) <> $1 or (case when json_type("payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."plan"."tier"') end) is null)
  and (case when json_type("payload", '$."plan"."seats"') not in ('OBJECT', 'ARRAY', 'NULL', 'VARCHAR', 'BOOLEAN') then cast(json_extract_string("payload", '$."plan"."seats"') as double) end) > $2::bigint
  and (case when json_type("payload", '$."plan"."trial"') = 'BOOLEAN' then cast(json_extract_string("payload", '$."plan"."trial"') as boolean) end) = $3::boolean
  and (case when json_type("payload", '$."started"') = 'VARCHAR' and regexp_matches(json_extract_string("payload", '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(json_extract_string("payload", '$."started"'), 10) as date) end) >= $4::date and (case when json_type("payload", '$."started"') = 'VARCHAR' and regexp_matches(json_extract_string("payload", '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(json_extract_string("payload", '$."started"'), 10) as date) end) < $5::date
  and (case when json_type("payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."plan"."tier"') end)::text ilike $6 escape '~'
group by 1, 2
order by "events.started_on.month" nulls last, "events.is_large" nulls last
limit 11;

-- over a join, and in row access
-- ["gold","7"]
select
  case when json_type("events"."payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("events"."payload", '$."plan"."tier"') end as "events.tier",
  case when json_type("events"."payload", '$."plan"."trial"') = 'BOOLEAN' then cast(json_extract_string("events"."payload", '$."plan"."trial"') as boolean) end as "events.is_trial",
  count(*) as "logins.count"
from (
  select *
  from "logins"
  where "logins"."event_id" in (
    select "events"."id"
    from "events"
    where (case when json_type("events"."payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("events"."payload", '$."plan"."tier"') end) in ($1, $2)
  )
) as "logins"
left join "events" on "events"."id" = "logins"."event_id"
group by 1, 2
order by "events.tier" nulls last, "events.is_trial" nulls last
limit 11;
