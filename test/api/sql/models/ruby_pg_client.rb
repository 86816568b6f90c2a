# What Ruby's pg prints of the models of an airline.
require "pg"
require "json"

def print_result(result)
  puts [result.fields, (0...result.nfields).map { |i| [result.ftype(i), result.fmod(i), result.fformat(i), result.fsize(i)] }, result.ntuples, result.cmd_status].inspect
  result.values.each { |row| puts row.inspect }
end

def fault
  yield
rescue PG::Error => error
  result = error.result
  puts [error.class, result && result.error_field(PG::PG_DIAG_SQLSTATE), result && result.error_field(PG::PG_DIAG_MESSAGE_PRIMARY), result && result.error_field(PG::PG_DIAG_MESSAGE_HINT)].inspect
end

ROW = 'select id, origin_code, carrier, departed_at, day, distance, price, score, is_late, details, "origin.city" from flights order by id limit 7'
connection = PG.connect
print_result connection.exec(ROW)
print_result connection.exec_params("select carrier, count(*) from flights where departed_at >= $1 and distance > $2 group by 1 order by 1", ["2024-03-01", 10])
print_result connection.exec_params("select id, score, is_late, carrier, price from flights where id > $1::bigint order by id limit 3", [9007199254740995], 1)
connection.type_map_for_results = PG::BasicTypeMapForResults.new(connection)
connection.type_map_for_queries = PG::BasicTypeMapForQueries.new(connection)
print_result connection.exec(ROW)
print_result connection.exec_params("select id from flights where carrier = any($1) and is_late = $2 order by id", [["AA", "it's"], true])
print_result connection.exec("select array_agg(distinct carrier order by carrier), array[1, null, 3], '\\xff00'::bytea from flights")
connection.prepare("counting", "select count(*) from flights where distance > $1")
description = connection.describe_prepared("counting")
puts [description.nparams, description.paramtype(0), description.fields].inspect
3.times { |i| puts connection.exec_prepared("counting", [i * 30]).getvalue(0, 0) }
fault { connection.exec("select nope from flights") }
fault { connection.exec("select carrier from nope") }
fault { connection.exec_params("select id from flights where id = $1", ["abc"]) }
fault { connection.exec("select 1 / (distance - distance) from flights") }
connection.transaction do |inside|
  inside.exec("declare c cursor for select id, carrier from flights order by id")
  print_result inside.exec("fetch 4 from c")
  print_result inside.exec("move 50 in c")
  print_result inside.exec("fetch all from c")
end
connection.send_query("select id from flights order by id")
connection.set_single_row_mode
rows = 0
while (result = connection.get_result)
  result.check
  rows += result.ntuples
end
puts rows
connection.send_query("select id from flights order by id limit 1; select code from airports order by code")
while (result = connection.get_result)
  print_result result
end
connection.copy_data("copy (select id, carrier, details from flights order by id limit 3) to stdout csv header") do
  while (line = connection.get_copy_data)
    puts line
  end
end
if connection.respond_to?(:enter_pipeline_mode)
  connection.enter_pipeline_mode
  3.times { |i| connection.send_query_params("select count(*) from flights where distance > $1::bigint", [i * 40]) }
  connection.pipeline_sync
  3.times do
    puts connection.get_result.values.inspect
    connection.get_result
  end
  puts connection.get_result.result_status
  connection.exit_pipeline_mode
end
puts connection.transaction_status, connection.parameter_status("server_encoding"), connection.db == ENV["PGDATABASE"], connection.quote_ident("a\"b"), connection.escape_literal("it's")
connection.reset
puts connection.exec("select count(*) from airports").getvalue(0, 0)
