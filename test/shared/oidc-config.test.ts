import {describe, expect, test} from "bun:test";
import {readConfig} from "../../shared/core/config.ts";

const GOOD = {
  OIDC_ISSUER: "https://id.example.com/realms/acme",
  OIDC_CLIENT_ID: "analytics",
  OIDC_CLIENT_SECRET: "hush-hush",
};

const read = (environment: Record<string, string>) =>
  readConfig({
    DATABASE_URL: "postgres://localhost/x",
    ENCRYPTION_KEY: Buffer.alloc(32).toString("base64"),
    ...environment,
  });

describe("the configuration of single sign-on", () => {
  test("is off without its variables", () => {
    expect(read({})).toMatchObject({oidc: undefined, passwordSignIn: true});
  });

  test("has defaults that admit members and nobody else", () => {
    expect(read(GOOD).oidc).toEqual({
      issuer: GOOD.OIDC_ISSUER,
      clientId: "analytics",
      clientSecret: "hush-hush",
      scopes: "openid email profile",
      name: "id.example.com",
      allowedDomains: undefined,
      createSeat: undefined,
      teamsClaim: undefined,
      attributes: [],
      admins: undefined,
    });
  });

  test("reads domains, attributes and groups", () => {
    const {oidc} = read({
      ...GOOD,
      OIDC_ALLOWED_DOMAINS: "Example.com, @bücher.example = org_1,*",
      OIDC_CREATE: "viewer",
      OIDC_ATTRIBUTES: "region=regions, country = address.country",
      OIDC_GROUPS_CLAIM: "https://example.com/groups",
      OIDC_ADMIN_GROUPS: "a, b",
    });
    expect(oidc).toMatchObject({
      allowedDomains: [
        {domain: "example.com", orgId: undefined},
        {domain: "xn--bcher-kva.example", orgId: "org_1"},
        {domain: "*", orgId: undefined},
      ],
      createSeat: "viewer",
      attributes: [
        {attribute: "region", claim: "regions"},
        {attribute: "country", claim: "address.country"},
      ],
      admins: {claim: "https://example.com/groups", groups: ["a", "b"]},
    });
  });

  test.each([
    [{OIDC_CLIENT_SECRET: ""}, "OIDC_CLIENT_SECRET is missing"],
    [{OIDC_ISSUER: "http://id.example.com"}, "OIDC_ISSUER must be"],
    [{OIDC_ISSUER: "https://user:pass@id.example.com"}, "OIDC_ISSUER must be"],
    [{OIDC_SCOPES: "email"}, "openid"],
    [{OIDC_CREATE: "editor"}, "OIDC_ALLOWED_DOMAINS"],
    [{OIDC_CREATE: "yes"}, "OIDC_CREATE"],
    [{OIDC_ALLOWED_DOMAINS: "exa mple"}, "OIDC_ALLOWED_DOMAINS"],
    [{OIDC_ALLOWED_DOMAINS: "example.com=acme"}, "org_…"],
    [{OIDC_ATTRIBUTES: "region"}, "attribute=claim"],
    [{OIDC_ATTRIBUTES: "a=b,a=c"}, "twice"],
    [{OIDC_ADMIN_GROUPS: "a"}, "go together"],
    [{OIDC_GROUPS_CLAIM: "a"}, "go together"],
    [{OIDC_TEAMS_CLAIM: "a b"}, "OIDC_TEAMS_CLAIM"],
    [{PASSWORD_SIGN_IN: "maybe"}, "PASSWORD_SIGN_IN"],
  ])("with %p is refused with the variable and the remedy, and never with the secret", (changes, message) => {
    let fault = "";
    try {
      read({...GOOD, ...changes});
    } catch (error) {
      fault = String(error);
    }
    expect(fault).toContain(message);
    expect(fault).not.toContain("hush-hush");
  });

  test("is required if password sign-in is switched off", () => {
    expect(() => read({PASSWORD_SIGN_IN: "false"})).toThrow("nobody could sign in");
  });
});
