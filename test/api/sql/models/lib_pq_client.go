// What Go's lib/pq and pgx print of the models of an airline.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v4"
	"github.com/lib/pq"
)

func must(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func fault(err error) string {
	if fault, ok := err.(*pq.Error); ok {
		return fmt.Sprint(fault.Severity, " ", fault.Code, " ", fault.Message, " ", fault.Hint)
	}
	return fmt.Sprint(err)
}

func printRows(rows *sql.Rows, err error) {
	if err != nil {
		fmt.Println("fault:", fault(err))
		return
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	must(err)
	for _, column := range types {
		length, hasLength := column.Length()
		fmt.Print(column.Name(), ":", column.DatabaseTypeName(), ":", column.ScanType(), ":", length, hasLength, " ")
	}
	fmt.Println()
	for rows.Next() {
		values := make([]interface{}, len(types))
		places := make([]interface{}, len(types))
		for i := range values {
			places[i] = &values[i]
		}
		must(rows.Scan(places...))
		for _, value := range values {
			switch value := value.(type) {
			case []byte:
				fmt.Printf("bytes %s | ", value)
			case time.Time:
				fmt.Print(value.UTC().Format(time.RFC3339Nano), " | ")
			default:
				fmt.Printf("%T %v | ", value, value)
			}
		}
		fmt.Println()
	}
	if rows.Err() != nil {
		fmt.Println("fault:", fault(rows.Err()))
	}
}

const row = `select id, origin_code, carrier, departed_at, day, distance, price, score, is_late, details, "origin.city" from flights order by id limit 7`

func databaseSql(address string) {
	fmt.Println("==", address)
	db, err := sql.Open("postgres", address)
	must(err)
	defer db.Close()
	must(db.Ping())
	printRows(db.Query(row))
	from := time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC)
	printRows(db.Query("select carrier, count(*), sum(price) from flights where departed_at >= $1 and distance > $2 and carrier <> $3 group by 1 order by 1", from, 10, "DL\\x"))
	printRows(db.Query("select id from flights where is_late = $1 and price < $2 and score > $3 and day = $4 order by 1", true, 70.5, 1.5, from))
	printRows(db.Query("select id from flights where origin_code = any($1) order by id limit 5", pq.Array([]string{"SFO", "ÅLB"})))
	printRows(db.Query("select array_agg(distinct carrier order by carrier), interval '1 day', null::int, '\\xff00'::bytea from flights"))
	printRows(db.Query("select nope from flights"))
	printRows(db.Query("select carrier from nope"))
	printRows(db.Query("select id / (distance - distance) from flights"))
	printRows(db.Query("select $1::bigint", "abc"))
	prepared, err := db.Prepare("select count(*) from flights where distance between $1 and $2")
	must(err)
	for i := 0; i < 3; i++ {
		var count int
		must(prepared.QueryRow(i*10, i*10+30).Scan(&count))
		fmt.Println(count)
	}
	tx, err := db.BeginTx(context.Background(), &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead})
	must(err)
	printRows(tx.Query("show transaction_isolation"))
	printRows(tx.Query("select 1/0"))
	printRows(tx.Query("select 1"))
	must(tx.Rollback())
	several, err := db.Query("select id from flights order by id limit 2; select code from airports order by code")
	must(err)
	for {
		for several.Next() {
			var value string
			must(several.Scan(&value))
			fmt.Println(value)
		}
		if !several.NextResultSet() {
			break
		}
		fmt.Println("next")
	}
	must(several.Close())
}

func pgxRows(connection *pgx.Conn, text string, values ...interface{}) {
	rows, err := connection.Query(context.Background(), text, values...)
	if err != nil {
		fmt.Println("fault:", err)
		return
	}
	defer rows.Close()
	for _, field := range rows.FieldDescriptions() {
		fmt.Print(string(field.Name), ":", field.DataTypeOID, ":", field.Format, " ")
	}
	fmt.Println()
	for rows.Next() {
		values, err := rows.Values()
		must(err)
		for _, value := range values {
			if moment, ok := value.(time.Time); ok {
				value = moment.UTC()
			}
			fmt.Printf("%T %v | ", value, value)
		}
		fmt.Println()
	}
	if rows.Err() != nil {
		fmt.Println("fault:", rows.Err())
	}
}

func pgxClient(simple bool) {
	ctx := context.Background()
	config, err := pgx.ParseConfig("sslmode=disable")
	must(err)
	config.PreferSimpleProtocol = simple
	connection, err := pgx.ConnectConfig(ctx, config)
	must(err)
	defer connection.Close(ctx)
	fmt.Println("== pgx", simple)
	pgxRows(connection, row)
	pgxRows(connection, "select carrier, count(*) from flights where day > $1 and distance > $2 and origin_code = any($3) group by 1 order by 1",
		time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC), 10, []string{"SFO", "JFK"})
	pgxRows(connection, "select nope from flights")
	batch := &pgx.Batch{}
	for i := 0; i < 3; i++ {
		batch.Queue("select count(*) from flights where distance > $1", i*20)
	}
	batch.Queue("select code from airports order by code")
	results := connection.SendBatch(ctx, batch)
	for i := 0; i < 3; i++ {
		var count int
		must(results.QueryRow().Scan(&count))
		fmt.Println(count)
	}
	must(results.Close())
	_, err = connection.PgConn().CopyTo(ctx, os.Stdout, "copy (select id, carrier, day from flights order by id limit 3) to stdout csv header")
	must(err)
}

func main() {
	databaseSql("sslmode=disable")
	databaseSql("sslmode=disable binary_parameters=yes")
	pgxClient(false)
	pgxClient(true)
}
