import java.lang.reflect.*;
import java.math.BigDecimal;
import java.sql.*;
import java.time.*;
import java.util.*;

/** What pgjdbc prints of the models of an airline: every method of DatabaseMetaData, and every getter of results. */
public class JdbcMetadata {
  static final Map<String, String> ENV = System.getenv();

  public static void main(String[] args) throws Exception {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    String url = "jdbc:postgresql://" + ENV.get("PGHOST") + ":" + ENV.get("PGPORT") + "/" + ENV.get("PGDATABASE");
    try (Connection connection = DriverManager.getConnection(url, ENV.get("PGUSER"), ENV.get("PGPASSWORD"))) {
      metadata(connection.getMetaData());
      for (String name : List.of("%", "fl%", "flights", "airports")) tables(connection.getMetaData(), name);
      others(connection);
    }
    for (String more : List.of("", "?binaryTransfer=true&prepareThreshold=-1", "?preferQueryMode=simple", "?prepareThreshold=1&defaultRowFetchSize=7", "?preferQueryMode=extendedCacheEverything&reWriteBatchedInserts=true"))
      try (Connection connection = DriverManager.getConnection(url + more, ENV.get("PGUSER"), ENV.get("PGPASSWORD"))) {
        System.out.println("== " + more);
        rows(connection);
        // The driver takes the format of a column from the first statement where it reads all in binary.
        if (!more.contains("=-1")) several(connection);
      }
  }

  /** Every method with arguments that fit its types, as far as it has an answer: the names of some parameters matter. */
  static void metadata(DatabaseMetaData meta) throws Exception {
    List<Method> methods = new ArrayList<>(Arrays.asList(DatabaseMetaData.class.getMethods()));
    methods.sort(Comparator.comparing(Method::toString));
    for (Method method : methods) {
      List<Object[]> calls = new ArrayList<>();
      Class<?>[] types = method.getParameterTypes();
      switch (method.getName()) {
        // Addresses, and what the driver itself is.
        case "getConnection", "unwrap", "isWrapperFor", "getURL" -> { continue; }
        case "getCrossReference" -> calls.add(new Object[] {null, "public", "airports", null, "public", "flights"});
        case "getBestRowIdentifier" -> calls.add(new Object[] {null, "public", "flights", DatabaseMetaData.bestRowSession, true});
        case "getIndexInfo" -> calls.add(new Object[] {null, "public", "flights", false, true});
        case "getTables" -> {
          calls.add(new Object[] {null, null, "%", new String[] {"TABLE", "VIEW"}});
          calls.add(new Object[] {null, "pg_catalog", "pg_am%", null});
          calls.add(new Object[] {ENV.get("PGDATABASE"), "public", "%", null});
        }
        case "getProcedures", "getFunctions" -> calls.add(new Object[] {null, "pg_catalog", "date_%"});
        case "getProcedureColumns", "getFunctionColumns" -> calls.add(new Object[] {null, "pg_catalog", "date_trunc", "%"});
        // The types of views that Postgres has, and we have others of.
        case "getTypeInfo" -> { continue; }
        case "getUDTs" -> calls.add(new Object[] {null, "public", "%", null});
        case "getColumns" -> {
          calls.add(new Object[] {null, "public", "flights", "%"});
          calls.add(new Object[] {null, "pg_catalog", "pg_am", "%"});
        }
        case "getSchemas" -> calls.add(types.length == 0 ? new Object[] {} : new Object[] {null, "%a%"});
        default -> calls.add(arguments(types));
      }
      for (Object[] call : calls) {
        String title = method.getName() + Arrays.deepToString(call);
        try {
          Object answer = method.invoke(meta, call);
          System.out.println(title + " = " + (answer instanceof ResultSet rows ? table(rows) : answer));
        } catch (InvocationTargetException fault) {
          System.out.println(title + " ! " + fault.getCause().getMessage());
        }
      }
    }
  }

