-- Postgres' SQL of each case, and below it the lines in which other dialects differ: "3|" stands in place of its third
-- line, "3+|" after it. How names are quoted is left out. Never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (shared/semantic/dialects/README.md says what they rest on).

-- a uuid, beside the rest
-- ["Other"]
with results_1 as (
  select
    "key" as d0,
    count(*) as x0
  from "notes"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  case when asked_1.place is not null then "notes"."key"::text else $1 end as "notes.key",
  count(*) as "notes.count",
  sum("notes"."id") as "notes.total"
from "notes"
left join asked_1 on array[asked_1.d0] = array["notes"."key"]
group by 1
order by "notes.count" nulls last, "notes.key" nulls last;
-- duckdb:
-- 26| left join asked_1 on asked_1.d0 is not distinct from "notes"."key"
-- mysql:
-- 16|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 22|   case when asked_1.place is not null then `notes`.`key` else ? end as `notes.key`,
-- 26| left join asked_1 on asked_1.d0 <=> `notes`.`key`
-- 28| order by count(*) <=> null, `notes.count`, `notes.key` <=> null, `notes.key`;
-- clickhouse:
-- 22|   case when asked_1.place is not null then toString("notes"."key") else {p1:String} end as "notes.key",
-- 24|   sumOrNull("notes"."id" + toDecimal128(0, 0)) as "notes.total"
-- 26| left join asked_1 on [asked_1.d0] = ["notes"."key"]
-- 28| order by 2 nulls last, 1 nulls last
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 22|   case when asked_1.place is not null then cast("notes"."key" as varchar) else ? end as "notes.key",
-- 26| left join asked_1 on asked_1.d0 is not distinct from "notes"."key"
-- bigquery:
-- 22|   case when asked_1.place is not null then cast(`notes`.`key` as string) else @p1 end as `notes__key`,
-- 26| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`notes`.`key`)
-- databricks:
-- 22|   case when asked_1.place is not null then cast(`notes`.`key` as string) else :p1 end as `notes.key`,
-- 26| left join asked_1 on asked_1.d0 <=> `notes`.`key`
-- snowflake:
-- 22|   case when asked_1.place is not null then cast("notes"."key" as varchar) else ? end as "notes.key",
-- 26| left join asked_1 on equal_null(asked_1.d0, "notes"."key")
-- redshift:
-- 22|   case when asked_1.place is not null then "notes"."key"::varchar else $1 end as "notes.key",
-- 26| left join asked_1 on (asked_1.d0 = "notes"."key" or (asked_1.d0 is null and "notes"."key" is null))

-- a number with a fraction, beside the rest
-- ["Other"]
with results_1 as (
  select
    "score" as d0,
    count(*) as x0
  from "notes"
  group by 1
),
asked_1 as (
  select
    d0,
    place
  from (
    select
      d0,
      row_number() over (order by x0 desc nulls last, d0 nulls last) as place
    from results_1
  ) as numbered
  where place <= 1
)
select
  case when asked_1.place is not null then "notes"."score"::text else $1 end as "notes.score",
  count(*) as "notes.count",
  sum("notes"."id") as "notes.total"
from "notes"
left join asked_1 on array[asked_1.d0] = array["notes"."score"]
group by 1
order by "notes.count" nulls last, "notes.score" nulls last;
-- duckdb:
-- 26| left join asked_1 on asked_1.d0 is not distinct from "notes"."score"
-- mysql:
-- 16|       row_number() over (order by x0 desc, d0 <=> null, d0) as place
-- 22|   case when asked_1.place is not null then `notes`.`score` else ? end as `notes.score`,
-- 26| left join asked_1 on asked_1.d0 <=> `notes`.`score`
-- 28| order by count(*) <=> null, `notes.count`, `notes.score` <=> null, `notes.score`;
-- clickhouse:
-- 22|   case when asked_1.place is not null then toString("notes"."score") else {p1:String} end as "notes.score",
-- 24|   sumOrNull("notes"."id" + toDecimal128(0, 0)) as "notes.total"
-- 26| left join asked_1 on [asked_1.d0] = ["notes"."score"]
-- 28| order by 2 nulls last, 1 nulls last
-- 28+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, join_default_strictness = 'ALL';
-- trino:
-- 22|   case when asked_1.place is not null then cast("notes"."score" as varchar) else ? end as "notes.score",
-- 26| left join asked_1 on asked_1.d0 is not distinct from "notes"."score"
-- bigquery:
-- 22|   case when asked_1.place is not null then cast(`notes`.`score` as string) else @p1 end as `notes__score`,
-- 26| left join asked_1 on to_json_string(asked_1.d0) = to_json_string(`notes`.`score`)
-- databricks:
-- 22|   case when asked_1.place is not null then cast(`notes`.`score` as string) else :p1 end as `notes.score`,
-- 26| left join asked_1 on asked_1.d0 <=> `notes`.`score`
-- snowflake:
-- 22|   case when asked_1.place is not null then cast("notes"."score" as varchar) else ? end as "notes.score",
-- 26| left join asked_1 on equal_null(asked_1.d0, "notes"."score")
-- redshift:
-- 22|   case when asked_1.place is not null then "notes"."score"::varchar else $1 end as "notes.score",
-- 26| left join asked_1 on (asked_1.d0 = "notes"."score" or (asked_1.d0 is null and "notes"."score" is null))
