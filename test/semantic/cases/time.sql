-- Postgres' SQL of each case, then the lines in which other dialects differ: "3|" replaces the third line, "3+|" follows
-- it. Differences in the quotes of names are not shown. These dialects are never run on the warehouse itself:
-- trino, bigquery, databricks, snowflake, redshift (how they are checked instead: shared/semantic/dialects/README.md).

-- days on which clocks change are whole days
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  ("at"::timestamptz at time zone 'America/New_York')::date as "events.at.day",
  count(*) as "events.count"
from "events"
where "at" >= $1::timestamp and "at" < $2::timestamp
group by 1
order by "events.at.day" nulls last
limit 101;
-- duckdb, redshift: the same
-- mysql:
-- 3|   date((`at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) as `events.at.day`,
-- 6| where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
-- 8| order by `events.at.day` <=> null, `events.at.day`
-- clickhouse:
-- 3|   toDate32(toTimeZone("at", 'America/New_York')) as "events.at.day",
-- 6| where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
-- 8| order by 1 nulls last
-- 9| limit 101
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   cast(cast(cast("at" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6)) as date) as "events.at.day",
-- 6| where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
-- bigquery:
-- 3|   cast(datetime(timestamp(`at`), 'America/New_York') as date) as `events__at__day`,
-- 6| where `at` >= @p1 and `at` < @p2
-- databricks:
-- 3|   cast(convert_timezone('America/New_York', `at`) as date) as `events.at.day`,
-- 6| where `at` >= cast(concat(:p1, 'Z') as timestamp) and `at` < cast(concat(:p2, 'Z') as timestamp)
-- snowflake:
-- 3|   cast(cast(convert_timezone('America/New_York', "at") as timestamp_ntz) as date) as "events.at.day",
-- 6| where "at" >= cast(? as timestamp_ntz) and "at" < cast(? as timestamp_ntz)

-- a column with a zone gives the same days as one without
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  ("seen_at"::timestamptz at time zone 'America/New_York')::date as "events.seen_at.day",
  count(*) as "events.count"
from "events"
where "seen_at" >= $1::timestamp and "seen_at" < $2::timestamp
group by 1
order by "events.seen_at.day" nulls last
limit 101;
-- duckdb, redshift: the same
-- mysql:
-- 3|   date((`seen_at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `seen_at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) as `events.seen_at.day`,
-- 6| where `seen_at` >= cast(? as datetime(6)) and `seen_at` < cast(? as datetime(6))
-- 8| order by `events.seen_at.day` <=> null, `events.seen_at.day`
-- clickhouse:
-- 3|   toDate32(toTimeZone("seen_at", 'America/New_York')) as "events.seen_at.day",
-- 6| where "seen_at" >= {p1:DateTime64(6, 'UTC')} and "seen_at" < {p2:DateTime64(6, 'UTC')}
-- 8| order by 1 nulls last
-- 9| limit 101
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   cast(cast(cast("seen_at" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6)) as date) as "events.seen_at.day",
-- 6| where "seen_at" >= cast(? as timestamp(6)) and "seen_at" < cast(? as timestamp(6))
-- bigquery:
-- 3|   cast(datetime(timestamp(`seen_at`), 'America/New_York') as date) as `events__seen_at__day`,
-- 6| where `seen_at` >= @p1 and `seen_at` < @p2
-- databricks:
-- 3|   cast(convert_timezone('America/New_York', `seen_at`) as date) as `events.seen_at.day`,
-- 6| where `seen_at` >= cast(concat(:p1, 'Z') as timestamp) and `seen_at` < cast(concat(:p2, 'Z') as timestamp)
-- snowflake:
-- 3|   cast(cast(convert_timezone('America/New_York', "seen_at") as timestamp_ntz) as date) as "events.seen_at.day",
-- 6| where "seen_at" >= cast(? as timestamp_ntz) and "seen_at" < cast(? as timestamp_ntz)

-- a day whose midnight the clocks skip begins with the first moment after
-- ["2024-03-30 22:00:00","2024-03-31 21:00:00"]
select "id" as "events.id"
from "events"
where "at" >= $1::timestamp
  and "at" < $2::timestamp
order by "events.id" nulls last
limit 101;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `at` >= cast(? as datetime(6))
-- 5|   and `at` < cast(? as datetime(6))
-- 6| order by `events.id` <=> null, `events.id`
-- clickhouse:
-- 4| where "at" >= {p1:DateTime64(6, 'UTC')}
-- 5|   and "at" < {p2:DateTime64(6, 'UTC')}
-- 6| order by 1 nulls last
-- 7| limit 101
-- 7+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "at" >= cast(? as timestamp(6))
-- 5|   and "at" < cast(? as timestamp(6))
-- bigquery:
-- 4| where `at` >= @p1
-- 5|   and `at` < @p2
-- databricks:
-- 4| where `at` >= cast(concat(:p1, 'Z') as timestamp)
-- 5|   and `at` < cast(concat(:p2, 'Z') as timestamp)
-- snowflake:
-- 4| where "at" >= cast(? as timestamp_ntz)
-- 5|   and "at" < cast(? as timestamp_ntz)

-- an hour that is repeated when clocks change stays two hours
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  date_trunc('hour', "at") as "events.at.hour",
  count(*) as "events.count"
from "events"
where "at" >= $1::timestamp and "at" < $2::timestamp
group by 1
order by "events.at.hour" nulls last
limit 101;
-- duckdb, redshift: the same
-- mysql:
-- 3|   cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as `events.at.hour`,
-- 6| where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
-- 8| order by `events.at.hour` <=> null, `events.at.hour`
-- clickhouse:
-- 3|   toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as "events.at.hour",
-- 6| where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
-- 8| order by 1 nulls last
-- 9| limit 101
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as "events.at.hour",
-- 6| where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
-- bigquery:
-- 3|   timestamp_trunc(timestamp(`at`), hour) as `events__at__hour`,
-- 6| where `at` >= @p1 and `at` < @p2
-- databricks:
-- 3|   date_trunc('hour', convert_timezone('UTC', `at`)) as `events.at.hour`,
-- 6| where `at` >= cast(concat(:p1, 'Z') as timestamp) and `at` < cast(concat(:p2, 'Z') as timestamp)
-- snowflake:
-- 3|   date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as "events.at.hour",
-- 6| where "at" >= cast(? as timestamp_ntz) and "at" < cast(? as timestamp_ntz)

-- parts of a time are those of local time
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  extract(hour from ("at"::timestamptz at time zone 'America/New_York'))::integer as "events.at.hour_of_day",
  extract(isodow from ("at"::timestamptz at time zone 'America/New_York'))::integer as "events.at.day_of_week",
  count(*) as "events.count"
from "events"
where "at" >= $1::timestamp and "at" < $2::timestamp
group by 1, 2
order by "events.at.hour_of_day" nulls last, "events.at.day_of_week" nulls last
limit 101;
-- duckdb: the same
-- mysql:
-- 3|   hour((`at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) as `events.at.hour_of_day`,
-- 4|   weekday((`at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) + 1 as `events.at.day_of_week`,
-- 7| where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
-- 9| order by `events.at.hour_of_day` <=> null, `events.at.hour_of_day`, `events.at.day_of_week` <=> null, `events.at.day_of_week`
-- clickhouse:
-- 3|   toHour(toTimeZone("at", 'America/New_York')) as "events.at.hour_of_day",
-- 4|   toDayOfWeek(toTimeZone("at", 'America/New_York')) as "events.at.day_of_week",
-- 7| where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
-- 9| order by 1 nulls last, 2 nulls last
-- 10| limit 101
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   hour(cast(cast("at" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6))) as "events.at.hour_of_day",
-- 4|   day_of_week(cast(cast("at" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6))) as "events.at.day_of_week",
-- 7| where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
-- bigquery:
-- 3|   extract(hour from datetime(timestamp(`at`), 'America/New_York')) as `events__at__hour_of_day`,
-- 4|   mod(extract(dayofweek from datetime(timestamp(`at`), 'America/New_York')) + 5, 7) + 1 as `events__at__day_of_week`,
-- 7| where `at` >= @p1 and `at` < @p2
-- databricks:
-- 3|   hour(convert_timezone('America/New_York', `at`)) as `events.at.hour_of_day`,
-- 4|   weekday(convert_timezone('America/New_York', `at`)) + 1 as `events.at.day_of_week`,
-- 7| where `at` >= cast(concat(:p1, 'Z') as timestamp) and `at` < cast(concat(:p2, 'Z') as timestamp)
-- snowflake:
-- 3|   hour(cast(convert_timezone('America/New_York', "at") as timestamp_ntz)) as "events.at.hour_of_day",
-- 4|   dayofweekiso(cast(convert_timezone('America/New_York', "at") as timestamp_ntz)) as "events.at.day_of_week",
-- 7| where "at" >= cast(? as timestamp_ntz) and "at" < cast(? as timestamp_ntz)
-- redshift:
-- 4|   ((extract(dow from ("at"::timestamptz at time zone 'America/New_York')) + 6)::integer % 7 + 1) as "events.at.day_of_week",

-- every longer grain of a moment
-- ["10"]
select distinct
  date_trunc('week', ("at"::timestamptz at time zone 'Europe/Berlin'))::date as "events.at.week",
  date_trunc('month', ("at"::timestamptz at time zone 'Europe/Berlin'))::date as "events.at.month",
  date_trunc('quarter', ("at"::timestamptz at time zone 'Europe/Berlin'))::date as "events.at.quarter",
  date_trunc('year', ("at"::timestamptz at time zone 'Europe/Berlin'))::date as "events.at.year"
from "events"
where "id" = $1::bigint
order by "events.at.week" nulls last, "events.at.month" nulls last, "events.at.quarter" nulls last, "events.at.year" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 3|   date '1900-01-01' + interval floor(datediff((`at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '1900-01-01') / 7) week as `events.at.week`,
-- 4|   cast(date_format((`at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as `events.at.month`,
-- 5|   date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (`at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) quarter as `events.at.quarter`,
-- 6|   cast(date_format((`at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-01-01') as date) as `events.at.year`
-- 8| where `id` = cast(? as signed)
-- 9| order by `events.at.week` <=> null, `events.at.week`, `events.at.month` <=> null, `events.at.month`, `events.at.quarter` <=> null, `events.at.quarter`, `events.at.year` <=> null, `events.at.year`
-- clickhouse:
-- 3|   toStartOfWeek(toDate32(toTimeZone("at", 'Europe/Berlin')), 1) as "events.at.week",
-- 4|   toStartOfMonth(toDate32(toTimeZone("at", 'Europe/Berlin'))) as "events.at.month",
-- 5|   toStartOfQuarter(toDate32(toTimeZone("at", 'Europe/Berlin'))) as "events.at.quarter",
-- 6|   toStartOfYear(toDate32(toTimeZone("at", 'Europe/Berlin'))) as "events.at.year"
-- 8| where "id" = {p1:Int64}
-- 9| order by 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last
-- 10| limit 11
-- 10+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   cast(date_trunc('week', cast(cast("at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as "events.at.week",
-- 4|   cast(date_trunc('month', cast(cast("at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as "events.at.month",
-- 5|   cast(date_trunc('quarter', cast(cast("at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as "events.at.quarter",
-- 6|   cast(date_trunc('year', cast(cast("at" as timestamp(6) with time zone) at time zone 'Europe/Berlin' as timestamp(6))) as date) as "events.at.year"
-- 8| where "id" = cast(? as bigint)
-- bigquery:
-- 3|   date_trunc(cast(datetime(timestamp(`at`), 'Europe/Berlin') as date), week(monday)) as `events__at__week`,
-- 4|   date_trunc(cast(datetime(timestamp(`at`), 'Europe/Berlin') as date), month) as `events__at__month`,
-- 5|   date_trunc(cast(datetime(timestamp(`at`), 'Europe/Berlin') as date), quarter) as `events__at__quarter`,
-- 6|   date_trunc(cast(datetime(timestamp(`at`), 'Europe/Berlin') as date), year) as `events__at__year`
-- 8| where `id` = cast(@p1 as int64)
-- databricks:
-- 3|   cast(date_trunc('week', convert_timezone('Europe/Berlin', `at`)) as date) as `events.at.week`,
-- 4|   cast(date_trunc('month', convert_timezone('Europe/Berlin', `at`)) as date) as `events.at.month`,
-- 5|   cast(date_trunc('quarter', convert_timezone('Europe/Berlin', `at`)) as date) as `events.at.quarter`,
-- 6|   cast(date_trunc('year', convert_timezone('Europe/Berlin', `at`)) as date) as `events.at.year`
-- 8| where `id` = cast(:p1 as bigint)
-- snowflake:
-- 3|   dateadd(day, 1 - dayofweekiso(cast(convert_timezone('Europe/Berlin', "at") as timestamp_ntz)), cast(cast(convert_timezone('Europe/Berlin', "at") as timestamp_ntz) as date)) as "events.at.week",
-- 4|   cast(date_trunc('month', cast(convert_timezone('Europe/Berlin', "at") as timestamp_ntz)) as date) as "events.at.month",
-- 5|   cast(date_trunc('quarter', cast(convert_timezone('Europe/Berlin', "at") as timestamp_ntz)) as date) as "events.at.quarter",
-- 6|   cast(date_trunc('year', cast(convert_timezone('Europe/Berlin', "at") as timestamp_ntz)) as date) as "events.at.year"
-- 8| where "id" = cast(? as number(38, 0))

-- every shorter grain of a moment
-- ["3"]
select distinct
  date_trunc('second', "at") as "events.at.second",
  date_trunc('minute', "at") as "events.at.minute",
  date_trunc('hour', "at") as "events.at.hour"
from "events"
where "id" = $1::bigint
order by "events.at.second" nulls last, "events.at.minute" nulls last, "events.at.hour" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 3|   cast(date_format(`at`, '%Y-%m-%d %H:%i:%s') as datetime) as `events.at.second`,
-- 4|   cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as `events.at.minute`,
-- 5|   cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as `events.at.hour`
-- 7| where `id` = cast(? as signed)
-- 8| order by `events.at.second` <=> null, `events.at.second`, `events.at.minute` <=> null, `events.at.minute`, `events.at.hour` <=> null, `events.at.hour`
-- clickhouse:
-- 3|   toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalSecond(1)) as "events.at.second",
-- 4|   toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalMinute(1)) as "events.at.minute",
-- 5|   toStartOfInterval(toTimeZone("at", 'UTC'), toIntervalHour(1)) as "events.at.hour"
-- 7| where "id" = {p1:Int64}
-- 8| order by 1 nulls last, 2 nulls last, 3 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   date_trunc('second', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as "events.at.second",
-- 4|   date_trunc('minute', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as "events.at.minute",
-- 5|   date_trunc('hour', cast(cast("at" as timestamp(6) with time zone) at time zone 'UTC' as timestamp(6))) as "events.at.hour"
-- 7| where "id" = cast(? as bigint)
-- bigquery:
-- 3|   timestamp_trunc(timestamp(`at`), second) as `events__at__second`,
-- 4|   timestamp_trunc(timestamp(`at`), minute) as `events__at__minute`,
-- 5|   timestamp_trunc(timestamp(`at`), hour) as `events__at__hour`
-- 7| where `id` = cast(@p1 as int64)
-- databricks:
-- 3|   date_trunc('second', convert_timezone('UTC', `at`)) as `events.at.second`,
-- 4|   date_trunc('minute', convert_timezone('UTC', `at`)) as `events.at.minute`,
-- 5|   date_trunc('hour', convert_timezone('UTC', `at`)) as `events.at.hour`
-- 7| where `id` = cast(:p1 as bigint)
-- snowflake:
-- 3|   date_trunc('second', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as "events.at.second",
-- 4|   date_trunc('minute', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as "events.at.minute",
-- 5|   date_trunc('hour', cast(convert_timezone('UTC', "at") as timestamp_ntz)) as "events.at.hour"
-- 7| where "id" = cast(? as number(38, 0))

-- every part of a date
-- ["10"]
select distinct
  extract(isodow from "on")::integer as "events.on.day_of_week",
  extract(day from "on")::integer as "events.on.day_of_month",
  extract(doy from "on")::integer as "events.on.day_of_year",
  extract(week from "on")::integer as "events.on.week_of_year",
  extract(month from "on")::integer as "events.on.month_of_year",
  extract(quarter from "on")::integer as "events.on.quarter_of_year"
from "events"
where "id" = $1::bigint
order by "events.on.day_of_week" nulls last, "events.on.day_of_month" nulls last, "events.on.day_of_year" nulls last, "events.on.week_of_year" nulls last, "events.on.month_of_year" nulls last, "events.on.quarter_of_year" nulls last
limit 11;
-- duckdb: the same
-- mysql:
-- 3|   weekday(`on`) + 1 as `events.on.day_of_week`,
-- 4|   dayofmonth(`on`) as `events.on.day_of_month`,
-- 5|   dayofyear(`on`) as `events.on.day_of_year`,
-- 6|   week(`on`, 3) as `events.on.week_of_year`,
-- 7|   month(`on`) as `events.on.month_of_year`,
-- 8|   quarter(`on`) as `events.on.quarter_of_year`
-- 10| where `id` = cast(? as signed)
-- 11| order by `events.on.day_of_week` <=> null, `events.on.day_of_week`, `events.on.day_of_month` <=> null, `events.on.day_of_month`, `events.on.day_of_year` <=> null, `events.on.day_of_year`, `events.on.week_of_year` <=> null, `events.on.week_of_year`, `events.on.month_of_year` <=> null, `events.on.month_of_year`, `events.on.quarter_of_year` <=> null, `events.on.quarter_of_year`
-- clickhouse:
-- 3|   toDayOfWeek("on") as "events.on.day_of_week",
-- 4|   toDayOfMonth("on") as "events.on.day_of_month",
-- 5|   toDayOfYear("on") as "events.on.day_of_year",
-- 6|   toISOWeek("on") as "events.on.week_of_year",
-- 7|   toMonth("on") as "events.on.month_of_year",
-- 8|   toQuarter("on") as "events.on.quarter_of_year"
-- 10| where "id" = {p1:Int64}
-- 11| order by 1 nulls last, 2 nulls last, 3 nulls last, 4 nulls last, 5 nulls last, 6 nulls last
-- 12| limit 11
-- 12+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   day_of_week("on") as "events.on.day_of_week",
-- 4|   day("on") as "events.on.day_of_month",
-- 5|   day_of_year("on") as "events.on.day_of_year",
-- 6|   week("on") as "events.on.week_of_year",
-- 7|   month("on") as "events.on.month_of_year",
-- 8|   quarter("on") as "events.on.quarter_of_year"
-- 10| where "id" = cast(? as bigint)
-- bigquery:
-- 3|   mod(extract(dayofweek from `on`) + 5, 7) + 1 as `events__on__day_of_week`,
-- 4|   extract(day from `on`) as `events__on__day_of_month`,
-- 5|   extract(dayofyear from `on`) as `events__on__day_of_year`,
-- 6|   extract(isoweek from `on`) as `events__on__week_of_year`,
-- 7|   extract(month from `on`) as `events__on__month_of_year`,
-- 8|   extract(quarter from `on`) as `events__on__quarter_of_year`
-- 10| where `id` = cast(@p1 as int64)
-- databricks:
-- 3|   weekday(`on`) + 1 as `events.on.day_of_week`,
-- 4|   dayofmonth(`on`) as `events.on.day_of_month`,
-- 5|   dayofyear(`on`) as `events.on.day_of_year`,
-- 6|   weekofyear(`on`) as `events.on.week_of_year`,
-- 7|   month(`on`) as `events.on.month_of_year`,
-- 8|   quarter(`on`) as `events.on.quarter_of_year`
-- 10| where `id` = cast(:p1 as bigint)
-- snowflake:
-- 3|   dayofweekiso("on") as "events.on.day_of_week",
-- 4|   dayofmonth("on") as "events.on.day_of_month",
-- 5|   dayofyear("on") as "events.on.day_of_year",
-- 6|   weekiso("on") as "events.on.week_of_year",
-- 7|   month("on") as "events.on.month_of_year",
-- 8|   quarter("on") as "events.on.quarter_of_year"
-- 10| where "id" = cast(? as number(38, 0))
-- redshift:
-- 3|   ((extract(dow from "on") + 6)::integer % 7 + 1) as "events.on.day_of_week",

-- years are numbers of local time, and milliseconds are whole
-- ["2","3","9","10"]
select
  ceil(nullif(nullif(date_part('year', ("at"::timestamptz at time zone 'Asia/Kolkata')), 'infinity'), '-infinity') * 0.9999999)::integer as "events.at.year_number",
  ceil(nullif(nullif(extract(year from "on")::float8, 'infinity'), '-infinity') * 0.9999999)::integer as "events.on.year_number",
  (floor(extract(milliseconds from ("at"::timestamptz at time zone 'Asia/Kolkata')))::integer % 1000) as "events.at.millisecond_of_second",
  count(*) as "events.count"
from "events"
where "id" in ($1::bigint, $2::bigint, $3::bigint, $4::bigint)
group by 1, 2, 3
order by "events.at.year_number" nulls last, "events.on.year_number" nulls last, "events.at.millisecond_of_second" nulls last
limit 11;
-- duckdb:
-- 3|   extract(year from ("at"::timestamptz at time zone 'Asia/Kolkata')::date)::integer as "events.at.year_number",
-- 4|   extract(year from "on"::date)::integer as "events.on.year_number",
-- mysql:
-- 3|   year((`at` + interval 330 minute)) as `events.at.year_number`,
-- 4|   year(`on`) as `events.on.year_number`,
-- 5|   microsecond((`at` + interval 330 minute)) div 1000 as `events.at.millisecond_of_second`,
-- 8| where `id` in (cast(? as signed), cast(? as signed), cast(? as signed), cast(? as signed))
-- 10| order by `events.at.year_number` <=> null, `events.at.year_number`, `events.on.year_number` <=> null, `events.on.year_number`, `events.at.millisecond_of_second` <=> null, `events.at.millisecond_of_second`
-- clickhouse:
-- 3|   toYear(toTimeZone("at", 'Asia/Kolkata')) as "events.at.year_number",
-- 4|   toYear("on") as "events.on.year_number",
-- 5|   toMillisecond(toTimeZone("at", 'Asia/Kolkata')) as "events.at.millisecond_of_second",
-- 8| where "id" in ({p1:Int64}, {p2:Int64}, {p3:Int64}, {p4:Int64})
-- 10| order by 1 nulls last, 2 nulls last, 3 nulls last
-- 11| limit 11
-- 11+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   year(cast(cast("at" as timestamp(6) with time zone) at time zone 'Asia/Kolkata' as timestamp(6))) as "events.at.year_number",
-- 4|   year("on") as "events.on.year_number",
-- 5|   millisecond(cast(cast("at" as timestamp(6) with time zone) at time zone 'Asia/Kolkata' as timestamp(6))) as "events.at.millisecond_of_second",
-- 8| where "id" in (cast(? as bigint), cast(? as bigint), cast(? as bigint), cast(? as bigint))
-- bigquery:
-- 3|   extract(year from datetime(timestamp(`at`), 'Asia/Kolkata')) as `events__at__year_number`,
-- 4|   extract(year from `on`) as `events__on__year_number`,
-- 5|   extract(millisecond from datetime(timestamp(`at`), 'Asia/Kolkata')) as `events__at__millisecond_of_second`,
-- 8| where `id` in (cast(@p1 as int64), cast(@p2 as int64), cast(@p3 as int64), cast(@p4 as int64))
-- databricks:
-- 3|   year(convert_timezone('Asia/Kolkata', `at`)) as `events.at.year_number`,
-- 4|   year(`on`) as `events.on.year_number`,
-- 5|   cast(date_format(convert_timezone('Asia/Kolkata', `at`), 'SSS') as int) as `events.at.millisecond_of_second`,
-- 8| where `id` in (cast(:p1 as bigint), cast(:p2 as bigint), cast(:p3 as bigint), cast(:p4 as bigint))
-- snowflake:
-- 3|   year(cast(convert_timezone('Asia/Kolkata', "at") as timestamp_ntz)) as "events.at.year_number",
-- 4|   year("on") as "events.on.year_number",
-- 5|   floor(date_part(nanosecond, cast(convert_timezone('Asia/Kolkata', "at") as timestamp_ntz)) / 1000000) as "events.at.millisecond_of_second",
-- 8| where "id" in (cast(? as number(38, 0)), cast(? as number(38, 0)), cast(? as number(38, 0)), cast(? as number(38, 0)))
-- redshift:
-- 3|   extract(year from ("at"::timestamptz at time zone 'Asia/Kolkata'))::integer as "events.at.year_number",
-- 4|   extract(year from "on")::integer as "events.on.year_number",
-- 5|   (extract(milliseconds from ("at"::timestamptz at time zone 'Asia/Kolkata'))::integer % 1000) as "events.at.millisecond_of_second",

-- a filter by the number of the year
-- ["2023"]
select count(*) as "events.count"
from "events"
where ceil(nullif(nullif(date_part('year', ("at"::timestamptz at time zone 'America/New_York')), 'infinity'), '-infinity') * 0.9999999)::integer <= $1::bigint;
-- duckdb:
-- 4| where extract(year from ("at"::timestamptz at time zone 'America/New_York')::date)::integer <= $1::bigint;
-- mysql:
-- 4| where year((`at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) <= cast(? as signed);
-- clickhouse:
-- 4| where toYear(toTimeZone("at", 'America/New_York')) <= {p1:Int64}
-- 4+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where year(cast(cast("at" as timestamp(6) with time zone) at time zone 'America/New_York' as timestamp(6))) <= cast(? as bigint);
-- bigquery:
-- 4| where extract(year from datetime(timestamp(`at`), 'America/New_York')) <= cast(@p1 as int64);
-- databricks:
-- 4| where year(convert_timezone('America/New_York', `at`)) <= cast(:p1 as bigint);
-- snowflake:
-- 4| where year(cast(convert_timezone('America/New_York', "at") as timestamp_ntz)) <= cast(? as number(38, 0));
-- redshift:
-- 4| where extract(year from ("at"::timestamptz at time zone 'America/New_York'))::integer <= $1::bigint;

-- weeks start on Sunday if the project says so, in groups and in filters
-- ["2024-03-10","2024-03-17","2024-03-03","2024-03-10"]
select
  (date_trunc('week', "on" + interval '1 day') - interval '1 day')::date as "events.on.week",
  count(*) as "events.count"
from "events"
where (("on" >= $1::date and "on" < $2::date) or ("on" >= $3::date and "on" < $4::date))
group by 1
order by "events.on.week" nulls last
limit 101;
-- duckdb, redshift: the same
-- mysql:
-- 3|   date '1899-12-31' + interval floor(datediff(`on`, '1899-12-31') / 7) week as `events.on.week`,
-- 6| where ((`on` >= cast(? as date) and `on` < cast(? as date)) or (`on` >= cast(? as date) and `on` < cast(? as date)))
-- 8| order by `events.on.week` <=> null, `events.on.week`
-- clickhouse:
-- 3|   toStartOfWeek(toDate32("on"), 0) as "events.on.week",
-- 6| where (("on" >= {p1:Date32} and "on" < {p2:Date32}) or ("on" >= {p3:Date32} and "on" < {p4:Date32}))
-- 8| order by 1 nulls last
-- 9| limit 101
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 3|   cast(date_add('day', -1, date_trunc('week', date_add('day', 1, "on"))) as date) as "events.on.week",
-- 6| where (("on" >= cast(? as date) and "on" < cast(? as date)) or ("on" >= cast(? as date) and "on" < cast(? as date)))
-- bigquery:
-- 3|   date_trunc(cast(`on` as date), week(sunday)) as `events__on__week`,
-- 6| where ((`on` >= cast(@p1 as date) and `on` < cast(@p2 as date)) or (`on` >= cast(@p3 as date) and `on` < cast(@p4 as date)))
-- databricks:
-- 3|   date_add(cast(date_trunc('week', date_add(cast(`on` as date), 1)) as date), -1) as `events.on.week`,
-- 6| where ((`on` >= cast(:p1 as date) and `on` < cast(:p2 as date)) or (`on` >= cast(:p3 as date) and `on` < cast(:p4 as date)))
-- snowflake:
-- 3|   dateadd(day, 0 - mod(dayofweekiso("on"), 7), cast("on" as date)) as "events.on.week",
-- 6| where (("on" >= cast(? as date) and "on" < cast(? as date)) or ("on" >= cast(? as date) and "on" < cast(? as date)))

-- a date in a filter means the whole day
-- ["2024-03-10 00:00:00","2024-03-12 00:00:00"]
select count(*) as "events.count"
from "events"
where "at" >= $1::timestamp and "at" < $2::timestamp
limit 2;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
-- clickhouse:
-- 4| where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
-- 5| limit 2
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
-- bigquery:
-- 4| where `at` >= @p1 and `at` < @p2
-- databricks:
-- 4| where `at` >= cast(concat(:p1, 'Z') as timestamp) and `at` < cast(concat(:p2, 'Z') as timestamp)
-- snowflake:
-- 4| where "at" >= cast(? as timestamp_ntz) and "at" < cast(? as timestamp_ntz)

-- a date column is not shifted by the timezone
-- ["2024-03-10"]
select
  date_trunc('month', "on")::date as "events.on.month",
  count(*) as "events.count"
from "events"
where "on" <= $1::date
group by 1
order by "events.on.month" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 3|   cast(date_format(`on`, '%Y-%m-01') as date) as `events.on.month`,
-- 6| where `on` <= cast(? as date)
-- 8| order by `events.on.month` <=> null, `events.on.month`
-- clickhouse:
-- 3|   toStartOfMonth(toDate32("on")) as "events.on.month",
-- 6| where "on" <= {p1:Date32}
-- 8| order by 1 nulls last
-- 9| limit 11
-- 9+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 3|   cast(date_trunc('month', "on") as date) as "events.on.month",
-- 6| where "on" <= cast(? as date)
-- bigquery:
-- 3|   date_trunc(cast(`on` as date), month) as `events__on__month`,
-- 6| where `on` <= cast(@p1 as date)
-- databricks:
-- 3|   cast(date_trunc('month', `on`) as date) as `events.on.month`,
-- 6| where `on` <= cast(:p1 as date)

-- a time with an offset in a filter is that instant
-- ["2024-11-03 06:30:00"]
select "id" as "events.id"
from "events"
where "at" >= $1::timestamp
order by "events.id" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `at` >= cast(? as datetime(6))
-- 5| order by `events.id` <=> null, `events.id`
-- clickhouse:
-- 4| where "at" >= {p1:DateTime64(6, 'UTC')}
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "at" >= cast(? as timestamp(6))
-- bigquery:
-- 4| where `at` >= @p1
-- databricks:
-- 4| where `at` >= cast(concat(:p1, 'Z') as timestamp)
-- snowflake:
-- 4| where "at" >= cast(? as timestamp_ntz)

-- a local time in a filter is in the query's timezone
-- ["2024-03-10 00:00:00"]
select "id" as "events.id"
from "events"
where "at" = $1::timestamp
order by "events.id" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `at` = cast(? as datetime(6))
-- 5| order by `events.id` <=> null, `events.id`
-- clickhouse:
-- 4| where "at" = {p1:DateTime64(6, 'UTC')}
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "at" = cast(? as timestamp(6))
-- bigquery:
-- 4| where `at` = @p1
-- databricks:
-- 4| where `at` = cast(concat(:p1, 'Z') as timestamp)
-- snowflake:
-- 4| where "at" = cast(? as timestamp_ntz)

-- a filter on periods compares the stored column
-- ["2024-04-01 04:00:00"]
select "id" as "events.id"
from "events"
where "at" >= $1::timestamp
order by "events.id" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `at` >= cast(? as datetime(6))
-- 5| order by `events.id` <=> null, `events.id`
-- clickhouse:
-- 4| where "at" >= {p1:DateTime64(6, 'UTC')}
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "at" >= cast(? as timestamp(6))
-- bigquery:
-- 4| where `at` >= @p1
-- databricks:
-- 4| where `at` >= cast(concat(:p1, 'Z') as timestamp)
-- snowflake:
-- 4| where "at" >= cast(? as timestamp_ntz)

-- a negated filter on a period keeps nulls
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00"]
select "id" as "events.id"
from "events"
where ("at" < $1::timestamp or "at" >= $2::timestamp or "at" is null)
order by "events.id" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 4| where (`at` < cast(? as datetime(6)) or `at` >= cast(? as datetime(6)) or `at` is null)
-- 5| order by `events.id` <=> null, `events.id`
-- clickhouse:
-- 4| where ("at" < {p1:DateTime64(6, 'UTC')} or "at" >= {p2:DateTime64(6, 'UTC')} or "at" is null)
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1, optimize_min_equality_disjunction_chain_length = 1000000;
-- trino:
-- 4| where ("at" < cast(? as timestamp(6)) or "at" >= cast(? as timestamp(6)) or "at" is null)
-- bigquery:
-- 4| where (`at` < @p1 or `at` >= @p2 or `at` is null)
-- databricks:
-- 4| where (`at` < cast(concat(:p1, 'Z') as timestamp) or `at` >= cast(concat(:p2, 'Z') as timestamp) or `at` is null)
-- snowflake:
-- 4| where ("at" < cast(? as timestamp_ntz) or "at" >= cast(? as timestamp_ntz) or "at" is null)

-- in_past counts the current period as its last
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00"]
select "id" as "events.id"
from "events"
where "at" >= $1::timestamp and "at" < $2::timestamp
order by "events.id" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
-- 5| order by `events.id` <=> null, `events.id`
-- clickhouse:
-- 4| where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
-- bigquery:
-- 4| where `at` >= @p1 and `at` < @p2
-- databricks:
-- 4| where `at` >= cast(concat(:p1, 'Z') as timestamp) and `at` < cast(concat(:p2, 'Z') as timestamp)
-- snowflake:
-- 4| where "at" >= cast(? as timestamp_ntz) and "at" < cast(? as timestamp_ntz)

-- in_past of completed periods leaves the current one out
-- ["2023-12-01 05:00:00","2024-03-01 05:00:00"]
select "id" as "events.id"
from "events"
where "at" >= $1::timestamp and "at" < $2::timestamp
order by "events.id" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
-- 5| order by `events.id` <=> null, `events.id`
-- clickhouse:
-- 4| where "at" >= {p1:DateTime64(6, 'UTC')} and "at" < {p2:DateTime64(6, 'UTC')}
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "at" >= cast(? as timestamp(6)) and "at" < cast(? as timestamp(6))
-- bigquery:
-- 4| where `at` >= @p1 and `at` < @p2
-- databricks:
-- 4| where `at` >= cast(concat(:p1, 'Z') as timestamp) and `at` < cast(concat(:p2, 'Z') as timestamp)
-- snowflake:
-- 4| where "at" >= cast(? as timestamp_ntz) and "at" < cast(? as timestamp_ntz)

-- in_current means the current period in the query's timezone
-- ["2024-03-10 05:00:00","2024-03-11 04:00:00"]
select "id" as "events.id"
from "events"
where "seen_at" >= $1::timestamp and "seen_at" < $2::timestamp
order by "events.id" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `seen_at` >= cast(? as datetime(6)) and `seen_at` < cast(? as datetime(6))
-- 5| order by `events.id` <=> null, `events.id`
-- clickhouse:
-- 4| where "seen_at" >= {p1:DateTime64(6, 'UTC')} and "seen_at" < {p2:DateTime64(6, 'UTC')}
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino:
-- 4| where "seen_at" >= cast(? as timestamp(6)) and "seen_at" < cast(? as timestamp(6))
-- bigquery:
-- 4| where `seen_at` >= @p1 and `seen_at` < @p2
-- databricks:
-- 4| where `seen_at` >= cast(concat(:p1, 'Z') as timestamp) and `seen_at` < cast(concat(:p2, 'Z') as timestamp)
-- snowflake:
-- 4| where "seen_at" >= cast(? as timestamp_ntz) and "seen_at" < cast(? as timestamp_ntz)

-- in_next counts from the current period on
-- ["2024-03-09","2024-03-11"]
select "id" as "events.id"
from "events"
where "on" >= $1::date and "on" < $2::date
order by "events.id" nulls last
limit 11;
-- duckdb, redshift: the same
-- mysql:
-- 4| where `on` >= cast(? as date) and `on` < cast(? as date)
-- 5| order by `events.id` <=> null, `events.id`
-- clickhouse:
-- 4| where "on" >= {p1:Date32} and "on" < {p2:Date32}
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- trino, snowflake:
-- 4| where "on" >= cast(? as date) and "on" < cast(? as date)
-- bigquery:
-- 4| where `on` >= cast(@p1 as date) and `on` < cast(@p2 as date)
-- databricks:
-- 4| where `on` >= cast(:p1 as date) and `on` < cast(:p2 as date)

-- the least moment and the greatest date keep their types
select
  min("at") as "events.first",
  max("on") as "events.last_on"
from "events"
limit 2;
-- duckdb, mysql, trino, bigquery, databricks, snowflake, redshift: the same
-- clickhouse:
-- 2|   minOrNull("at") as "events.first",
-- 3|   maxOrNull("on") as "events.last_on"
-- 5| limit 2
-- 5+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;

-- a filter on a computed moment
-- ["2024-11-04 00:00:00","2024-11-05 00:00:00"]
select "id" as "events.id"
from "events"
where ("at" + interval '1 day') >= $1::timestamp and ("at" + interval '1 day') < $2::timestamp
order by "events.id" nulls last
limit 11;
-- duckdb, redshift: the same
-- clickhouse:
-- 4| where ("at" + interval '1 day') >= {p1:DateTime64(6, 'UTC')} and ("at" + interval '1 day') < {p2:DateTime64(6, 'UTC')}
-- 5| order by 1 nulls last
-- 6| limit 11
-- 6+| settings join_use_nulls = 1, prefer_column_name_to_alias = 1, enable_extended_results_for_datetime_functions = 1;
-- databricks:
-- 4| where (`at` + interval '1 day') >= cast(concat(:p1, 'Z') as timestamp) and (`at` + interval '1 day') < cast(concat(:p2, 'Z') as timestamp)
-- snowflake:
-- 4| where ("at" + interval '1 day') >= cast(? as timestamp_ntz) and ("at" + interval '1 day') < cast(? as timestamp_ntz)
