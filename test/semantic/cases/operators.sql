-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- `!=` or a comparison in a column that is null in every row
-- ["1","5"]
select count(*) as "notes.count"
from "notes"
where ("never" is distinct from $1::bigint or "never" > $2::bigint);
-- duckdb, redshift:
-- 4| where (("never" <> $1::bigint or "never" is null) or "never" > $2::bigint);
-- mysql:
-- 4| where (not (`never` <=> cast(? as signed)) or `never` > cast(? as signed));
-- clickhouse:
-- 4| where (ifNull("never" != {p1:Int64}, true) or "never" > {p2:Int64})
-- 4+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where ("never" is distinct from cast(? as bigint) or "never" > cast(? as bigint));
-- bigquery:
-- 4| where (`never` is distinct from cast(@p1 as int64) or `never` > cast(@p2 as int64));
-- databricks:
-- 4| where (not (`never` <=> cast(:p1 as bigint)) or `never` > cast(:p2 as bigint));
-- snowflake:
-- 4| where ("never" is distinct from cast(? as number(38, 0)) or "never" > cast(? as number(38, 0)));

-- contains treats a percent sign literally
-- ["%0~%%"]
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
-- 1| -- ["%0\\%%"]
-- 4| where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where lower(cast("text" as varchar)) like lower(?) escape '~'
-- bigquery:
-- 1| -- ["%0\\%%"]
-- 4| where lower(cast(`text` as string)) like lower(@p1)
-- databricks:
-- 4| where lower(cast(`text` as string)) like lower(:p1) escape '~'
-- redshift:
-- 4| where lower("text"::varchar) like lower($1) escape '~'

-- starts_with treats an underscore literally
-- ["a~_%"]
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
-- 1| -- ["a\\_%"]
-- 4| where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where lower(cast("text" as varchar)) like lower(?) escape '~'
-- bigquery:
-- 1| -- ["a\\_%"]
-- 4| where lower(cast(`text` as string)) like lower(@p1)
-- databricks:
-- 4| where lower(cast(`text` as string)) like lower(:p1) escape '~'
-- redshift:
-- 4| where lower("text"::varchar) like lower($1) escape '~'

-- ends_with treats a backslash literally
-- ["%\\slash"]
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
-- 1| -- ["%\\\\slash"]
-- 4| where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where lower(cast("text" as varchar)) like lower(?) escape '~'
-- bigquery:
-- 1| -- ["%\\\\slash"]
-- 4| where lower(cast(`text` as string)) like lower(@p1)
-- databricks:
-- 4| where lower(cast(`text` as string)) like lower(:p1) escape '~'
-- redshift:
-- 4| where lower("text"::varchar) like lower($1) escape '~'

-- contains ignores case
-- ["%SMILE%"]
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

-- not_contains keeps nulls
-- ["%a%"]
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

-- a value that looks like SQL is only a value
-- ["'; drop table notes; --"]
select "id" as "notes.id"
from "notes"
where "text" = $1
order by "notes.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `text` = ?
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where "text" = {p1:String}
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "text" = ?
-- bigquery:
-- 4| where `text` = @p1
-- databricks:
-- 4| where `text` = :p1

-- values may have quotes, backslashes, line breaks and emoji
-- ["it's","back\\slash","line\nbreak","smile 😀"]
select "id" as "notes.id"
from "notes"
where "text" in ($1, $2, $3, $4)
order by "notes.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `text` in (?, ?, ?, ?)
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where "text" in ({p1:String}, {p2:String}, {p3:String}, {p4:String})
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "text" in (?, ?, ?, ?)
-- bigquery:
-- 4| where `text` in (@p1, @p2, @p3, @p4)
-- databricks:
-- 4| where `text` in (:p1, :p2, :p3, :p4)

