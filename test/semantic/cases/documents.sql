-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- texts, numbers, booleans and days are read from documents
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
-- duckdb:
-- 3|   case when json_type("payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."plan"."tier"') end as "events.tier",
-- 4|   case when json_type("payload", '$."plan"."seats"') not in ('OBJECT', 'ARRAY', 'NULL', 'VARCHAR', 'BOOLEAN') then cast(json_extract_string("payload", '$."plan"."seats"') as double) end as "events.seats",
-- 5|   case when json_type("payload", '$."plan"."trial"') = 'BOOLEAN' then cast(json_extract_string("payload", '$."plan"."trial"') as boolean) end as "events.is_trial",
-- 6|   case when json_type("payload", '$."started"') = 'VARCHAR' and regexp_matches(json_extract_string("payload", '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(json_extract_string("payload", '$."started"'), 10) as date) end as "events.started_on",
-- 7|   case when json_type("payload", '$."tags"[0]') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."tags"[0]') end as "events.first_tag"
-- mysql:
-- 3|   case when json_type(json_extract(`payload`, '$."plan"."tier"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`payload`, '$."plan"."tier"')) end as `events.tier`,
-- 4|   case when json_type(json_extract(`payload`, '$."plan"."seats"')) in ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL') then json_unquote(json_extract(`payload`, '$."plan"."seats"')) + 0e0 end as `events.seats`,
-- 5|   case when json_type(json_extract(`payload`, '$."plan"."trial"')) = 'BOOLEAN' then json_unquote(json_extract(`payload`, '$."plan"."trial"')) = 'true' end as `events.is_trial`,
-- 6|   case when json_type(json_extract(`payload`, '$."started"')) = 'STRING' and json_unquote(json_extract(`payload`, '$."started"')) regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then cast(left(json_unquote(json_extract(`payload`, '$."started"')), 10) as date) + interval 0 day end as `events.started_on`,
-- 7|   case when json_type(json_extract(`payload`, '$."tags"')) = 'ARRAY' and json_type(json_extract(`payload`, '$."tags"[0]')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`payload`, '$."tags"[0]')) end as `events.first_tag`
-- 9| order by `events.id` <=> null, `events.id`, `events.tier` <=> null, `events.tier`, `events.seats` <=> null, `events.seats`, `events.is_trial` <=> null, `events.is_trial`, `events.started_on` <=> null, `events.started_on`, `events.first_tag` <=> null, `events.first_tag`
-- clickhouse:
-- 3|   case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'tier') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("payload"), 'null'), 'plan', 'tier') = 'String', JSONExtractString(ifNull(toString("payload"), 'null'), 'plan', 'tier'), JSONExtractRaw(ifNull(toString("payload"), 'null'), 'plan', 'tier')) end as "events.tier",
-- 4|   case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'seats') in ('Int64', 'UInt64', 'Double') then JSONExtractFloat(ifNull(toString("payload"), 'null'), 'plan', 'seats') end as "events.seats",
-- 5|   cast(case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'trial') = 'Bool' then cast(JSONExtractBool(ifNull(toString("payload"), 'null'), 'plan', 'trial') as Bool) end as Nullable(Bool)) as "events.is_trial",
-- 6|   case when JSONType(ifNull(toString("payload"), 'null'), 'started') = 'String' and match(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') and toString(toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10))) = substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10) then toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10)) end as "events.started_on",
-- 7|   case when JSONType(ifNull(toString("payload"), 'null'), 'tags') = 'Array' and JSONType(ifNull(toString("payload"), 'null'), 'tags', 1) not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("payload"), 'null'), 'tags', 1) = 'String', JSONExtractString(ifNull(toString("payload"), 'null'), 'tags', 1), JSONExtractRaw(ifNull(toString("payload"), 'null'), 'tags', 1)) end as "events.first_tag"
-- 9| order by 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last, 5 nulls last, 6 nulls last
-- 10| limit 11
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   case when json_extract_scalar("payload", '$["plan"]["tier"]') is not null then json_extract_scalar("payload", '$["plan"]["tier"]') end as "events.tier",
-- 4|   case when json_format(json_extract("payload", '$["plan"]["seats"]')) not like '"%' then try_cast(json_extract_scalar("payload", '$["plan"]["seats"]') as double) end as "events.seats",
-- 5|   case when json_format(json_extract("payload", '$["plan"]["trial"]')) in ('true', 'false') then json_format(json_extract("payload", '$["plan"]["trial"]')) = 'true' end as "events.is_trial",
-- 6|   case when regexp_like(json_extract_scalar("payload", '$["started"]'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(substr(json_extract_scalar("payload", '$["started"]'), 1, 10) as date) end as "events.started_on",
-- 7|   case when json_extract_scalar("payload", '$["tags"][0]') is not null then json_extract_scalar("payload", '$["tags"][0]') end as "events.first_tag"
-- bigquery:
-- 3|   case when json_type(json_query(`payload`, '$."plan"."tier"')) in ('string', 'number', 'boolean') then json_value(`payload`, '$."plan"."tier"') end as `events__tier`,
-- 4|   case when json_type(json_query(`payload`, '$."plan"."seats"')) = 'number' then safe_cast(json_value(`payload`, '$."plan"."seats"') as float64) end as `events__seats`,
-- 5|   case when json_type(json_query(`payload`, '$."plan"."trial"')) = 'boolean' then json_value(`payload`, '$."plan"."trial"') = 'true' end as `events__is_trial`,
-- 6|   case when json_type(json_query(`payload`, '$."started"')) = 'string' and regexp_contains(json_value(`payload`, '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then safe_cast(left(json_value(`payload`, '$."started"'), 10) as date) end as `events__started_on`,
-- 7|   case when json_type(json_query(`payload`, '$."tags"[0]')) in ('string', 'number', 'boolean') then json_value(`payload`, '$."tags"[0]') end as `events__first_tag`
-- databricks:
-- 3|   case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] not rlike '^[{\[]' then from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] end as `events.tier`,
-- 4|   case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] rlike '^-?[0-9]' then try_cast(from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] as double) end as `events.seats`,
-- 5|   case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['trial'] in ('true', 'false') then from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['trial'] = 'true' end as `events.is_trial`,
-- 6|   case when from_json(`payload`, 'map<string,string>')['started'] rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then try_cast(left(from_json(`payload`, 'map<string,string>')['started'], 10) as date) end as `events.started_on`,
-- 7|   case when get(from_json(from_json(`payload`, 'map<string,string>')['tags'], 'array<string>'), 0) not rlike '^[{\[]' then get(from_json(from_json(`payload`, 'map<string,string>')['tags'], 'array<string>'), 0) end as `events.first_tag`
-- snowflake:
-- 3|   case when typeof(get(get("payload", 'plan'), 'tier')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("payload", 'plan'), 'tier') as varchar) end as "events.tier",
-- 4|   case when typeof(get(get("payload", 'plan'), 'seats')) in ('INTEGER', 'DECIMAL', 'DOUBLE') then cast(get(get("payload", 'plan'), 'seats') as float) end as "events.seats",
-- 5|   case when typeof(get(get("payload", 'plan'), 'trial')) = 'BOOLEAN' then cast(get(get("payload", 'plan'), 'trial') as boolean) end as "events.is_trial",
-- 6|   case when typeof(get("payload", 'started')) = 'VARCHAR' and as_varchar(get("payload", 'started')) rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}.*' then try_to_date(left(as_varchar(get("payload", 'started')), 10)) end as "events.started_on",
-- 7|   case when typeof(get(get("payload", 'tags'), 0)) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("payload", 'tags'), 0) as varchar) end as "events.first_tag"
-- redshift:
-- 3|   case when json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'tier', true) !~ '^[{[]' and json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'tier', true) <> '' then json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'tier', true) end as "events.tier",
-- 4|   case when json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'seats', true) ~ '^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$' then json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'seats', true)::float8 end as "events.seats",
-- 5|   case when json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'trial', true) in ('true', 'false') then json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'trial', true) = 'true' end as "events.is_trial",
-- 6|   case when json_extract_path_text(json_serialize("payload"), 'started', true) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then left(json_extract_path_text(json_serialize("payload"), 'started', true), 10)::date end as "events.started_on",
-- 7|   case when json_extract_array_element_text(json_extract_path_text(json_serialize("payload"), 'tags', true), 0, true) !~ '^[{[]' and json_extract_array_element_text(json_extract_path_text(json_serialize("payload"), 'tags', true), 0, true) <> '' then json_extract_array_element_text(json_extract_path_text(json_serialize("payload"), 'tags', true), 0, true) end as "events.first_tag"

