import {Type} from "@sinclair/typebox";
import {invalidAt, ServiceError} from "../../../core/errors.ts";
import {parserOf} from "../../../core/validate.ts";
import {closed, Name, secret} from "../fields.ts";
import {describeType} from "./type.ts";

const FIELDS = Type.Object(
  {
    projectId: Type.Optional(
      Type.String({
        pattern: "^[a-z0-9.:-]{4,100}$",
        description:
          "The Google Cloud project that runs and pays for the queries. Default: that of the service account.",
      }),
    ),
    serviceAccount: secret("The content of a service account's JSON key file, as text.", 20_000),
    dataset: Type.Optional(Name({maxLength: 1024, description: "The dataset of table names without one."})),
    location: Type.Optional(
      Type.String({
        pattern: "^[A-Za-z0-9-]{1,50}$",
        description: "Where queries run, such as `EU` or `europe-west3`.",
      }),
    ),
    maximumBytesBilled: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: "In bytes: a query that would be billed for more fails, and costs nothing.",
      }),
    ),
  },
  closed,
);

const parseKeyFile = parserOf(
  Type.Object({
    client_email: Type.String(),
    private_key: Type.String(),
    project_id: Type.Optional(Type.String()),
  }),
  "service account",
);

/** The service account that a key file describes. */
export function serviceAccountOf(text: string): {
  clientEmail: string;
  privateKey: string;
  projectId?: string;
} {
  try {
    const file = parseKeyFile(JSON.parse(text));
    return {
      clientEmail: file.client_email,
      privateKey: file.private_key,
      ...(file.project_id === undefined ? {} : {projectId: file.project_id}),
    };
  } catch (cause) {
    const message =
      "A service account's key file is JSON with `client_email` and `private_key`: paste the whole file.";
    const errors = [{path: "/config/serviceAccount", message}];
    throw new ServiceError("invalid_request", message, {errors, cause});
  }
}

export const bigquery = describeType("bigquery", {
  title: "BigQuery",
  fields: FIELDS,
  secrets: ["serviceAccount"],
  anchors: [],
  complete: fields => {
    const {projectId: own} = serviceAccountOf(fields.serviceAccount);
    const projectId = fields.projectId ?? own;
    if (projectId === undefined || !/^[a-z0-9.:-]+$/.test(projectId)) {
      throw invalidAt("/config/projectId", "The `projectId` is needed: the service account names none.");
    }
    return {...fields, projectId};
  },
});