-- unequal keeps nulls
-- ["axb"]
select count(*) as "notes.count"
from "notes"
where "text" is distinct from $1
limit 21;
-- duckdb, redshift:
-- 4| where ("text" <> $1 or "text" is null)
-- mysql:
-- 4| where not (`text` <=> ?)
-- clickhouse:
-- 4| where ifNull("text" not in ({p1:String}), true)
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "text" is distinct from ?
-- bigquery:
-- 4| where `text` is distinct from @p1
-- databricks:
-- 4| where not (`text` <=> :p1)

-- not_in keeps nulls, and with an empty list keeps everything
-- ["axb","a_b"]
select count(*) as "notes.count"
from "notes"
where ("text" not in ($1, $2) or "text" is null)
  and true
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 4| where (`text` not in (?, ?) or `text` is null)
-- clickhouse:
-- 4| where ("text" not in ({p1:String}, {p2:String}) or "text" is null)
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where ("text" not in (?, ?) or "text" is null)
-- bigquery:
-- 4| where (`text` not in (@p1, @p2) or `text` is null)
-- databricks:
-- 4| where (`text` not in (:p1, :p2) or `text` is null)

-- in with an empty list matches nothing
select "id" as "notes.id"
from "notes"
where false
order by "notes.id" nulls last
limit 21;
-- duckdb, trino, bigquery, databricks, snowflake, redshift: the same
-- mysql:
-- 4| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| order by 1 nulls last
-- 5| limit 21
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- booleans are filtered
-- [true]
select
  "open" as "notes.open",
  count(*) as "notes.count"
from "notes"
where "open" is distinct from $1::boolean
group by 1
order by "notes.open" nulls last
limit 21;
-- duckdb, redshift:
-- 6| where ("open" <> $1::boolean or "open" is null)
-- mysql:
-- 1 is left out
-- 3|   `open` <> 0 as `notes.open`,
-- 6| where (not ((`open` = 1 or `open` < 0 or `open` > 1)) or `open` is null)
-- 8| order by `notes.open` <=> null, `notes.open`
-- clickhouse:
-- 6| where ifNull("open" != {p1:Bool}, true)
-- 8| order by 1 nulls last
-- 9| limit 21
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 6| where "open" is distinct from cast(? as boolean)
-- bigquery:
-- 6| where `open` is distinct from cast(@p1 as bool)
-- databricks:
-- 6| where not (`open` <=> cast(:p1 as boolean))

-- a text column of another type is compared as its own type
-- ["6f3d0a58-3a1c-4a57-9a3e-1a2b3c4d5e6f"]
select distinct "key" as "notes.key"
from "notes"
where "key" = $1
order by "notes.key" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `key` = ?
-- 5| order by `notes.key` <=> null, `notes.key`
-- clickhouse:
-- 4| where "key" = {p1:String}
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "key" = ?
-- bigquery:
-- 4| where `key` = @p1
-- databricks:
-- 4| where `key` = :p1

-- contains searches a text column of another type
-- ["%3a1c%"]
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

-- aliases of operators
-- ["1.5","4"]
select "id" as "notes.id"
from "notes"
where "score" >= $1::numeric
  and "score" < $2::bigint
  and "text" is not null
order by "notes.id" nulls last
limit 21;
-- duckdb:
-- 4| where "score" >= $1::decimal(2, 1)
-- mysql:
-- 4| where `score` >= cast(? as decimal(2, 1))
-- 5|   and `score` < cast(? as signed)
-- 7| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where "score" >= {p1:Decimal(38, 1)}
-- 5|   and "score" < {p2:Int64}
-- 7| order by 1 nulls last
-- 8| limit 21
-- 8+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "score" >= cast(? as decimal(2, 1))
-- 5|   and "score" < cast(? as bigint)
-- bigquery:
-- 4| where `score` >= cast(@p1 as numeric)
-- 5|   and `score` < cast(@p2 as int64)
-- databricks:
-- 4| where `score` >= cast(:p1 as decimal(2, 1))
-- 5|   and `score` < cast(:p2 as bigint)
-- snowflake:
-- 4| where "score" >= cast(? as number(38, 1))
-- 5|   and "score" < cast(? as number(38, 0))
-- redshift:
-- 4| where "score" >= $1::decimal(38, 1)