-- a key may have any characters, and digits are a key, not a position
select
  case when jsonb_typeof(("payload"::jsonb -> 'it''s a $.x[0]*? --{p1:String}:a%s')) in ('string', 'number', 'boolean') then (("payload"::jsonb -> 'it''s a $.x[0]*? --{p1:String}:a%s') #>> '{}') end as "events.odd",
  case when jsonb_typeof(("payload"::jsonb -> '0')) in ('string', 'number', 'boolean') then (("payload"::jsonb -> '0') #>> '{}') end as "events.digits",
  count(*) as "events.count"
from "events"
group by 1, 2
order by "events.odd" nulls last, "events.digits" nulls last
limit 11;
-- duckdb:
-- 2|   case when json_type("payload", '$."it''s a $.x[0]*? --{p1:String}:a%s"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."it''s a $.x[0]*? --{p1:String}:a%s"') end as "events.odd",
-- 3|   case when json_type("payload", '$."0"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."0"') end as "events.digits",
-- mysql:
-- 2|   case when json_type(json_extract(`payload`, '$."it''s a $.x[0]*? --{p1:String}:a%s"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`payload`, '$."it''s a $.x[0]*? --{p1:String}:a%s"')) end as `events.odd`,
-- 3|   case when json_type(json_extract(`payload`, '$."0"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`payload`, '$."0"')) end as `events.digits`,
-- 7| order by `events.odd` <=> null, `events.odd`, `events.digits` <=> null, `events.digits`
-- clickhouse:
-- 2|   case when JSONType(ifNull(toString("payload"), 'null'), 'it''s a $.x[0]*? --{p1:String}:a%s') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("payload"), 'null'), 'it''s a $.x[0]*? --{p1:String}:a%s') = 'String', JSONExtractString(ifNull(toString("payload"), 'null'), 'it''s a $.x[0]*? --{p1:String}:a%s'), JSONExtractRaw(ifNull(toString("payload"), 'null'), 'it''s a $.x[0]*? --{p1:String}:a%s')) end as "events.odd",
-- 3|   case when JSONType(ifNull(toString("payload"), 'null'), '0') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("payload"), 'null'), '0') = 'String', JSONExtractString(ifNull(toString("payload"), 'null'), '0'), JSONExtractRaw(ifNull(toString("payload"), 'null'), '0')) end as "events.digits",
-- 7| order by 1 nulls last, 2 nulls last
-- 8| limit 11
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 2|   case when json_extract_scalar("payload", '$["it''s a $.x[0]*? --{p1:String}:a%s"]') is not null then json_extract_scalar("payload", '$["it''s a $.x[0]*? --{p1:String}:a%s"]') end as "events.odd",
-- 3|   case when json_extract_scalar("payload", '$["0"]') is not null then json_extract_scalar("payload", '$["0"]') end as "events.digits",
-- bigquery:
-- 2|   case when json_type(json_query(`payload`, '$."it\'s a $.x[0]*? --{p1:String}:a%s"')) in ('string', 'number', 'boolean') then json_value(`payload`, '$."it\'s a $.x[0]*? --{p1:String}:a%s"') end as `events__odd`,
-- 3|   case when json_type(json_query(`payload`, '$."0"')) in ('string', 'number', 'boolean') then json_value(`payload`, '$."0"') end as `events__digits`,
-- databricks:
-- 2|   case when from_json(`payload`, 'map<string,string>')['it\'s a $.x[0]*? --{p1:String}:a%s'] not rlike '^[{\[]' then from_json(`payload`, 'map<string,string>')['it\'s a $.x[0]*? --{p1:String}:a%s'] end as `events.odd`,
-- 3|   case when from_json(`payload`, 'map<string,string>')['0'] not rlike '^[{\[]' then from_json(`payload`, 'map<string,string>')['0'] end as `events.digits`,
-- snowflake:
-- 2|   case when typeof(get("payload", 'it\'s a $.x[0]*? --{p1:String}:a%s')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get("payload", 'it\'s a $.x[0]*? --{p1:String}:a%s') as varchar) end as "events.odd",
-- 3|   case when typeof(get("payload", '0')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get("payload", '0') as varchar) end as "events.digits",
-- redshift:
-- 2|   case when json_extract_path_text(json_serialize("payload"), 'it''s a $.x[0]*? --{p1:String}:a%s', true) !~ '^[{[]' and json_extract_path_text(json_serialize("payload"), 'it''s a $.x[0]*? --{p1:String}:a%s', true) <> '' then json_extract_path_text(json_serialize("payload"), 'it''s a $.x[0]*? --{p1:String}:a%s', true) end as "events.odd",
-- 3|   case when json_extract_path_text(json_serialize("payload"), '0', true) !~ '^[{[]' and json_extract_path_text(json_serialize("payload"), '0', true) <> '' then json_extract_path_text(json_serialize("payload"), '0', true) end as "events.digits",

