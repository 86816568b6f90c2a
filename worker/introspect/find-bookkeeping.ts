import type {GraphNote} from "../../shared/core/wire/catalog.ts";
import type {WarehouseTable} from "../warehouses/tables.ts";

/** The names of tables in which migration tools record the changes of the schema that they have made. */
const TABLES: ReadonlySet<string> = new Set([
  "_migrations",
  "schema_migrations",
  "ar_internal_metadata",
  "alembic_version",
  "django_migrations",
  "flyway_schema_history",
  "databasechangelog",
  "databasechangeloglock",
  "knex_migrations",
  "knex_migrations_lock",
  "kysely_migration",
  "kysely_migration_lock",
  "mikro_orm_migrations",
  "pgmigrations",
  "sequelizemeta",
  "strapi_migrations",
  "typeorm_migrations",
  "_prisma_migrations",
  "__drizzle_migrations",
  "__efmigrationshistory",
  "__diesel_schema_migrations",
  "_sqlx_migrations",
  "atlas_schema_revisions",
  "doctrine_migration_versions",
  "goose_db_version",
  "gorp_migrations",
  "phinxlog",
  "_yoyo_migration",
  "_yoyo_log",
  "_yoyo_version",
  "yoyo_lock",
]);

/** Adds a note to the model of each such table. */
export function findBookkeeping(models: ReadonlyMap<WarehouseTable, string>, notes: GraphNote[]): void {
  for (const [{name}, model] of models) {
    if (!TABLES.has(name.toLowerCase())) continue;
    const message = `The table "${name}" records schema migrations. It is hardly ever queried. Leave it out.`;
    notes.push({model, code: "bookkeeping", message});
  }
}
