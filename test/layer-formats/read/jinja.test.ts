import {describe, expect, test} from "bun:test";
import {renderTemplate} from "../../../shared/modeling/layer-formats/dbt/jinja.ts";

const TASK = {
  templates: [],
  vars: {tier: "gold", count: 3, long: "x".repeat(4000), list: ["a", "b"]},
  env: {HOME: "/home"},
  target: {name: "prod", schema: "main", database: "db"},
};

const rendered = (text: string) => renderTemplate(text, TASK);

describe("a template of a project", () => {
  test.each([
    ["plain", "plain"],
    ["{{ var('tier') }}_{{ target.name }}", "gold_prod"],
    ["{{ var('absent', '}} is text') }}", "}} is text"],
    ["{{ '{% is text' ~ var('count') }}", "{% is text3"],
    ["{{ env_var('HOME') | upper }}", "/HOME"],
    ["{{ 'a' if target.name in ['prod', 'ci'] and not false else 'b' }}", "a"],
    ["{{ var('tier') | default('x') if target.schema is defined else none }}", "gold"],
  ])("%s is evaluated", (text, expected) => {
    expect(rendered(text)).toEqual({text: expected});
  });

  test.each([
    `{{ "}}" ~ ("a" * 1000000000) }}`,
    `{{ '}}' ~ range(3)|join('') }}`,
    `{{ "}}" ~ ("a" | replace("a", "aaaa")) }}`,
    `{{ "}}" ~ "a".replace("a", "aaaa") }}`,
    `{{ "}}" ~ namespace() }}`,
    `{{ "}}".constructor }}`,
    `{{ var.constructor }}`,
    `{{ target['name'] }}`,
    `{{ "%s" % 1 }}`,
    `{{ 2 ** 9999 }}`,
    `{{ "a".center(1000000000) }}`,
    `{{ var(*["tier"]) }}`,
    `{{ "a"[0:1] }}`,
    `{{ {"a": 1} }}`,
    `{{ "{#" }}{% for a in [1] %}{{ a }}{% endfor %}`,
    `{%- set x = 1 -%}{{ "}}" ~ x }}`,
    `{{ namespace() }}`,
    `{{ target }}`,
    `{{ var }}`,
    `{{ var('list') }}`,
    `{{ var('__proto__') }}`,
    `{{ env_var('PATH') }}`,
    "{{ (".repeat(1000),
  ])("%s is refused", text => {
    expect(rendered(text)).toEqual({fault: expect.any(String)});
  });

  test("is limited in the length of its values", () => {
    expect(rendered("{{ var('long') ~ var('long') }}")).toEqual({text: "x".repeat(8000)});
    expect(rendered("{{ var('long') ~ var('long') ~ var('long') }}")).toEqual({
      fault: "its values are longer than 10000 characters",
    });
  });
});