-- measures of values in documents
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
-- duckdb:
-- 3|   sum((case when json_type("events"."payload", '$."plan"."seats"') not in ('OBJECT', 'ARRAY', 'NULL', 'VARCHAR', 'BOOLEAN') then cast(json_extract_string("events"."payload", '$."plan"."seats"') as double) end)) as "events.seats_total",
-- 4|   max((case when json_type("events"."payload", '$."started"') = 'VARCHAR' and regexp_matches(json_extract_string("events"."payload", '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(json_extract_string("events"."payload", '$."started"'), 10) as date) end)) as "events.last_start",
-- 5|   count(case when (case when json_type("events"."payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("events"."payload", '$."plan"."tier"') end) = 'gold' then 1 end) as "events.gold"
-- mysql:
-- 3|   sum((case when json_type(json_extract(`events`.`payload`, '$."plan"."seats"')) in ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL') then json_unquote(json_extract(`events`.`payload`, '$."plan"."seats"')) + 0e0 end)) as `events.seats_total`,
-- 4|   max((case when json_type(json_extract(`events`.`payload`, '$."started"')) = 'STRING' and json_unquote(json_extract(`events`.`payload`, '$."started"')) regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then cast(left(json_unquote(json_extract(`events`.`payload`, '$."started"')), 10) as date) + interval 0 day end)) as `events.last_start`,
-- 5|   count(case when (case when json_type(json_extract(`events`.`payload`, '$."plan"."tier"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`events`.`payload`, '$."plan"."tier"')) end) = 'gold' then 1 end) as `events.gold`
-- 9| order by `accounts.name` <=> null, `accounts.name`
-- clickhouse:
-- 3|   sumOrNull(((case when JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'seats') in ('Int64', 'UInt64', 'Double') then JSONExtractFloat(ifNull(toString("events"."payload"), 'null'), 'plan', 'seats') end)) + toDecimal128(0, 0)) as "events.seats_total",
-- 4|   maxOrNull((case when JSONType(ifNull(toString("events"."payload"), 'null'), 'started') = 'String' and match(JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'started'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') and toString(toDate32OrNull(substring(JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'started'), 1, 10))) = substring(JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'started'), 1, 10) then toDate32OrNull(substring(JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'started'), 1, 10)) end)) as "events.last_start",
-- 5|   count(case when (case when JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier') = 'String', JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier'), JSONExtractRaw(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier')) end) = 'gold' then 1 end) as "events.gold"
-- 9| order by 1 nulls last
-- 10| limit 11
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|   sum((case when json_format(json_extract("events"."payload", '$["plan"]["seats"]')) not like '"%' then try_cast(json_extract_scalar("events"."payload", '$["plan"]["seats"]') as double) end)) as "events.seats_total",
-- 4|   max((case when regexp_like(json_extract_scalar("events"."payload", '$["started"]'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(substr(json_extract_scalar("events"."payload", '$["started"]'), 1, 10) as date) end)) as "events.last_start",
-- 5|   count(case when (case when json_extract_scalar("events"."payload", '$["plan"]["tier"]') is not null then json_extract_scalar("events"."payload", '$["plan"]["tier"]') end) = 'gold' then 1 end) as "events.gold"
-- bigquery:
-- 3|   sum((case when json_type(json_query(`events`.`payload`, '$."plan"."seats"')) = 'number' then safe_cast(json_value(`events`.`payload`, '$."plan"."seats"') as float64) end)) as `events__seats_total`,
-- 4|   max((case when json_type(json_query(`events`.`payload`, '$."started"')) = 'string' and regexp_contains(json_value(`events`.`payload`, '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then safe_cast(left(json_value(`events`.`payload`, '$."started"'), 10) as date) end)) as `events__last_start`,
-- 5|   count(case when (case when json_type(json_query(`events`.`payload`, '$."plan"."tier"')) in ('string', 'number', 'boolean') then json_value(`events`.`payload`, '$."plan"."tier"') end) = 'gold' then 1 end) as `events__gold`
-- databricks:
-- 3|   sum((case when from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] rlike '^-?[0-9]' then try_cast(from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] as double) end)) as `events.seats_total`,
-- 4|   max((case when from_json(`events`.`payload`, 'map<string,string>')['started'] rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then try_cast(left(from_json(`events`.`payload`, 'map<string,string>')['started'], 10) as date) end)) as `events.last_start`,
-- 5|   count(case when (case when from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] not rlike '^[{\[]' then from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] end) = 'gold' then 1 end) as `events.gold`
-- snowflake:
-- 3|   sum((case when typeof(get(get("events"."payload", 'plan'), 'seats')) in ('INTEGER', 'DECIMAL', 'DOUBLE') then cast(get(get("events"."payload", 'plan'), 'seats') as float) end)) as "events.seats_total",
-- 4|   max((case when typeof(get("events"."payload", 'started')) = 'VARCHAR' and as_varchar(get("events"."payload", 'started')) rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}.*' then try_to_date(left(as_varchar(get("events"."payload", 'started')), 10)) end)) as "events.last_start",
-- 5|   count(case when (case when typeof(get(get("events"."payload", 'plan'), 'tier')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("events"."payload", 'plan'), 'tier') as varchar) end) = 'gold' then 1 end) as "events.gold"
-- redshift:
-- 3|   sum((case when json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'seats', true) ~ '^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$' then json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'seats', true)::float8 end)) as "events.seats_total",
-- 4|   max((case when json_extract_path_text(json_serialize("events"."payload"), 'started', true) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then left(json_extract_path_text(json_serialize("events"."payload"), 'started', true), 10)::date end)) as "events.last_start",
-- 5|   count(case when (case when json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'tier', true) !~ '^[{[]' and json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'tier', true) <> '' then json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'tier', true) end) = 'gold' then 1 end) as "events.gold"

-- the last of days that no document has is null
-- ["2","3","7"]
select
  "id" as "events.id",
  max((case when jsonb_typeof(("payload"::jsonb -> 'started')) = 'string' and (("payload"::jsonb -> 'started') #>> '{}') ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then (jsonb_path_query_first(to_jsonb(left((("payload"::jsonb -> 'started') #>> '{}'), 10)), '$.datetime("YYYY-MM-DD")', '{}', true) #>> '{}')::date end)) as "events.last_start"
from "events"
where "id" in ($1::bigint, $2::bigint, $3::bigint)
group by 1
order by "events.id" nulls last
limit 11;
-- duckdb:
-- 4|   max((case when json_type("payload", '$."started"') = 'VARCHAR' and regexp_matches(json_extract_string("payload", '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(json_extract_string("payload", '$."started"'), 10) as date) end)) as "events.last_start"
-- mysql:
-- 4|   max((case when json_type(json_extract(`payload`, '$."started"')) = 'STRING' and json_unquote(json_extract(`payload`, '$."started"')) regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then cast(left(json_unquote(json_extract(`payload`, '$."started"')), 10) as date) + interval 0 day end)) as `events.last_start`
-- 6| where `id` in (cast(? as signed), cast(? as signed), cast(? as signed))
-- 8| order by `events.id` <=> null, `events.id`
-- clickhouse:
-- 4|   maxOrNull((case when JSONType(ifNull(toString("payload"), 'null'), 'started') = 'String' and match(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') and toString(toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10))) = substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10) then toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10)) end)) as "events.last_start"
-- 6| where "id" in ({p1:Int64}, {p2:Int64}, {p3:Int64})
-- 8| order by 1 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4|   max((case when regexp_like(json_extract_scalar("payload", '$["started"]'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(substr(json_extract_scalar("payload", '$["started"]'), 1, 10) as date) end)) as "events.last_start"
-- 6| where "id" in (cast(? as bigint), cast(? as bigint), cast(? as bigint))
-- bigquery:
-- 4|   max((case when json_type(json_query(`payload`, '$."started"')) = 'string' and regexp_contains(json_value(`payload`, '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then safe_cast(left(json_value(`payload`, '$."started"'), 10) as date) end)) as `events__last_start`
-- 6| where `id` in (cast(@p1 as int64), cast(@p2 as int64), cast(@p3 as int64))
-- databricks:
-- 4|   max((case when from_json(`payload`, 'map<string,string>')['started'] rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then try_cast(left(from_json(`payload`, 'map<string,string>')['started'], 10) as date) end)) as `events.last_start`
-- 6| where `id` in (cast(:p1 as bigint), cast(:p2 as bigint), cast(:p3 as bigint))
-- snowflake:
-- 4|   max((case when typeof(get("payload", 'started')) = 'VARCHAR' and as_varchar(get("payload", 'started')) rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}.*' then try_to_date(left(as_varchar(get("payload", 'started')), 10)) end)) as "events.last_start"
-- 6| where "id" in (cast(? as number(38, 0)), cast(? as number(38, 0)), cast(? as number(38, 0)))
-- redshift:
-- 4|   max((case when json_extract_path_text(json_serialize("payload"), 'started', true) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then left(json_extract_path_text(json_serialize("payload"), 'started', true), 10)::date end)) as "events.last_start"

-- filters on values in documents
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
-- duckdb:
-- 3|   date_trunc('month', (case when json_type("payload", '$."started"') = 'VARCHAR' and regexp_matches(json_extract_string("payload", '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(json_extract_string("payload", '$."started"'), 10) as date) end))::date as "events.started_on.month",
-- 4|   (case when json_type("payload", '$."plan"."seats"') not in ('OBJECT', 'ARRAY', 'NULL', 'VARCHAR', 'BOOLEAN') then cast(json_extract_string("payload", '$."plan"."seats"') as double) end) > 5 as "events.is_large",
-- 7| where ((case when json_type("payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."plan"."tier"') end) <> $1 or (case when json_type("payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."plan"."tier"') end) is null)
-- 8|   and (case when json_type("payload", '$."plan"."seats"') not in ('OBJECT', 'ARRAY', 'NULL', 'VARCHAR', 'BOOLEAN') then cast(json_extract_string("payload", '$."plan"."seats"') as double) end) > $2::bigint
-- 9|   and (case when json_type("payload", '$."plan"."trial"') = 'BOOLEAN' then cast(json_extract_string("payload", '$."plan"."trial"') as boolean) end) = $3::boolean
-- 10|   and (case when json_type("payload", '$."started"') = 'VARCHAR' and regexp_matches(json_extract_string("payload", '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(json_extract_string("payload", '$."started"'), 10) as date) end) >= $4::date and (case when json_type("payload", '$."started"') = 'VARCHAR' and regexp_matches(json_extract_string("payload", '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(json_extract_string("payload", '$."started"'), 10) as date) end) < $5::date
-- 11|   and (case when json_type("payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("payload", '$."plan"."tier"') end)::text ilike $6 escape '~'
-- mysql:
-- 1| -- ["free","2","2024-01-01","2024-02-01","GO%"]
-- 3|   cast(date_format((case when json_type(json_extract(`payload`, '$."started"')) = 'STRING' and json_unquote(json_extract(`payload`, '$."started"')) regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then cast(left(json_unquote(json_extract(`payload`, '$."started"')), 10) as date) + interval 0 day end), '%Y-%m-01') as date) as `events.started_on.month`,
-- 4|   (case when json_type(json_extract(`payload`, '$."plan"."seats"')) in ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL') then json_unquote(json_extract(`payload`, '$."plan"."seats"')) + 0e0 end) > 5 as `events.is_large`,
-- 7| where not ((case when json_type(json_extract(`payload`, '$."plan"."tier"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`payload`, '$."plan"."tier"')) end) <=> ?)
-- 8|   and (case when json_type(json_extract(`payload`, '$."plan"."seats"')) in ('INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL') then json_unquote(json_extract(`payload`, '$."plan"."seats"')) + 0e0 end) > cast(? as signed)
-- 9|   and ((case when json_type(json_extract(`payload`, '$."plan"."trial"')) = 'BOOLEAN' then json_unquote(json_extract(`payload`, '$."plan"."trial"')) = 'true' end) <> 0)
-- 10|   and (case when json_type(json_extract(`payload`, '$."started"')) = 'STRING' and json_unquote(json_extract(`payload`, '$."started"')) regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then cast(left(json_unquote(json_extract(`payload`, '$."started"')), 10) as date) + interval 0 day end) >= cast(? as date) and (case when json_type(json_extract(`payload`, '$."started"')) = 'STRING' and json_unquote(json_extract(`payload`, '$."started"')) regexp '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then cast(left(json_unquote(json_extract(`payload`, '$."started"')), 10) as date) + interval 0 day end) < cast(? as date)
-- 11|   and lower(convert((case when json_type(json_extract(`payload`, '$."plan"."tier"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`payload`, '$."plan"."tier"')) end) using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
-- 13| order by `events.started_on.month` <=> null, `events.started_on.month`, `events.is_large` <=> null, `events.is_large`
-- clickhouse:
-- 3|   toStartOfMonth(toDate32((case when JSONType(ifNull(toString("payload"), 'null'), 'started') = 'String' and match(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') and toString(toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10))) = substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10) then toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10)) end))) as "events.started_on.month",
-- 4|   cast((case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'seats') in ('Int64', 'UInt64', 'Double') then JSONExtractFloat(ifNull(toString("payload"), 'null'), 'plan', 'seats') end) > 5 as Nullable(Bool)) as "events.is_large",
-- 7| where ifNull((case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'tier') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("payload"), 'null'), 'plan', 'tier') = 'String', JSONExtractString(ifNull(toString("payload"), 'null'), 'plan', 'tier'), JSONExtractRaw(ifNull(toString("payload"), 'null'), 'plan', 'tier')) end) not in ({p1:String}), true)
-- 8|   and (case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'seats') in ('Int64', 'UInt64', 'Double') then JSONExtractFloat(ifNull(toString("payload"), 'null'), 'plan', 'seats') end) > {p2:Int64}
-- 9|   and (case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'trial') = 'Bool' then cast(JSONExtractBool(ifNull(toString("payload"), 'null'), 'plan', 'trial') as Bool) end) = {p3:Bool}
-- 10|   and (case when JSONType(ifNull(toString("payload"), 'null'), 'started') = 'String' and match(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') and toString(toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10))) = substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10) then toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10)) end) >= {p4:Date32} and (case when JSONType(ifNull(toString("payload"), 'null'), 'started') = 'String' and match(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') and toString(toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10))) = substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10) then toDate32OrNull(substring(JSONExtractString(ifNull(toString("payload"), 'null'), 'started'), 1, 10)) end) < {p5:Date32}
-- 11|   and lowerUTF8(toString((case when JSONType(ifNull(toString("payload"), 'null'), 'plan', 'tier') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("payload"), 'null'), 'plan', 'tier') = 'String', JSONExtractString(ifNull(toString("payload"), 'null'), 'plan', 'tier'), JSONExtractRaw(ifNull(toString("payload"), 'null'), 'plan', 'tier')) end))) like lowerUTF8({p6:String})
-- 13| order by 1 nulls last, 2 nulls last
-- 14| limit 11
-- 14+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   cast(date_trunc('month', (case when regexp_like(json_extract_scalar("payload", '$["started"]'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(substr(json_extract_scalar("payload", '$["started"]'), 1, 10) as date) end)) as date) as "events.started_on.month",
-- 4|   (case when json_format(json_extract("payload", '$["plan"]["seats"]')) not like '"%' then try_cast(json_extract_scalar("payload", '$["plan"]["seats"]') as double) end) > 5 as "events.is_large",
-- 7| where (case when json_extract_scalar("payload", '$["plan"]["tier"]') is not null then json_extract_scalar("payload", '$["plan"]["tier"]') end) is distinct from ?
-- 8|   and (case when json_format(json_extract("payload", '$["plan"]["seats"]')) not like '"%' then try_cast(json_extract_scalar("payload", '$["plan"]["seats"]') as double) end) > cast(? as bigint)
-- 9|   and (case when json_format(json_extract("payload", '$["plan"]["trial"]')) in ('true', 'false') then json_format(json_extract("payload", '$["plan"]["trial"]')) = 'true' end) = cast(? as boolean)
-- 10|   and (case when regexp_like(json_extract_scalar("payload", '$["started"]'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(substr(json_extract_scalar("payload", '$["started"]'), 1, 10) as date) end) >= cast(? as date) and (case when regexp_like(json_extract_scalar("payload", '$["started"]'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(substr(json_extract_scalar("payload", '$["started"]'), 1, 10) as date) end) < cast(? as date)
-- 11|   and lower(cast((case when json_extract_scalar("payload", '$["plan"]["tier"]') is not null then json_extract_scalar("payload", '$["plan"]["tier"]') end) as varchar)) like lower(?) escape '~'
-- bigquery:
-- 3|   date_trunc(cast((case when json_type(json_query(`payload`, '$."started"')) = 'string' and regexp_contains(json_value(`payload`, '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then safe_cast(left(json_value(`payload`, '$."started"'), 10) as date) end) as date), month) as `events__started_on__month`,
-- 4|   (case when json_type(json_query(`payload`, '$."plan"."seats"')) = 'number' then safe_cast(json_value(`payload`, '$."plan"."seats"') as float64) end) > 5 as `events__is_large`,
-- 7| where (case when json_type(json_query(`payload`, '$."plan"."tier"')) in ('string', 'number', 'boolean') then json_value(`payload`, '$."plan"."tier"') end) is distinct from @p1
-- 8|   and (case when json_type(json_query(`payload`, '$."plan"."seats"')) = 'number' then safe_cast(json_value(`payload`, '$."plan"."seats"') as float64) end) > cast(@p2 as int64)
-- 9|   and (case when json_type(json_query(`payload`, '$."plan"."trial"')) = 'boolean' then json_value(`payload`, '$."plan"."trial"') = 'true' end) = cast(@p3 as bool)
-- 10|   and (case when json_type(json_query(`payload`, '$."started"')) = 'string' and regexp_contains(json_value(`payload`, '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then safe_cast(left(json_value(`payload`, '$."started"'), 10) as date) end) >= cast(@p4 as date) and (case when json_type(json_query(`payload`, '$."started"')) = 'string' and regexp_contains(json_value(`payload`, '$."started"'), '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then safe_cast(left(json_value(`payload`, '$."started"'), 10) as date) end) < cast(@p5 as date)
-- 11|   and lower(cast((case when json_type(json_query(`payload`, '$."plan"."tier"')) in ('string', 'number', 'boolean') then json_value(`payload`, '$."plan"."tier"') end) as string)) like lower(@p6)
-- databricks:
-- 3|   cast(date_trunc('month', (case when from_json(`payload`, 'map<string,string>')['started'] rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then try_cast(left(from_json(`payload`, 'map<string,string>')['started'], 10) as date) end)) as date) as `events.started_on.month`,
-- 4|   (case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] rlike '^-?[0-9]' then try_cast(from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] as double) end) > 5 as `events.is_large`,
-- 7| where not ((case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] not rlike '^[{\[]' then from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] end) <=> :p1)
-- 8|   and (case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] rlike '^-?[0-9]' then try_cast(from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['seats'] as double) end) > cast(:p2 as bigint)
-- 9|   and (case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['trial'] in ('true', 'false') then from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['trial'] = 'true' end) = cast(:p3 as boolean)
-- 10|   and (case when from_json(`payload`, 'map<string,string>')['started'] rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then try_cast(left(from_json(`payload`, 'map<string,string>')['started'], 10) as date) end) >= cast(:p4 as date) and (case when from_json(`payload`, 'map<string,string>')['started'] rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then try_cast(left(from_json(`payload`, 'map<string,string>')['started'], 10) as date) end) < cast(:p5 as date)
-- 11|   and lower(cast((case when from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] not rlike '^[{\[]' then from_json(from_json(`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] end) as string)) like lower(:p6) escape '~'
-- snowflake:
-- 3|   cast(date_trunc('month', (case when typeof(get("payload", 'started')) = 'VARCHAR' and as_varchar(get("payload", 'started')) rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}.*' then try_to_date(left(as_varchar(get("payload", 'started')), 10)) end)) as date) as "events.started_on.month",
-- 4|   (case when typeof(get(get("payload", 'plan'), 'seats')) in ('INTEGER', 'DECIMAL', 'DOUBLE') then cast(get(get("payload", 'plan'), 'seats') as float) end) > 5 as "events.is_large",
-- 7| where (case when typeof(get(get("payload", 'plan'), 'tier')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("payload", 'plan'), 'tier') as varchar) end) is distinct from ?
-- 8|   and (case when typeof(get(get("payload", 'plan'), 'seats')) in ('INTEGER', 'DECIMAL', 'DOUBLE') then cast(get(get("payload", 'plan'), 'seats') as float) end) > cast(? as number(38, 0))
-- 9|   and (case when typeof(get(get("payload", 'plan'), 'trial')) = 'BOOLEAN' then cast(get(get("payload", 'plan'), 'trial') as boolean) end) = cast(? as boolean)
-- 10|   and (case when typeof(get("payload", 'started')) = 'VARCHAR' and as_varchar(get("payload", 'started')) rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}.*' then try_to_date(left(as_varchar(get("payload", 'started')), 10)) end) >= cast(? as date) and (case when typeof(get("payload", 'started')) = 'VARCHAR' and as_varchar(get("payload", 'started')) rlike '^[0-9]{4}-[0-9]{2}-[0-9]{2}.*' then try_to_date(left(as_varchar(get("payload", 'started')), 10)) end) < cast(? as date)
-- 11|   and lower(cast((case when typeof(get(get("payload", 'plan'), 'tier')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("payload", 'plan'), 'tier') as varchar) end) as varchar)) like lower(?) escape '~'
-- redshift:
-- 3|   date_trunc('month', (case when json_extract_path_text(json_serialize("payload"), 'started', true) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then left(json_extract_path_text(json_serialize("payload"), 'started', true), 10)::date end))::date as "events.started_on.month",
-- 4|   (case when json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'seats', true) ~ '^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$' then json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'seats', true)::float8 end) > 5 as "events.is_large",
-- 7| where ((case when json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'tier', true) !~ '^[{[]' and json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'tier', true) <> '' then json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'tier', true) end) <> $1 or (case when json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'tier', true) !~ '^[{[]' and json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'tier', true) <> '' then json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'tier', true) end) is null)
-- 8|   and (case when json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'seats', true) ~ '^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$' then json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'seats', true)::float8 end) > $2::bigint
-- 9|   and (case when json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'trial', true) in ('true', 'false') then json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'trial', true) = 'true' end) = $3::boolean
-- 10|   and (case when json_extract_path_text(json_serialize("payload"), 'started', true) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then left(json_extract_path_text(json_serialize("payload"), 'started', true), 10)::date end) >= $4::date and (case when json_extract_path_text(json_serialize("payload"), 'started', true) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}' then left(json_extract_path_text(json_serialize("payload"), 'started', true), 10)::date end) < $5::date
-- 11|   and lower((case when json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'tier', true) !~ '^[{[]' and json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'tier', true) <> '' then json_extract_path_text(json_extract_path_text(json_serialize("payload"), 'plan', true), 'tier', true) end)::varchar) like lower($6) escape '~'

-- values in documents over a join and in row access
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
-- duckdb:
-- 3|   case when json_type("events"."payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("events"."payload", '$."plan"."tier"') end as "events.tier",
-- 4|   case when json_type("events"."payload", '$."plan"."trial"') = 'BOOLEAN' then cast(json_extract_string("events"."payload", '$."plan"."trial"') as boolean) end as "events.is_trial",
-- 9|   where "logins"."event_id" in (
-- 10|     select "events"."id"
-- 12|     where (case when json_type("events"."payload", '$."plan"."tier"') not in ('OBJECT', 'ARRAY', 'NULL') then json_extract_string("events"."payload", '$."plan"."tier"') end) in ($1, $2)
-- 13 is left out
-- mysql:
-- 3|   case when json_type(json_extract(`events`.`payload`, '$."plan"."tier"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`events`.`payload`, '$."plan"."tier"')) end as `events.tier`,
-- 4|   case when json_type(json_extract(`events`.`payload`, '$."plan"."trial"')) = 'BOOLEAN' then json_unquote(json_extract(`events`.`payload`, '$."plan"."trial"')) = 'true' end as `events.is_trial`,
-- 9|   where `logins`.`event_id` in (
-- 10|     select `events`.`id`
-- 12|     where (case when json_type(json_extract(`events`.`payload`, '$."plan"."tier"')) not in ('OBJECT', 'ARRAY', 'NULL') then json_unquote(json_extract(`events`.`payload`, '$."plan"."tier"')) end) in (?, ?)
-- 13 is left out
-- 18| order by `events.tier` <=> null, `events.tier`, `events.is_trial` <=> null, `events.is_trial`
-- clickhouse:
-- 3|   case when JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier') = 'String', JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier'), JSONExtractRaw(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier')) end as "events.tier",
-- 4|   cast(case when JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'trial') = 'Bool' then cast(JSONExtractBool(ifNull(toString("events"."payload"), 'null'), 'plan', 'trial') as Bool) end as Nullable(Bool)) as "events.is_trial",
-- 9|   where "logins"."event_id" in (
-- 10|     select "events"."id"
-- 12|     where (case when JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier') not in ('Object', 'Array', 'Null') then if(JSONType(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier') = 'String', JSONExtractString(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier'), JSONExtractRaw(ifNull(toString("events"."payload"), 'null'), 'plan', 'tier')) end) in ({p1:String}, {p2:String})
-- 13 is left out
-- 18| order by 1 nulls last, 2 nulls last
-- 19| limit 11
-- 19+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 3|   case when json_extract_scalar("events"."payload", '$["plan"]["tier"]') is not null then json_extract_scalar("events"."payload", '$["plan"]["tier"]') end as "events.tier",
-- 4|   case when json_format(json_extract("events"."payload", '$["plan"]["trial"]')) in ('true', 'false') then json_format(json_extract("events"."payload", '$["plan"]["trial"]')) = 'true' end as "events.is_trial",
-- 9|   where "logins"."event_id" in (
-- 10|     select "events"."id"
-- 12|     where (case when json_extract_scalar("events"."payload", '$["plan"]["tier"]') is not null then json_extract_scalar("events"."payload", '$["plan"]["tier"]') end) in (?, ?)
-- 13 is left out
-- bigquery:
-- 3|   case when json_type(json_query(`events`.`payload`, '$."plan"."tier"')) in ('string', 'number', 'boolean') then json_value(`events`.`payload`, '$."plan"."tier"') end as `events__tier`,
-- 4|   case when json_type(json_query(`events`.`payload`, '$."plan"."trial"')) = 'boolean' then json_value(`events`.`payload`, '$."plan"."trial"') = 'true' end as `events__is_trial`,
-- 9|   where `logins`.`event_id` in (
-- 10|     select `events`.`id`
-- 12|     where (case when json_type(json_query(`events`.`payload`, '$."plan"."tier"')) in ('string', 'number', 'boolean') then json_value(`events`.`payload`, '$."plan"."tier"') end) in (@p1, @p2)
-- 13 is left out
-- databricks:
-- 3|   case when from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] not rlike '^[{\[]' then from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] end as `events.tier`,
-- 4|   case when from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['trial'] in ('true', 'false') then from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['trial'] = 'true' end as `events.is_trial`,
-- 9|   where `logins`.`event_id` in (
-- 10|     select `events`.`id`
-- 12|     where (case when from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] not rlike '^[{\[]' then from_json(from_json(`events`.`payload`, 'map<string,string>')['plan'], 'map<string,string>')['tier'] end) in (:p1, :p2)
-- 13 is left out
-- snowflake:
-- 3|   case when typeof(get(get("events"."payload", 'plan'), 'tier')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("events"."payload", 'plan'), 'tier') as varchar) end as "events.tier",
-- 4|   case when typeof(get(get("events"."payload", 'plan'), 'trial')) = 'BOOLEAN' then cast(get(get("events"."payload", 'plan'), 'trial') as boolean) end as "events.is_trial",
-- 9|   where "logins"."event_id" in (
-- 10|     select "events"."id"
-- 12|     where (case when typeof(get(get("events"."payload", 'plan'), 'tier')) not in ('OBJECT', 'ARRAY', 'NULL_VALUE') then cast(get(get("events"."payload", 'plan'), 'tier') as varchar) end) in (?, ?)
-- 13 is left out
-- redshift:
-- 3|   case when json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'tier', true) !~ '^[{[]' and json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'tier', true) <> '' then json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'tier', true) end as "events.tier",
-- 4|   case when json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'trial', true) in ('true', 'false') then json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'trial', true) = 'true' end as "events.is_trial",
-- 13|       and (case when json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'tier', true) !~ '^[{[]' and json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'tier', true) <> '' then json_extract_path_text(json_extract_path_text(json_serialize("events"."payload"), 'plan', true), 'tier', true) end) in ($1, $2)