  static Object[] arguments(Class<?>[] types) {
    Object[] values = new Object[types.length];
    String[] place = {null, "public", "flights", "%"};
    int text = 0;
    for (int i = 0; i < types.length; i++)
      if (types[i] == String.class) values[i] = place[Math.min(text++, 3)];
      else if (types[i] == int.class) values[i] = i == 0 ? 2 : 4;
      else if (types[i] == boolean.class) values[i] = true;
    return values;
  }

  static void tables(DatabaseMetaData meta, String name) throws SQLException {
    System.out.println("tables " + name + table(meta.getTables(null, "public", name, new String[] {"TABLE"})));
    System.out.println("columns " + name + table(meta.getColumns(null, "public", name, "%")));
    System.out.println("primary " + name + table(meta.getPrimaryKeys(null, "public", name)));
    System.out.println("imported " + name + table(meta.getImportedKeys(null, "public", name)));
    System.out.println("exported " + name + table(meta.getExportedKeys(null, "public", name)));
    System.out.println("indexes " + name + table(meta.getIndexInfo(null, "public", name, true, false)));
    System.out.println("rights " + name + table(meta.getTablePrivileges(null, "public", name)));
  }

  static void others(Connection connection) throws SQLException {
    System.out.println(connection.getCatalog() + connection.getSchema() + connection.getTransactionIsolation() + connection.isReadOnly() + connection.getHoldability() + connection.getWarnings());
    System.out.println(connection.getTypeMap() + " " + connection.isValid(2) + " " + connection.nativeSQL("select {fn now()}") + connection.getNetworkTimeout());
    connection.setSchema("datasets");
    System.out.println(connection.getSchema());
    connection.setSchema("public");
    connection.setClientInfo("ApplicationName", "tests");
    System.out.println(connection.getClientInfo());
  }

  static String table(ResultSet rows) throws SQLException {
    ResultSetMetaData meta = rows.getMetaData();
    StringBuilder text = new StringBuilder("\n  ");
    for (int i = 1; i <= meta.getColumnCount(); i++) text.append(meta.getColumnLabel(i)).append(':').append(meta.getColumnTypeName(i)).append(' ');
    while (rows.next()) {
      text.append("\n  ");
      for (int i = 1; i <= meta.getColumnCount(); i++) text.append(rows.getString(i)).append(" | ");
    }
    rows.close();
    return text.toString();
  }

