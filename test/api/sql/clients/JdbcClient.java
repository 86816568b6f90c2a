import java.sql.*;
import java.util.*;

public class JdbcClient {
  public static void main(String[] args) throws Exception {
    Map<String, String> env = System.getenv();
    String url = "jdbc:postgresql://" + env.get("PGHOST") + ":" + env.get("PGPORT") + "/" + env.get("PGDATABASE");
    for (String more : List.of("", "?binaryTransfer=true&prepareThreshold=-1", "?preferQueryMode=simple", "?prepareThreshold=1&defaultRowFetchSize=7"))
      try (Connection connection = DriverManager.getConnection(url + more, env.get("PGUSER"), env.get("PGPASSWORD"))) {
        System.out.println("== " + more);
        run(connection);
      }
  }

  static void print(ResultSet rows) throws SQLException {
    ResultSetMetaData meta = rows.getMetaData();
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= meta.getColumnCount(); i++)
      text.append(meta.getColumnLabel(i)).append(':').append(meta.getColumnTypeName(i)).append(' ');
    while (rows.next()) {
      text.append("\n");
      for (int i = 1; i <= meta.getColumnCount(); i++)
        text.append(meta.getColumnType(i) == Types.BINARY ? Arrays.toString(rows.getBytes(i)) : rows.getString(i)).append(" | ");
    }
    System.out.println(text);
  }

  static void run(Connection connection) throws Exception {
    try (PreparedStatement statement = connection.prepareStatement(
        "select ?::int4, ?::int8, ?::numeric, ?::float8, ?::text, ?::date, ?::timestamptz, ?::boolean, array[1, 2], '{}'::jsonb, '\\xff'::bytea")) {
      for (int round = 0; round < 7; round++) {
        statement.setInt(1, round);
        statement.setLong(2, 1L << 40);
        statement.setBigDecimal(3, new java.math.BigDecimal("1.50"));
        statement.setDouble(4, 2.5);
        statement.setString(5, "é");
        statement.setDate(6, java.sql.Date.valueOf("2024-02-29"));
        statement.setTimestamp(7, new Timestamp(1700000000123L));
        statement.setBoolean(8, true);
        print(statement.executeQuery());
      }
      System.out.println(statement.getParameterMetaData().getParameterCount());
    }
    connection.setAutoCommit(false);
    connection.setReadOnly(true);
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(10);
      ResultSet rows = statement.executeQuery("select g from generate_series(1, 95) g");
      int total = 0;
      while (rows.next()) total += rows.getInt(1);
      System.out.println(total);
    }
    Savepoint savepoint = connection.setSavepoint("a");
    try (Statement statement = connection.createStatement()) {
      statement.executeQuery("select nope");
    } catch (SQLException error) {
      System.out.println(error.getSQLState() + " " + error.getMessage());
    }
    connection.rollback(savepoint);
    connection.commit();
    connection.setAutoCommit(true);
    connection.setReadOnly(false);
    try (Statement statement = connection.createStatement()) {
      System.out.println(statement.execute("select 1; select 2") + " " + statement.getMoreResults());
      statement.setQueryTimeout(1);
      statement.executeQuery("select pg_sleep(30)");
    } catch (SQLException error) {
      System.out.println(error.getSQLState());
    }
    DatabaseMetaData meta = connection.getMetaData();
    print(meta.getSchemas());
    print(meta.getColumns(null, "pg_catalog", "pg_am", "%"));
    print(meta.getTables(null, "pg_catalog", "pg_a%", null));
    print(meta.getPrimaryKeys(null, "pg_catalog", "pg_am"));
    System.out.println(meta.getDatabaseProductVersion() + " " + connection.isValid(5) + " " + connection.getTransactionIsolation());
    System.out.println(new String(readCopy(connection)));
  }

  static byte[] readCopy(Connection connection) throws Exception {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    new org.postgresql.copy.CopyManager(connection.unwrap(org.postgresql.core.BaseConnection.class))
        .copyOut("copy (select g, 'é' from generate_series(1, 3) g) to stdout csv header", out);
    return out.toByteArray();
  }
}
