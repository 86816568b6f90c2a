-- the last day of all has no end
select "id" as "contracts.id"
from "contracts"
where "ends_at" is not null
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- nothing comes after the last day of all
select "id" as "contracts.id"
from "contracts"
where false
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- everything else is not on the last day of all
-- ["9999-12-31 00:00:00"]
select "id" as "contracts.id"
from "contracts"
where (not ("ends_at" >= {p1:DateTime64(6, 'UTC')}) or "ends_at" is null)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- a year without an end
-- ["2025-01-01"]
select "id" as "contracts.id"
from "contracts"
where "ends_on" >= {p1:Date32}
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- ten thousand years ahead and back
-- ["2024-01-01","0001-01-01","2025-01-01"]
select "id" as "contracts.id"
from "contracts"
where ("ends_on" >= {p1:Date32} or ("ends_on" >= {p2:Date32} and "ends_on" < {p3:Date32}))
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a fraction among whole numbers
-- ["1","1.5"]
select "id" as "contracts.id"
from "contracts"
where ("id" = {p1:Int64} or "id" = {p2:Decimal(38, 1)})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- fractions of doubles
-- ["0.5","0.25","1.25","1.5"]
select "id" as "contracts.id"
from "contracts"
where ("weight" = {p1:Decimal(38, 1)} or "weight" = {p2:Decimal(38, 2)} or "weight" = {p3:Decimal(38, 2)} or "weight" = {p4:Decimal(38, 1)})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- neither of these fractions
-- ["0.5","0.25","1.25"]
select "id" as "contracts.id"
from "contracts"
where (not (("weight" = {p1:Decimal(38, 1)} or "weight" = {p2:Decimal(38, 2)} or "weight" = {p3:Decimal(38, 2)})) or "weight" is null)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- a number with more digits than the column
-- ["99999999999999999999","-12345678901234567890.5"]
select "id" as "contracts.id"
from "contracts"
where "price" < {p1:Decimal(38, 0)}
  and (not ("price" = {p2:Decimal(38, 1)}) or "price" is null)
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- a number with more digits than any decimal
-- ["1e60"]
select "id" as "contracts.id"
from "contracts"
where "price" < {p1:Float64}
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- numbers with more digits in a list
-- ["99999999999999999999","0.1","1e+60"]
select "id" as "contracts.id"
from "contracts"
where ("price" = {p1:Decimal(38, 0)} or "price" = {p2:Decimal(38, 1)} or "price" = {p3:Float64})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;

-- moments in a list
-- ["2024-03-15 10:00:00","2024-03-15 10:00:00.500000","2099-12-31 00:00:00","9999-12-31 23:59:59"]
select "id" as "contracts.id"
from "contracts"
where ("ends_at" = {p1:DateTime64(6, 'UTC')} or "ends_at" = {p2:DateTime64(6, 'UTC')} or "ends_at" = {p3:DateTime64(6, 'UTC')} or "ends_at" = {p4:DateTime64(6, 'UTC')})
order by 1 nulls last
limit 21
settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
