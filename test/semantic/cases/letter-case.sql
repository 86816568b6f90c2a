-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- contains ignores case
-- ["%pAiD%"]
select "id" as "notes.id"
from "notes"
where "text"::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where lower(cast("text" as varchar)) like lower(?) escape '~'
-- bigquery:
-- 4| where lower(cast(`text` as string)) like lower(@p1)
-- databricks:
-- 4| where lower(cast(`text` as string)) like lower(:p1) escape '~'
-- redshift:
-- 4| where lower("text"::varchar) like lower($1) escape '~'

-- contains is case-sensitive on request
-- ["%Paid%"]
select "id" as "notes.id"
from "notes"
where "text"::text like $1 escape '~'
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where convert(`text` using utf8mb4) collate utf8mb4_bin like ? escape '~'
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where toString("text") like {p1:String}
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where cast("text" as varchar) like ? escape '~'
-- bigquery:
-- 4| where cast(`text` as string) like @p1
-- databricks:
-- 4| where cast(`text` as string) like :p1 escape '~'
-- redshift:
-- 4| where "text"::varchar like $1 escape '~'

-- case can be ignored explicitly
-- ["%FULL%"]
select "id" as "notes.id"
from "notes"
where "text"::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where lower(cast("text" as varchar)) like lower(?) escape '~'
-- bigquery:
-- 4| where lower(cast(`text` as string)) like lower(@p1)
-- databricks:
-- 4| where lower(cast(`text` as string)) like lower(:p1) escape '~'
-- redshift:
-- 4| where lower("text"::varchar) like lower($1) escape '~'

-- not_contains ignores case and keeps nulls
-- ["%PAID%"]
select "id" as "notes.id"
from "notes"
where ("text"::text not ilike $1 escape '~' or "text" is null)
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where (lower(convert(`text` using utf8mb4) collate utf8mb4_bin) not like lower(?) escape '~' or `text` is null)
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where (lowerUTF8(toString("text")) not like lowerUTF8({p1:String}) or "text" is null)
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where (lower(cast("text" as varchar)) not like lower(?) escape '~' or "text" is null)
-- bigquery:
-- 4| where (lower(cast(`text` as string)) not like lower(@p1) or `text` is null)
-- databricks:
-- 4| where (lower(cast(`text` as string)) not like lower(:p1) escape '~' or `text` is null)
-- redshift:
-- 4| where (lower("text"::varchar) not like lower($1) escape '~' or "text" is null)

-- not_contains is case-sensitive on request
-- ["%paid%"]
select "id" as "notes.id"
from "notes"
where ("text"::text not like $1 escape '~' or "text" is null)
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where (convert(`text` using utf8mb4) collate utf8mb4_bin not like ? escape '~' or `text` is null)
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where (toString("text") not like {p1:String} or "text" is null)
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where (cast("text" as varchar) not like ? escape '~' or "text" is null)
-- bigquery:
-- 4| where (cast(`text` as string) not like @p1 or `text` is null)
-- databricks:
-- 4| where (cast(`text` as string) not like :p1 escape '~' or `text` is null)
-- redshift:
-- 4| where ("text"::varchar not like $1 escape '~' or "text" is null)

-- starts_with ignores case
-- ["paid%"]
select "id" as "notes.id"
from "notes"
where "text"::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where lower(cast("text" as varchar)) like lower(?) escape '~'
-- bigquery:
-- 4| where lower(cast(`text` as string)) like lower(@p1)
-- databricks:
-- 4| where lower(cast(`text` as string)) like lower(:p1) escape '~'
-- redshift:
-- 4| where lower("text"::varchar) like lower($1) escape '~'

-- starts_with is case-sensitive on request
-- ["PAID%"]
select "id" as "notes.id"
from "notes"
where "text"::text like $1 escape '~'
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where convert(`text` using utf8mb4) collate utf8mb4_bin like ? escape '~'
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where toString("text") like {p1:String}
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where cast("text" as varchar) like ? escape '~'
-- bigquery:
-- 4| where cast(`text` as string) like @p1
-- databricks:
-- 4| where cast(`text` as string) like :p1 escape '~'
-- redshift:
-- 4| where "text"::varchar like $1 escape '~'

-- ends_with ignores case
-- ["%PAID"]
select "id" as "notes.id"
from "notes"
where "text"::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where lower(cast("text" as varchar)) like lower(?) escape '~'
-- bigquery:
-- 4| where lower(cast(`text` as string)) like lower(@p1)
-- databricks:
-- 4| where lower(cast(`text` as string)) like lower(:p1) escape '~'
-- redshift:
-- 4| where lower("text"::varchar) like lower($1) escape '~'

-- ends_with is case-sensitive on request
-- ["%ÉCOLE"]
select "id" as "notes.id"
from "notes"
where "text"::text like $1 escape '~'
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where convert(`text` using utf8mb4) collate utf8mb4_bin like ? escape '~'
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where toString("text") like {p1:String}
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where cast("text" as varchar) like ? escape '~'
-- bigquery:
-- 4| where cast(`text` as string) like @p1
-- databricks:
-- 4| where cast(`text` as string) like :p1 escape '~'
-- redshift:
-- 4| where "text"::varchar like $1 escape '~'

