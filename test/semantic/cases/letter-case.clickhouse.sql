-- contains ignores case
-- ["%pAiD%"]
select "id" as "notes.id"
from "notes"
where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- contains minds case where it is asked to
-- ["%Paid%"]
select "id" as "notes.id"
from "notes"
where toString("text") like {p1:String}
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- that case is to be ignored can be said
-- ["%FULL%"]
select "id" as "notes.id"
from "notes"
where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- not_contains ignores case and keeps nulls
-- ["%PAID%"]
select "id" as "notes.id"
from "notes"
where (lowerUTF8(toString("text")) not like lowerUTF8({p1:String}) or "text" is null)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- not_contains minds case where it is asked to
-- ["%paid%"]
select "id" as "notes.id"
from "notes"
where (toString("text") not like {p1:String} or "text" is null)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- starts_with ignores case
-- ["paid%"]
select "id" as "notes.id"
from "notes"
where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- starts_with minds case where it is asked to
-- ["PAID%"]
select "id" as "notes.id"
from "notes"
where toString("text") like {p1:String}
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- ends_with ignores case
-- ["%PAID"]
select "id" as "notes.id"
from "notes"
where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- ends_with minds case where it is asked to
-- ["%ÉCOLE"]
select "id" as "notes.id"
from "notes"
where toString("text") like {p1:String}
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- letters with accents have cases too
-- ["%éCOLE%"]
select "id" as "notes.id"
from "notes"
where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- an accent is no case
-- ["%ecole%"]
select "id" as "notes.id"
from "notes"
where lowerUTF8(toString("text")) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- marks of patterns stand for themselves
-- ["%0\\% off\\_S%","%k\\\\slash~","%f\\_s\\_%"]
select "id" as "notes.id"
from "notes"
where (lowerUTF8(toString("text")) like lowerUTF8({p1:String}) or lowerUTF8(toString("text")) like lowerUTF8({p2:String}) or lowerUTF8(toString("text")) like lowerUTF8({p3:String}))
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- equality minds case
-- ["paid","UNPAID","Paid"]
select "id" as "notes.id"
from "notes"
where ("text" = {p1:String} or "text" in ({p2:String}, {p3:String}))
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a uuid is searched as text
-- ["%3A1C%"]
select "id" as "notes.id"
from "notes"
where lowerUTF8(toString("key")) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a measure of texts is searched alike
-- ["PAID%"]
select
  "id" as "notes.id",
  maxOrNull("text") as "notes.longest"
from "notes"
group by 1
having lowerUTF8(toString(maxOrNull("text"))) like lowerUTF8({p1:String})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
