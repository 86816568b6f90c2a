#!/bin/sh
# What isql of unixODBC prints of the models of an airline.
for more in "" "UseDeclareFetch=1;Fetch=7" "UseServerSidePrepare=0;BoolsAsChar=0"; do
  isql -b -v -k -c -m30 "Driver={PostgreSQL Unicode};Server=$PGHOST;Port=$PGPORT;Database=$PGDATABASE;Uid=$PGUSER;Pwd=$PGPASSWORD;$more" <<'SQL'
select id, origin_code, carrier, departed_at, day, distance, price, score, is_late, details, "origin.city" from flights order by id limit 7
select carrier, count(*), sum(price) from flights group by carrier order by carrier
select id from flights order by id
select code, city from airports order by code
select nope from flights
select carrier from nope
help airports
help
SQL
done
