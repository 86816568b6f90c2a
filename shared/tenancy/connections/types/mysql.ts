import {Type} from "@sinclair/typebox";
import {closed} from "../fields.ts";
import {completeServer, SERVER_SECRETS, serverFields} from "./server.ts";
import {UrlFields} from "./server-url.ts";
import {describeType} from "./type.ts";

export const mysql = describeType("mysql", {
  title: "MySQL, MariaDB",
  fields: Type.Object(serverFields(3306, {database: 64, user: 80}), closed),
  url: {
    protocol: /^(mysql|mariadb):$/,
    example: "mysql://user:password@host:3306/database",
    known: ["sslmode"],
    fields: UrlFields(
      "`mysql://user:password@host:port/database?sslmode=…`, for MariaDB too; other parameters are refused.",
    ),
  },
  ...SERVER_SECRETS,
  complete: fields => completeServer(fields, 3306),
});
