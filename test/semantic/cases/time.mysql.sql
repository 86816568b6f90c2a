-- days are whole on the days that clocks change
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  date((`at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) as `events.at.day`,
  count(*) as `events.count`
from `events`
where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
group by 1
order by `events.at.day` <=> null, `events.at.day`
limit 101;

-- a column with a zone gives the same days as one without
-- ["2024-03-01 05:00:00","2024-04-01 04:00:00"]
select
  date((`seen_at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `seen_at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) as `events.seen_at.day`,
  count(*) as `events.count`
from `events`
where `seen_at` >= cast(? as datetime(6)) and `seen_at` < cast(? as datetime(6))
group by 1
order by `events.seen_at.day` <=> null, `events.seen_at.day`
limit 101;

-- a day whose midnight the clocks leave out begins with the first moment after
-- ["2024-03-30 22:00:00","2024-03-31 21:00:00"]
select `id` as `events.id`
from `events`
where `at` >= cast(? as datetime(6))
  and `at` < cast(? as datetime(6))
order by `events.id` <=> null, `events.id`
limit 101;

-- hours cut instants, so an hour that comes twice stays two
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as `events.at.hour`,
  count(*) as `events.count`
from `events`
where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
group by 1
order by `events.at.hour` <=> null, `events.at.hour`
limit 101;

-- parts are taken of local time
-- ["2024-11-03 04:00:00","2024-11-04 05:00:00"]
select
  hour((`at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) as `events.at.hour_of_day`,
  weekday((`at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) + 1 as `events.at.day_of_week`,
  count(*) as `events.count`
from `events`
where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
group by 1, 2
order by `events.at.hour_of_day` <=> null, `events.at.hour_of_day`, `events.at.day_of_week` <=> null, `events.at.day_of_week`
limit 101;

-- every longer grain of a moment
-- ["10"]
select distinct
  date '1900-01-01' + interval floor(datediff((`at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '1900-01-01') / 7) week as `events.at.week`,
  cast(date_format((`at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute), '%Y-%m-01') as date) as `events.at.month`,
  date '1000-01-01' + interval timestampdiff(quarter, '1000-01-01', (`at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)) quarter as `events.at.quarter`,
  makedate(year((`at` + interval 60 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 89953, 94153, 98521, 102889, 107257, 111625, 115993, 120361, 124729, 129265, 133633, 138001, 142369, 146737, 151105, 155473, 159841, 164209, 168577, 172945, 177313, 181849, 186217, 190585, 194953, 199321, 203689, 208057, 212425, 216793, 221161, 225529, 230065, 235105, 238801, 243841, 247537, 252577, 256273, 261481, 265009, 270217, 273745, 278953, 282649, 287689, 291385, 296425, 300121, 305329, 308857, 314065, 317593, 322801, 326329, 331537, 335233, 340273, 343969, 349009, 352705, 357913, 361441, 366649, 370177, 375385, 379081, 384121, 387817, 392857, 396553, 401593, 405289, 410497, 414025, 419233, 422761, 427969, 431665, 436705, 440401, 445441, 449137, 454345, 457873, 463081, 466609, 471817, 475513, 480553, 484249, 489289, 492985, 498025, 501721, 506929, 510457, 515665, 519193, 524401, 528097, 533137, 536833, 541873, 545569, 550777, 554305, 559513, 563041, 568249, 571777, 576985, 580681, 585721, 589417, 594457), 2) minute)), 1) as `events.at.year`
from `events`
where `id` = cast(? as signed)
order by `events.at.week` <=> null, `events.at.week`, `events.at.month` <=> null, `events.at.month`, `events.at.quarter` <=> null, `events.at.quarter`, `events.at.year` <=> null, `events.at.year`
limit 11;

-- every shorter grain of a moment
-- ["3"]
select distinct
  cast(date_format(`at`, '%Y-%m-%d %H:%i:%s') as datetime) as `events.at.second`,
  cast(date_format(`at`, '%Y-%m-%d %H:%i:00') as datetime) as `events.at.minute`,
  cast(date_format(`at`, '%Y-%m-%d %H:00:00') as datetime) as `events.at.hour`
from `events`
where `id` = cast(? as signed)
order by `events.at.second` <=> null, `events.at.second`, `events.at.minute` <=> null, `events.at.minute`, `events.at.hour` <=> null, `events.at.hour`
limit 11;

-- every part of a date
-- ["10"]
select distinct
  weekday(`on`) + 1 as `events.on.day_of_week`,
  dayofmonth(`on`) as `events.on.day_of_month`,
  dayofyear(`on`) as `events.on.day_of_year`,
  week(`on`, 3) as `events.on.week_of_year`,
  month(`on`) as `events.on.month_of_year`,
  quarter(`on`) as `events.on.quarter_of_year`
from `events`
where `id` = cast(? as signed)
order by `events.on.day_of_week` <=> null, `events.on.day_of_week`, `events.on.day_of_month` <=> null, `events.on.day_of_month`, `events.on.day_of_year` <=> null, `events.on.day_of_year`, `events.on.week_of_year` <=> null, `events.on.week_of_year`, `events.on.month_of_year` <=> null, `events.on.month_of_year`, `events.on.quarter_of_year` <=> null, `events.on.quarter_of_year`
limit 11;

-- years are numbers of local time, and milliseconds are whole
-- ["2","3","9","10"]
select
  year((`at` + interval 330 minute)) as `events.at.year_number`,
  year(`on`) as `events.on.year_number`,
  microsecond((`at` + interval 330 minute)) div 1000 as `events.at.millisecond_of_second`,
  count(*) as `events.count`