  static void rows(Connection connection) throws Exception {
    String all = "select id, origin_code, carrier, departed_at, day, distance, price, score, is_late, details, \"origin.city\" as city from flights order by id";
    try (Statement statement = connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY); ResultSet rows = statement.executeQuery(all)) {
      describe(rows.getMetaData());
      while (rows.next() && rows.getRow() < 5) values(rows);
      System.out.println(rows.last() + " " + rows.getRow() + " " + rows.absolute(7) + rows.getLong(1) + rows.previous() + rows.getLong(1) + rows.relative(-2) + rows.first() + rows.isFirst());
    }
    connection.setAutoCommit(false);
    for (int size : new int[] {1, 7, 1000})
      try (PreparedStatement statement = connection.prepareStatement("select id, price from flights where distance > ? and carrier <> ? order by id")) {
        statement.setFetchSize(size);
        statement.setLong(1, 20);
        statement.setString(2, "AA");
        statement.setMaxRows(30);
        ResultSet rows = statement.executeQuery();
        BigDecimal total = BigDecimal.ZERO;
        int count = 0;
        while (rows.next()) {
          count++;
          if (rows.getBigDecimal(2) != null) total = total.add(rows.getBigDecimal(2));
        }
        System.out.println(size + " " + count + " " + total + " " + statement.getParameterMetaData().getParameterTypeName(1) + statement.getParameterMetaData().getParameterTypeName(2));
      }
    connection.commit();
    connection.setAutoCommit(true);
    try (PreparedStatement statement = connection.prepareStatement(
        "select count(*), min(departed_at), max(price) from flights where departed_at >= ? and day <= ? and is_late = ? and price < ? and score > ? and origin_code = any(?)")) {
      for (int round = 0; round < 7; round++) {
        statement.setObject(1, OffsetDateTime.of(2024, 3, 1 + round, 0, 0, 0, 0, ZoneOffset.UTC));
        statement.setObject(2, LocalDate.of(2024, 4, 20));
        statement.setBoolean(3, round % 2 == 0);
        statement.setBigDecimal(4, new BigDecimal("70.50"));
        statement.setDouble(5, 0.5);
        statement.setArray(6, connection.createArrayOf("text", new String[] {"SFO", "ÅLB"}));
        System.out.println(table(statement.executeQuery()));
      }
    }
    try (PreparedStatement statement = connection.prepareStatement("select id from flights where day = ? or departed_at < ? order by id limit ? offset ?")) {
      statement.setDate(1, java.sql.Date.valueOf("2024-03-03"));
      statement.setTimestamp(2, Timestamp.valueOf("2024-02-29 12:00:00"));
      statement.setInt(3, 4);
      statement.setInt(4, 1);
      System.out.println(table(statement.executeQuery()));
      describe(statement.getMetaData());
    }
    for (String text : List.of("select nope from flights", "select carrier from nope", "select 1 / (distance - distance) from flights", "select id from flights where id = 'abc'", "select carrier, count(*) from flights"))
      try (Statement statement = connection.createStatement()) {
        statement.executeQuery(text);
      } catch (SQLException fault) {
        System.out.println(fault.getSQLState() + " " + fault.getMessage().split("\n")[0]);
      }
  }

  static void several(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean hasRows = statement.execute("select code from airports order by code; select count(*) from flights");
      do System.out.println(hasRows + table(statement.getResultSet()));
      while (hasRows = statement.getMoreResults());
    }
  }

  static void describe(ResultSetMetaData meta) throws SQLException {
    for (int i = 1; i <= meta.getColumnCount(); i++)
      System.out.println(meta.getColumnName(i) + " " + meta.getColumnLabel(i) + " " + meta.getColumnType(i) + " " + meta.getColumnTypeName(i) + " " + meta.getColumnClassName(i)
        + " " + meta.getPrecision(i) + " " + meta.getScale(i) + " " + meta.getColumnDisplaySize(i) + " " + meta.isSigned(i) + meta.isCaseSensitive(i) + meta.isSearchable(i) + meta.isCurrency(i) + meta.isReadOnly(i));
  }

  static void values(ResultSet rows) throws Exception {
    List<Method> getters = new ArrayList<>();
    for (Method method : ResultSet.class.getMethods())
      if (method.getName().startsWith("get") && Arrays.equals(method.getParameterTypes(), new Class<?>[] {int.class}) && !method.getReturnType().getName().endsWith("Stream") && !method.getReturnType().getName().endsWith("Reader"))
        getters.add(method);
    getters.sort(Comparator.comparing(Method::toString));
    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
      StringBuilder text = new StringBuilder();
      for (Method getter : getters)
        try {
          Object value = getter.invoke(rows, i);
          text.append(value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value).replaceAll("@[0-9a-f]+$", "")).append(rows.wasNull() ? "∅ " : " ");
        } catch (InvocationTargetException fault) {
          text.append(fault.getCause() instanceof SQLException error ? error.getSQLState() : fault.getCause().getClass().getSimpleName()).append(' ');
        } catch (RuntimeException fault) {
          // What is no array has no text as one.
          text.append(fault.getClass().getSimpleName()).append(' ');
        }
      for (Class<?> type : List.of(LocalDate.class, LocalDateTime.class, OffsetDateTime.class, BigDecimal.class, Long.class, String.class, Boolean.class))
        try {
          text.append(rows.getObject(i, type)).append(' ');
        } catch (SQLException fault) {
          text.append(fault.getSQLState()).append(' ');
        }
      System.out.println(i + ": " + text);
    }
  }
}
