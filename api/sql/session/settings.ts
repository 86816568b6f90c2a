import {hashOf} from "../../../shared/core/workers/protocol.ts";
import {SqlError} from "../../../shared/surfaces/sql/sql-error.ts";
import type {SessionSettings} from "../backend.ts";
import {LIMITS, tooLarge, tooMany} from "./limits.ts";
import {readNumber} from "./number-parameters.ts";
import type {Parameter} from "./parameter.ts";
import {allParameters, checkedValue, defaultOf, parameterOf} from "./parameters.ts";

type Values = ReadonlyMap<string, string>;

/** The settings that a rollback restores. */
export interface SettingsState {
  session: Values;
  current: Values;
}

/**
 * Parameters that the client is notified of at every change:
 * https://www.postgresql.org/docs/18/protocol-flow.html#PROTOCOL-ASYNC
 */
const REPORTED = [
  "application_name",
  "client_encoding",
  "DateStyle",
  "default_transaction_read_only",
  "in_hot_standby",
  "integer_datetimes",
  "IntervalStyle",
  "is_superuser",
  "scram_iterations",
  "search_path",
  "server_encoding",
  "server_version",
  "session_authorization",
  "standard_conforming_strings",
  "TimeZone",
];
const IDLE_IN_TRANSACTION = "1h";

/** The parameters of a session: those of Postgres 18, and any parameter with a dot in its name. */
export class Settings {
  /** The client's settings, by lower-case names. The settings of `set local` are only in `#current`. */
  #session: Values = new Map();
  #current: Values = new Map();
  #planKey = {of: this.#current, key: "[]"};
  #durations = {of: this.#current, ms: new Map<string, number>()};
  #isLocal = false;
  readonly #defaults: Map<string, string>;
  #startup: Values = new Map();
  #reported = new Map<string, string>();
  /** The settings that were last reported to the client. */
  #reportedValues: Values | undefined;