-- letters with accents are also compared without case
-- ["%éCOLE%"]
select "id" as "notes.id"
from "notes"
where "text"::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where lower(cast("text" as varchar)) like lower(?) escape '~'
-- bigquery:
-- 4| where lower(cast(`text` as string)) like lower(@p1)
-- databricks:
-- 4| where lower(cast(`text` as string)) like lower(:p1) escape '~'
-- redshift:
-- 4| where lower("text"::varchar) like lower($1) escape '~'

-- letters with and without an accent are different
-- ["%ecole%"]
select "id" as "notes.id"
from "notes"
where "text"::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where lower(cast("text" as varchar)) like lower(?) escape '~'
-- bigquery:
-- 4| where lower(cast(`text` as string)) like lower(@p1)
-- databricks:
-- 4| where lower(cast(`text` as string)) like lower(:p1) escape '~'
-- redshift:
-- 4| where lower("text"::varchar) like lower($1) escape '~'

-- wildcards of patterns are literal
-- ["%0~% off~_S%","%k\\slash~~","%f~_s~_%"]
select "id" as "notes.id"
from "notes"
where ("text"::text ilike $1 escape '~' or "text"::text ilike $2 escape '~' or "text"::text ilike $3 escape '~')
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where (lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~' or lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~' or lower(convert(`text` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~')
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 1| -- ["%0\\% off\\_S%","%k\\\\slash~","%f\\_s\\_%"]
-- 4| where (lowerUTF8(toString("text")) like lowerUTF8({p1:String}) or lowerUTF8(toString("text")) like lowerUTF8({p2:String}) or lowerUTF8(toString("text")) like lowerUTF8({p3:String}))
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where (lower(cast("text" as varchar)) like lower(?) escape '~' or lower(cast("text" as varchar)) like lower(?) escape '~' or lower(cast("text" as varchar)) like lower(?) escape '~')
-- bigquery:
-- 1| -- ["%0\\% off\\_S%","%k\\\\slash~","%f\\_s\\_%"]
-- 4| where (lower(cast(`text` as string)) like lower(@p1) or lower(cast(`text` as string)) like lower(@p2) or lower(cast(`text` as string)) like lower(@p3))
-- databricks:
-- 4| where (lower(cast(`text` as string)) like lower(:p1) escape '~' or lower(cast(`text` as string)) like lower(:p2) escape '~' or lower(cast(`text` as string)) like lower(:p3) escape '~')
-- redshift:
-- 4| where (lower("text"::varchar) like lower($1) escape '~' or lower("text"::varchar) like lower($2) escape '~' or lower("text"::varchar) like lower($3) escape '~')

-- equality is case-sensitive
-- ["paid","UNPAID","Paid"]
select "id" as "notes.id"
from "notes"
where ("text" = $1 or "text" in ($2, $3))
order by "notes.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 4| where (`text` = ? or `text` in (?, ?))
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where ("text" = {p1:String} or "text" in ({p2:String}, {p3:String}))
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where ("text" = ? or "text" in (?, ?))
-- bigquery:
-- 4| where (`text` = @p1 or `text` in (@p2, @p3))
-- databricks:
-- 4| where (`text` = :p1 or `text` in (:p2, :p3))

-- a uuid is searched as text
-- ["%3A1C%"]
select "id" as "notes.id"
from "notes"
where "key"::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 4| where lower(convert(`key` using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where lowerUTF8(toString("key")) like lowerUTF8({p1:String})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where lower(cast("key" as varchar)) like lower(?) escape '~'
-- bigquery:
-- 4| where lower(cast(`key` as string)) like lower(@p1)
-- databricks:
-- 4| where lower(cast(`key` as string)) like lower(:p1) escape '~'
-- redshift:
-- 4| where lower("key"::varchar) like lower($1) escape '~'

-- a measure of texts is searched without case
-- ["PAID%"]
select
  "id" as "notes.id",
  max("text") as "notes.longest"
from "notes"
group by 1
having max("text")::text ilike $1 escape '~'
order by "notes.id" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 7| having lower(convert(max(`text`) using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
-- 8| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4|   maxOrNull("text") as "notes.longest"
-- 7| having lowerUTF8(toString(maxOrNull("text"))) like lowerUTF8({p1:String})
-- 8| order by 1 nulls last
-- 9| limit 21
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 7| having lower(cast(max("text") as varchar)) like lower(?) escape '~'
-- bigquery:
-- 7| having lower(cast(max(`text`) as string)) like lower(@p1)
-- databricks:
-- 7| having lower(cast(max(`text`) as string)) like lower(:p1) escape '~'
-- redshift:
-- 7| having lower(max("text")::varchar) like lower($1) escape '~'
