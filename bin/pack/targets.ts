/** A system that an archive is made for. */
export interface Target {
  /** The name of the target in the archive's name: `linux-x64`. */
  name: string;
  os: "linux" | "darwin";
  cpu: "x64" | "arm64";
  runtime: Runtime;
}

/** The runtime's package, which is checked against the digest that it had when this version was chosen. */
interface Runtime {
  package: string;
  /** https://www.w3.org/TR/SRI/ */
  integrity: string;
}

/** The version that the scripts of package.json name. */
export const RUNTIME_VERSION = "1.4.5";

export const TARGETS: readonly Target[] = [
  {
    name: "linux-x64",
    os: "linux",
    cpu: "x64",
    runtime: {
      package: "@oven/bun-linux-x64",
      integrity:
        "sha512-IWX9BELoGHAUtMonkeSaNaZwXzRk+oDw6Mk+HBFXd3KHYIBNBsIGRupMZPcgNoDbJpLu6gAJjIoIVPZtt1aJ1g==",
    },
  },
  {
    name: "linux-arm64",
    os: "linux",
    cpu: "arm64",
    runtime: {
      package: "@oven/bun-linux-aarch64",
      integrity:
        "sha512-4BXmsSKnjOrlGWqZV4x/oWa7AVoR+B6lCXddMzOAXBIm3t50eslg9wb66gmtW1AamEQ1l1CDvmmruysEhqOWMg==",
    },
  },
  {
    name: "darwin-x64",
    os: "darwin",
    cpu: "x64",
    runtime: {
      package: "@oven/bun-darwin-x64",
      integrity:
        "sha512-qkLPMGHZM9NI6CeHTWwVezzmlo6cC4Ta7yUAjYIWXS366qQcOlcp75t2uZyiuVRBMPS0h9qE0tCcvCHGaFqjJg==",
    },
  },
  {
    name: "darwin-arm64",
    os: "darwin",
    cpu: "arm64",
    runtime: {
      package: "@oven/bun-darwin-aarch64",
      integrity:
        "sha512-4MIFXHmctH2EhAxLXm2/qxNtv17dFtLJylvaOCsrgq6KSqHTs6eW5YSrJjRbJxYUJaR901fsN8JfZOa+CsWpWQ==",
    },
  },
];