-- `or` inside `and` inside `or`
-- ["3",true,"6","-1","0"]
select "id" as "notes.id"
from "notes"
where ("id" = $1::bigint or ("open" = $2::boolean and ("score" > $3::bigint or "score" between $4::bigint and $5::bigint)))
order by "notes.id" nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 1| -- ["3","6","-1","0"]
-- 4| where (`id` = cast(? as signed) or ((`open` = 1 or `open` < 0 or `open` > 1) and (`score` > cast(? as signed) or `score` between cast(? as signed) and cast(? as signed))))
-- 5| order by `notes.id` <=> null, `notes.id`
-- clickhouse:
-- 4| where ("id" = {p1:Int64} or ("open" = {p2:Bool} and ("score" > {p3:Int64} or "score" between {p4:Int64} and {p5:Int64})))
-- 5| order by 1 nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where ("id" = cast(? as bigint) or ("open" = cast(? as boolean) and ("score" > cast(? as bigint) or "score" between cast(? as bigint) and cast(? as bigint))))
-- bigquery:
-- 4| where (`id` = cast(@p1 as int64) or (`open` = cast(@p2 as bool) and (`score` > cast(@p3 as int64) or `score` between cast(@p4 as int64) and cast(@p5 as int64))))
-- databricks:
-- 4| where (`id` = cast(:p1 as bigint) or (`open` = cast(:p2 as boolean) and (`score` > cast(:p3 as bigint) or `score` between cast(:p4 as bigint) and cast(:p5 as bigint))))
-- snowflake:
-- 4| where ("id" = cast(? as number(38, 0)) or ("open" = cast(? as boolean) and ("score" > cast(? as number(38, 0)) or "score" between cast(? as number(38, 0)) and cast(? as number(38, 0)))))

-- an empty `or` matches nothing, and an empty `and` everything
select count(*) as "notes.count"
from "notes"
where true
limit 21;
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 4| limit 21
-- 4+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a field's name is never part of the statement but quoted
-- ["AXB"]
select distinct upper("notes".text) as "notes.we""ird name"
from "notes"
where upper("notes".text) = $1
order by "notes.we""ird name" desc nulls last
limit 21;
-- duckdb, redshift: the same
-- mysql:
-- 2| select distinct upper(`notes`.text) as `notes.we"ird name`
-- 4| where upper(`notes`.text) = ?
-- 5| order by `notes.we"ird name` desc
-- clickhouse:
-- 2| select distinct upper("notes".text) as "notes.we\"ird name"
-- 4| where upper("notes".text) = {p1:String}
-- 5| order by 1 desc nulls last
-- 6| limit 21
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where upper("notes".text) = ?
-- bigquery:
-- 2| select distinct upper(`notes`.text) as `c_notes_we_ird_name__1uxlfclyovv0e`
-- 4| where upper(`notes`.text) = @p1
-- 5| order by `c_notes_we_ird_name__1uxlfclyovv0e` desc nulls last
-- databricks:
-- 2| select distinct upper(`notes`.text) as `notes.we"ird name`
-- 4| where upper(`notes`.text) = :p1
-- 5| order by `notes.we"ird name` desc nulls last

-- a measure that is a text is filtered as one
-- ["it%"]
select
  "open" as "notes.open",
  max("text") as "notes.longest"
from "notes"
group by 1
having max("text")::text ilike $1 escape '~'
order by "notes.open" nulls last
limit 21;
-- duckdb: the same
-- mysql:
-- 3|   `open` <> 0 as `notes.open`,
-- 7| having lower(convert(max(`text`) using utf8mb4) collate utf8mb4_bin) like lower(?) escape '~'
-- 8| order by `notes.open` <=> null, `notes.open`
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