from `events`
where `id` in (cast(? as signed), cast(? as signed), cast(? as signed), cast(? as signed))
group by 1, 2, 3
order by `events.at.year_number` <=> null, `events.at.year_number`, `events.on.year_number` <=> null, `events.on.year_number`, `events.at.millisecond_of_second` <=> null, `events.at.millisecond_of_second`
limit 11;

-- a filter by the number of the year
-- ["2023"]
select count(*) as `events.count`
from `events`
where year((`at` + interval -300 + 60 * mod(interval(timestampdiff(hour, '1970-01-01', `at`), 2767, 7134, 11503, 16038, 20407, 24774, 29143, 33510, 35191, 42246, 45103, 50982, 55351, 59886, 64087, 68622, 72991, 77358, 81727, 86094, 90463, 94830, 99199, 103566, 107935, 112470, 116671, 121206, 125575, 129942, 134311, 138678, 143047, 147414, 151279, 156150, 160015, 165054, 168751, 173790, 177487, 182526, 186391, 191262, 195127, 199998, 203863, 208902, 212599, 217638, 221335, 226374, 230239, 235110, 238975, 243846, 247711, 252582, 256447, 261486, 265183, 270222, 273919, 278958, 282823, 287694, 291559, 296430, 300295, 305334, 309031, 314070, 317767, 322806, 325999, 331710, 334735, 340446, 343471, 349182, 352375, 358086, 361111, 366822, 369847, 375558, 378583, 384294, 387319, 393030, 396055, 401766, 404959, 410670, 413695, 419406, 422431, 428142, 431167, 436878, 439903, 445614, 448807, 454518, 457543, 463254, 466279, 471990, 475015, 480726, 483751, 489462, 492487, 498198, 501391, 507102, 510127, 515838, 518863, 524574, 527599, 533310, 536335, 542046, 545239, 550950, 553975, 559686, 562711, 568422, 571447, 577158, 580183, 585894, 588919, 594630), 2) minute)) <= cast(? as signed);

-- weeks start on Sunday where the project says so, in grouping and in filters
-- ["2024-03-10","2024-03-17","2024-03-03","2024-03-10"]
select
  date '1899-12-31' + interval floor(datediff(`on`, '1899-12-31') / 7) week as `events.on.week`,
  count(*) as `events.count`
from `events`
where ((`on` >= cast(? as date) and `on` < cast(? as date)) or (`on` >= cast(? as date) and `on` < cast(? as date)))
group by 1
order by `events.on.week` <=> null, `events.on.week`
limit 101;

-- a date in a filter is its whole day
-- ["2024-03-10 00:00:00","2024-03-12 00:00:00"]
select count(*) as `events.count`
from `events`
where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
limit 2;

-- a date column takes no timezone
-- ["2024-03-10"]
select
  cast(date_format(`on`, '%Y-%m-01') as date) as `events.on.month`,
  count(*) as `events.count`
from `events`
where `on` <= cast(? as date)
group by 1
order by `events.on.month` <=> null, `events.on.month`
limit 11;

-- a moment with an offset in a filter is that instant
-- ["2024-11-03 06:30:00"]
select `id` as `events.id`
from `events`
where `at` >= cast(? as datetime(6))
order by `events.id` <=> null, `events.id`
limit 11;

-- a local moment in a filter is of the query's timezone
-- ["2024-03-10 00:00:00"]
select `id` as `events.id`
from `events`
where `at` = cast(? as datetime(6))
order by `events.id` <=> null, `events.id`
limit 11;

-- periods are compared over the stored column
-- ["2024-04-01 04:00:00"]
select `id` as `events.id`
from `events`
where `at` >= cast(? as datetime(6))
order by `events.id` <=> null, `events.id`
limit 11;

-- a negated period keeps nulls
-- ["2024-01-01 00:00:00","2025-01-01 00:00:00"]
select `id` as `events.id`
from `events`
where (`at` < cast(? as datetime(6)) or `at` >= cast(? as datetime(6)) or `at` is null)
order by `events.id` <=> null, `events.id`
limit 11;

-- in_past counts the current period as its last
-- ["2024-03-01 00:00:00","2024-04-01 00:00:00"]
select `id` as `events.id`
from `events`
where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
order by `events.id` <=> null, `events.id`
limit 11;

-- in_past of completed periods leaves the current one out
-- ["2023-12-01 05:00:00","2024-03-01 05:00:00"]
select `id` as `events.id`
from `events`
where `at` >= cast(? as datetime(6)) and `at` < cast(? as datetime(6))
order by `events.id` <=> null, `events.id`
limit 11;

-- in_current is the current period in the query's timezone
-- ["2024-03-10 05:00:00","2024-03-11 04:00:00"]
select `id` as `events.id`
from `events`
where `seen_at` >= cast(? as datetime(6)) and `seen_at` < cast(? as datetime(6))
order by `events.id` <=> null, `events.id`
limit 11;

-- in_next counts from the current period on
-- ["2024-03-09","2024-03-11"]
select `id` as `events.id`
from `events`
where `on` >= cast(? as date) and `on` < cast(? as date)
order by `events.id` <=> null, `events.id`
limit 11;

-- the least moment and the greatest date come out as such
select
  min(`at`) as `events.first`,
  max(`on`) as `events.last_on`
from `events`
limit 2;
