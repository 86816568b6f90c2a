-- texts, numbers, truths and days
select
  "id" as "events.id",
  case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'tier') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("payload"), 'null'), 'plan', 'tier') = 'String', JSONExtractString(ifNull(toString("payload"), 'null'), 'plan', 'tier'), JSONExtractRaw(ifNull(toString("payload"), 'null'), 'plan', 'tier')) end as "events.tier",
  case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'seats') in ('Int64', 'UInt64', 'Double') then JSONExtractFloat(ifNull(toString("payload"), 'null'), 'plan', 'seats') end as "events.seats",
  cast(case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'trial') = 'Bool' then cast(JSONExtractBool(ifNull(toString("payload"), 'null'), 'plan', 'trial') as Bool) end as Nullable(Bool)) as "events.is_trial",
  case when JSONType(ifNull(toString("payload"), 'null'), 'started') = 'String' and match(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') and toString(toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10))) = substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10) then toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10)) end as "events.started_on",
  case when JSONType(ifNull(toString("payload"), 'null'), 'tags') = 'Array' and JSONType(ifNull(toString("payload"), 'null'), 'tags', 1) not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("payload"), 'null'), 'tags', 1) = 'String', JSONExtractString(ifNull(toString("payload"), 'null'), 'tags', 1), JSONExtractRaw(ifNull(toString("payload"), 'null'), 'tags', 1)) end as "events.first_tag"
from "events"
order by 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last, 5 nulls last, 6 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a key is a key whatever is in it, and a place is none
select
  case when JSONType(ifNull(toString("payload"), 'null'), 'it''s a $.x[0]*? --{p1:String}:a%s') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("payload"), 'null'), 'it''s a $.x[0]*? --{p1:String}:a%s') = 'String', JSONExtractString(ifNull(toString("payload"), 'null'), 'it''s a $.x[0]*? --{p1:String}:a%s'), JSONExtractRaw(ifNull(toString("payload"), 'null'), 'it''s a $.x[0]*? --{p1:String}:a%s')) end as "events.odd",
  case when JSONType(ifNull(toString("payload"), 'null'), '0') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("payload"), 'null'), '0') = 'String', JSONExtractString(ifNull(toString("payload"), 'null'), '0'), JSONExtractRaw(ifNull(toString("payload"), 'null'), '0')) end as "events.digits",
  count(*) as "events.count"
from "events"
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- measures of them
select
  "accounts"."name" as "accounts.name",
  sumOrNull(((case when JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'seats') in ('Int64', 'UInt64', 'Double') then JSONExtractFloat(ifNull(toString("events"."payload"), 'null'), 'plan', 'seats') end)) + toDecimal128(0, 0)) as "events.seats_total",
  maxOrNull((case when JSONType(ifNull(toString("events"."payload"), 'null'), 'started') = 'String' and match(JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'started'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') and toString(toDate32OrNull(substring(JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'started'), 1, 10))) = substring(JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'started'), 1, 10) then toDate32OrNull(substring(JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'started'), 1, 10)) end)) as "events.last_start",
  count(case when (case when JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier') = 'String', JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier'), JSONExtractRaw(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier')) end) = 'gold' then 1 end) as "events.gold"
from "events"
left join "accounts" on "accounts"."id" = "events"."account_id"
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';

-- the last of days that there are not
-- ["2","3","7"]
select
  "id" as "events.id",
  maxOrNull((case when JSONType(ifNull(toString("payload"), 'null'), 'started') = 'String' and match(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') and toString(toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10))) = substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10) then toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10)) end)) as "events.last_start"
from "events"
where "id" in ({p1:Int64}, {p2:Int64}, {p3:Int64})
group by 1
order by 1 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- filters on them
-- ["free","2",true,"2024-01-01","2024-02-01","GO%"]
select
  toStartOfMonth(toDate32((case when JSONType(ifNull(toString("payload"), 'null'), 'started') = 'String' and match(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') and toString(toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10))) = substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10) then toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10)) end))) as "events.started_on.month",
  cast((case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'seats') in ('Int64', 'UInt64', 'Double') then JSONExtractFloat(ifNull(toString("payload"), 'null'), 'plan', 'seats') end) > 5 as Nullable(Bool)) as "events.is_large",
  count(*) as "events.count"
from "events"
where ifNull((case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'tier') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("payload"), 'null'), 'plan', 'tier') = 'String', JSONExtractString(ifNull(toString("payload"), 'null'), 'plan', 'tier'), JSONExtractRaw(ifNull(toString("payload"), 'null'), 'plan', 'tier')) end) not in ({p1:String}), true)
  and (case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'seats') in ('Int64', 'UInt64', 'Double') then JSONExtractFloat(ifNull(toString("payload"), 'null'), 'plan', 'seats') end) > {p2:Int64}
  and (case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'trial') = 'Bool' then cast(JSONExtractBool(ifNull(toString("payload"), 'null'), 'plan', 'trial') as Bool) end) = {p3:Bool}
  and (case when JSONType(ifNull(toString("payload"), 'null'), 'started') = 'String' and match(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') and toString(toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10))) = substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10) then toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10)) end) >= {p4:Date32} and (case when JSONType(ifNull(toString("payload"), 'null'), 'started') = 'String' and match(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') and toString(toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10))) = substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10) then toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10)) end) < {p5:Date32}
  and lowerUTF8(toString((case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'tier') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("payload"), 'null'), 'plan', 'tier') = 'String', JSONExtractString(ifNull(toString("payload"), 'null'), 'plan', 'tier'), JSONExtractRaw(ifNull(toString("payload"), 'null'), 'plan', 'tier')) end))) like lowerUTF8({p6:String})
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- over a join, and in row access
-- ["gold","7"]
select
  case when JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier') = 'String', JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier'), JSONExtractRaw(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier')) end as "events.tier",
  cast(case when JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'trial') = 'Bool' then cast(JSONExtractBool(ifNull(toString("events"."payload"), 'null'), 'plan', 'trial') as Bool) end as Nullable(Bool)) as "events.is_trial",
  count(*) as "logins.count"
from (
  select *
  from "logins"
  where "logins"."event_id" in (
    select "events"."id"
    from "events"
    where (case when JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier') = 'String', JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier'), JSONExtractRaw(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier')) end) in ({p1:String}, {p2:String})
  )
) as "logins"
left join "events" on "events"."id" = "logins"."event_id"
group by 1, 2
order by 1 nulls last, 2 nulls last
limit 11
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