  constructor(user: string, timezone: string) {
    this.#defaults = new Map([
      ["is_superuser", "off"],
      ["session_authorization", user],
      ["timezone", timezone],
      ["idle_in_transaction_session_timeout", IDLE_IN_TRANSACTION],
      ["max_connections", "1000"],
    ]);
  }

  /** The settings in the form that the backend reads. */
  get forBackend(): SessionSettings {
    return {timezone: this.get("TimeZone") ?? "UTC", values: this.#current};
  }

  /**
   * A key that stays equal as long as plans stay valid. Settings of the transaction and the application's name do not
   * change any plan.
   */
  get planKey(): string {
    if (this.#planKey.of !== this.#current) {
      const values = [...this.#current].filter(([key]) => !/^(transaction_|application_name$)/.test(key));
      this.#planKey = {of: this.#current, key: hashOf(JSON.stringify(values.sort()))};
    }
    return this.#planKey.key;
  }

  get state(): SettingsState {
    return {session: this.#session, current: this.#current};
  }

  restore({session, current}: SettingsState): void {
    if (this.#session === session && this.#current === current) return;
    this.#session = session;
    this.#current = current;
  }

  /** Drops the settings of `set local`, which end with their transaction. */
  forgetLocal(): void {
    if (!this.#isLocal) return;
    this.#isLocal = false;
    this.#current = this.#session;
  }

  /** `undefined` if there is no such parameter. */
  get(name: string): string | undefined {
    const key = name.toLowerCase();
    const set = this.#current.get(key);
    if (set !== undefined) return set;
    if (key === "transaction_isolation") return this.get("default_transaction_isolation");
    const parameter = parameterOf(name);
    return parameter && this.#defaultOf(parameter);
  }

  /** The value of a parameter that is a time, in ms; 0 if there is no limit. */
  durationMs(name: string): number {
    if (this.#durations.of !== this.#current) this.#durations = {of: this.#current, ms: new Map()};
    const known = this.#durations.ms.get(name);
    if (known !== undefined) return known;
    const parameter = parameterOf(name);
    const value = this.get(name) ?? "0";
    const ms = parameter && value !== "0" ? readNumber(parameter, value) : 0;
    this.#durations.ms.set(name, ms);
    return ms;
  }

  /** Throws 42704. */
  require(name: string): string {
    const value = this.get(name);
    if (value === undefined) throw new SqlError("42704", `unrecognized configuration parameter "${name}"`);
    return value;
  }

  /** Name, value and description of each parameter, as `show all` returns them. */
  all(): [string, string, string][] {
    return Array.from(allParameters(), parameter => [
      parameter.name,
      this.require(parameter.name),
      parameter.description,
    ]);
  }

  /** Throws Postgres' own error for an invalid name or value. */
  set(name: string, raw: string, isLocal = false): void {
    const key = name.toLowerCase();
    const parameter = parameterOf(name);
    if (!parameter && !/^[a-z_][\w$]*(\.[a-z_][\w$]*)+$/i.test(name))
      throw new SqlError("42704", `unrecognized configuration parameter "${name}"`);
    if (parameter) this.#refuseFixed(parameter, raw);
    const value = parameter ? checkedValue(parameter, raw) : raw;
    this.#checkRoom(key, value, parameter === undefined);
    this.#put(key, value, isLocal);
  }

  /** Resets the parameter to the value with which the session began. */
  reset(name: string, isLocal = false): void {
    const key = name.toLowerCase();
    const parameter = parameterOf(name);
    if (parameter?.fixed) throw new SqlError("55P02", `parameter "${parameter.name}" cannot be changed`);
    if (parameter) this.#put(key, undefined, isLocal);
    else if (this.#current.has(key)) this.#put(key, "", isLocal);
    else this.require(name);
  }

  resetAll(): void {
    const own = [...this.#current.keys()].filter(key => !parameterOf(key));
    this.#session = new Map([...this.#startup, ...own.map(key => [key, ""] as const)]);
    this.#current = this.#session;
  }

  /** From now on, `reset` restores the values that the client has set so far. */
  begin(): void {
    this.#startup = this.#session;
  }

  /** The reported parameters whose values have changed since they were last reported to the client. */
  *changes(): Iterable<[string, string]> {
    if (this.#reportedValues === this.#current) return;
    for (const name of REPORTED) {
      const value = this.get(name);
      if (value === undefined || this.#reported.get(name) === value) continue;
      this.#reported.set(name, value);
      yield [name, value];
    }
    this.#reportedValues = this.#current;
  }

  #checkRoom(key: string, value: string, isOwn: boolean): void {
    const hint = "RESET settings that are no longer needed, or DISCARD ALL.";
    const held = this.#current;
    if (isOwn && !held.has(key) && held.size >= LIMITS.settings)
      throw tooMany("settings", LIMITS.settings, hint);
    let characters = key.length + value.length;
    for (const [name, text] of held) if (name !== key) characters += name.length + text.length;
    if (characters > LIMITS.settingTexts) throw tooLarge("settings", LIMITS.settingTexts, hint);
  }

  #put(key: string, value: string | undefined, isLocal: boolean): void {
    const changed = (values: Values) => {
      const copy = new Map(values);
      const begun = value ?? this.#startup.get(key);
      if (begun === undefined) copy.delete(key);
      else copy.set(key, begun);
      return copy;
    };
    const areSame = this.#current === this.#session;
    this.#current = changed(this.#current);
    if (isLocal) this.#isLocal = true;
    else this.#session = areSame ? this.#current : changed(this.#session);
  }

  #refuseFixed(parameter: Parameter, raw: string): void {
    const {name, fixed} = parameter;
    if (fixed || name === "is_superuser")
      throw new SqlError("55P02", `parameter "${name}" cannot be changed`);
    if (name === "transaction_read_only" && checkedValue(parameter, raw) === "off")
      throw new SqlError("0A000", "cannot set transaction read-write mode during recovery");
    if ((name === "session_authorization" || name === "role") && raw !== "none" && raw !== this.get(name))
      throw new SqlError(
        "42501",
        `permission denied to set ${name === "role" ? "role" : "session authorization"} "${raw}"`,
      );
    if (name === "standard_conforming_strings" && checkedValue(parameter, raw) === "off")
      throw new SqlError("0A000", "backslashes in strings are only read as escapes in E'…'");
  }

  #defaultOf(parameter: Parameter): string {
    return this.#defaults.get(parameter.name.toLowerCase()) ?? defaultOf(parameter);
  }
}
