import {Type} from "@sinclair/typebox";

const OPERATORS = [">", ">=", "<", "<=", "=", "!="] as const;

export const ThresholdOperator = Type.Union(
  OPERATORS.map(operator => Type.Literal(operator)),
  {apiDescription: "How the measure, or its change, is compared"},
);
export type ThresholdOperator = (typeof OPERATORS)[number];

const MEETS: Readonly<Record<ThresholdOperator, (value: number, threshold: number) => boolean>> = {
  ">": (value, threshold) => value > threshold,
  ">=": (value, threshold) => value >= threshold,
  "<": (value, threshold) => value < threshold,
  "<=": (value, threshold) => value <= threshold,
  "=": (value, threshold) => value === threshold,
  "!=": (value, threshold) => value !== threshold,
};

export function meetsThreshold(value: number, operator: ThresholdOperator, threshold: number): boolean {
  return MEETS[operator](value, threshold);
}
