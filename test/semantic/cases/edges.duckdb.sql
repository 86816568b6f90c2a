-- the last day of all has no end
select "id" as "contracts.id"
from "contracts"
where "ends_at" is not null
order by "contracts.id" nulls last
limit 21;

-- nothing comes after the last day of all
select "id" as "contracts.id"
from "contracts"
where false
order by "contracts.id" nulls last
limit 21;

-- everything else is not on the last day of all
-- ["9999-12-31 00:00:00"]
select "id" as "contracts.id"
from "contracts"
where (not ("ends_at" >= $1::timestamp) or "ends_at" is null)
order by "contracts.id" nulls last
limit 21;

-- a year without an end
-- ["2025-01-01"]
select "id" as "contracts.id"
from "contracts"
where "ends_on" >= $1::date
order by "contracts.id" nulls last
limit 21;

-- ten thousand years ahead and back
-- ["2024-01-01","0001-01-01","2025-01-01"]
select "id" as "contracts.id"
from "contracts"
where ("ends_on" >= $1::date or ("ends_on" >= $2::date and "ends_on" < $3::date))
order by "contracts.id" nulls last
limit 21;

-- a fraction among whole numbers
-- ["1","1.5"]
select "id" as "contracts.id"
from "contracts"
where "id" in ($1::bigint, $2::decimal(2, 1))
order by "contracts.id" nulls last
limit 21;

-- fractions of doubles
-- ["0.5","0.25","1.25","1.5"]
select "id" as "contracts.id"
from "contracts"
where "weight" in ($1::decimal(2, 1), $2::decimal(3, 2), $3::decimal(3, 2), $4::decimal(2, 1))
order by "contracts.id" nulls last
limit 21;

-- neither of these fractions
-- ["0.5","0.25","1.25"]
select "id" as "contracts.id"
from "contracts"
where ("weight" not in ($1::decimal(2, 1), $2::decimal(3, 2), $3::decimal(3, 2)) or "weight" is null)
order by "contracts.id" nulls last
limit 21;

-- a number with more digits than the column
-- ["99999999999999999999","-12345678901234567890.5"]
select "id" as "contracts.id"
from "contracts"
where "price" < $1::decimal(20, 0)
  and ("price" <> $2::decimal(21, 1) or "price" is null)
order by "contracts.id" nulls last
limit 21;

-- a number with more digits than any decimal
-- ["1e60"]
select "id" as "contracts.id"
from "contracts"
where "price" < $1::double
order by "contracts.id" nulls last
limit 21;

-- numbers with more digits in a list
-- ["99999999999999999999","0.1","1e+60"]
select "id" as "contracts.id"
from "contracts"
where "price" in ($1::decimal(20, 0), $2::decimal(2, 1), $3::double)
order by "contracts.id" nulls last
limit 21;

-- moments in a list
-- ["2024-03-15 10:00:00","2024-03-15 10:00:00.500000","2099-12-31 00:00:00","9999-12-31 23:59:59"]
select "id" as "contracts.id"
from "contracts"
where "ends_at" in ($1::timestamp, $2::timestamp, $3::timestamp, $4::timestamp)
order by "contracts.id" nulls last
limit 21;
