import type { Tokenizer, TruncationPolicy, TruncationReport, truncate } from 'millrace';

export const tokenizer: Tokenizer;
export function forget(): void;
export interface EstimateRow {
  name: string;
  pieces: number;
  least: number;
  median: number;
  mean: number;
  most: number;
  quarter: number;
}
export function estimateRow(
  library: { estimateTokens(text: string): number },
  name: string,
  pieces: readonly string[],
): EstimateRow;
export function kindPieces(kind: string): string[];
export const LIMITS: readonly number[];
export interface BudgetRow {
  name: string;
  cuts: { limit: number; text: string; report: TruncationReport; counts: number; tokens: number }[];
}
export function budgetRow(
  library: { truncate: typeof truncate; TruncationPolicy: typeof TruncationPolicy },
  kind: string,
): BudgetRow;
export function estimateLine(row: EstimateRow): string;
export function budgetLine(row: BudgetRow): string;
export function bothLine(estimate: EstimateRow, budget: BudgetRow): string;
