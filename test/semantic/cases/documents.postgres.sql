-- texts, numbers, truths and days
select
  "id" as "events.id",
  case when jsonb_typeof(("payload"::jsonb -> 'plan' -> 'tier')) in ('string', 'number', 'boolean') then (("payload"::jsonb -> 'plan' -> 'tier') #>> '{}') end as "events.tier",
  case when jsonb_typeof(("payload"::jsonb -> 'plan' -> 'seats')) = 'number' then ("payload"::jsonb -> 'plan' -> 'seats')::numeric end as "events.seats",
  case when jsonb_typeof(("payload"::jsonb -> 'plan' -> 'trial')) = 'boolean' then ("payload"::jsonb -> 'plan' -> 'trial')::boolean end as "events.is_trial",
  case when jsonb_typeof(("payload"::jsonb -> 'started')) = 'string' and (("payload"::jsonb -> 'started') #>> '{}') ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then (jsonb_path_query_first(to_jsonb(left((("payload"::jsonb -> 'started') #>> '{}'), 10)), '$.datetime("YYYY-MM-DD")', '{}', true) #>> '{}')::date end as "events.started_on",
  case when jsonb_typeof(("payload"::jsonb -> 'tags')) = 'array' and jsonb_typeof(("payload"::jsonb -> 'tags' -> 0)) in ('string', 'number', 'boolean') then (("payload"::jsonb -> 'tags' -> 0) #>> '{}') end as "events.first_tag"
from "events"
order by "events.id" nulls last, "events.tier" nulls last, "events.seats" nulls last, "events.is_trial" nulls last, "events.started_on" nulls last, "events.first_tag" nulls last
limit 11;

-- a key is a key whatever is in it, and a place is none
select
  case when jsonb_typeof(("payload"::jsonb -> 'it''s a $.x[0]*? --{p1:String}:a%s')) in ('string', 'number', 'boolean') then (("payload"::jsonb -> 'it''s a $.x[0]*? --{p1:String}:a%s') #>> '{}') end as "events.odd",
  case when jsonb_typeof(("payload"::jsonb -> '0')) in ('string', 'number', 'boolean') then (("payload"::jsonb -> '0') #>> '{}') end as "events.digits",
  count(*) as "events.count"
from "events"
group by 1, 2
order by "events.odd" nulls last, "events.digits" nulls last
limit 11;

-- measures of them
select
  "accounts"."name" as "accounts.name",
  sum((case when jsonb_typeof(("events"."payload"::jsonb -> 'plan' -> 'seats')) = 'number' then ("events"."payload"::jsonb -> 'plan' -> 'seats')::numeric end)) as "events.seats_total",
  max((case when jsonb_typeof(("events"."payload"::jsonb -> 'started')) = 'string' and (("events"."payload"::jsonb -> 'started') #>> '{}') ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then (jsonb_path_query_first(to_jsonb(left((("events"."payload"::jsonb -> 'started') #>> '{}'), 10)), '$.datetime("YYYY-MM-DD")', '{}', true) #>> '{}')::date end)) as "events.last_start",
  count(case when (case when jsonb_typeof(("events"."payload"::jsonb -> 'plan' -> 'tier')) in ('string', 'number', 'boolean') then (("events"."payload"::jsonb -> 'plan' -> 'tier') #>> '{}') end) = 'gold' then 1 end) as "events.gold"
from "events"
left join "accounts" on "accounts"."id" = "events"."account_id"
group by 1
order by "accounts.name" nulls last
limit 11;

-- the last of days that there are not
-- ["2","3","7"]
select
  "id" as "events.id",
  max((case when jsonb_typeof(("payload"::jsonb -> 'started')) = 'string' and (("payload"::jsonb -> 'started') #>> '{}') ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then (jsonb_path_query_first(to_jsonb(left((("payload"::jsonb -> 'started') #>> '{}'), 10)), '$.datetime("YYYY-MM-DD")', '{}', true) #>> '{}')::date end)) as "events.last_start"
from "events"
where "id" in ($1::bigint, $2::bigint, $3::bigint)
group by 1
order by "events.id" nulls last
limit 11;

-- filters on them
-- ["free","2",true,"2024-01-01","2024-02-01","GO%"]
select
  date_trunc('month', (case when jsonb_typeof(("payload"::jsonb -> 'started')) = 'string' and (("payload"::jsonb -> 'started') #>> '{}') ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then (jsonb_path_query_first(to_jsonb(left((("payload"::jsonb -> 'started') #>> '{}'), 10)), '$.datetime("YYYY-MM-DD")', '{}', true) #>> '{}')::date end))::date as "events.started_on.month",
  (case when jsonb_typeof(("payload"::jsonb -> 'plan' -> 'seats')) = 'number' then ("payload"::jsonb -> 'plan' -> 'seats')::numeric end) > 5 as "events.is_large",
  count(*) as "events.count"
from "events"
where (case when jsonb_typeof(("payload"::jsonb -> 'plan' -> 'tier')) in ('string', 'number', 'boolean') then (("payload"::jsonb -> 'plan' -> 'tier') #>> '{}') end) is distinct from $1
  and (case when jsonb_typeof(("payload"::jsonb -> 'plan' -> 'seats')) = 'number' then ("payload"::jsonb -> 'plan' -> 'seats')::numeric end) > $2::bigint
  and (case when jsonb_typeof(("payload"::jsonb -> 'plan' -> 'trial')) = 'boolean' then ("payload"::jsonb -> 'plan' -> 'trial')::boolean end) = $3::boolean
  and (case when jsonb_typeof(("payload"::jsonb -> 'started')) = 'string' and (("payload"::jsonb -> 'started') #>> '{}') ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then (jsonb_path_query_first(to_jsonb(left((("payload"::jsonb -> 'started') #>> '{}'), 10)), '$.datetime("YYYY-MM-DD")', '{}', true) #>> '{}')::date end) >= $4::date and (case when jsonb_typeof(("payload"::jsonb -> 'started')) = 'string' and (("payload"::jsonb -> 'started') #>> '{}') ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then (jsonb_path_query_first(to_jsonb(left((("payload"::jsonb -> 'started') #>> '{}'), 10)), '$.datetime("YYYY-MM-DD")', '{}', true) #>> '{}')::date end) < $5::date
  and (case when jsonb_typeof(("payload"::jsonb -> 'plan' -> 'tier')) in ('string', 'number', 'boolean') then (("payload"::jsonb -> 'plan' -> 'tier') #>> '{}') end)::text ilike $6 escape '~'
group by 1, 2
order by "events.started_on.month" nulls last, "events.is_large" nulls last
limit 11;

-- over a join, and in row access
-- ["gold","7"]
select
  case when jsonb_typeof(("events"."payload"::jsonb -> 'plan' -> 'tier')) in ('string', 'number', 'boolean') then (("events"."payload"::jsonb -> 'plan' -> 'tier') #>> '{}') end as "events.tier",
  case when jsonb_typeof(("events"."payload"::jsonb -> 'plan' -> 'trial')) = 'boolean' then ("events"."payload"::jsonb -> 'plan' -> 'trial')::boolean end as "events.is_trial",
  count(*) as "logins.count"
from (
  select *
  from "logins"
  where exists (
    select 1
    from "events"
    where "events"."id" = "logins"."event_id"
      and (case when jsonb_typeof(("events"."payload"::jsonb -> 'plan' -> 'tier')) in ('string', 'number', 'boolean') then (("events"."payload"::jsonb -> 'plan' -> 'tier') #>> '{}') end) in ($1, $2)
  )
) as "logins"
left join "events" on "events"."id" = "logins"."event_id"
group by 1, 2
order by "events.tier" nulls last, "events.is_trial" nulls last
limit 11;
