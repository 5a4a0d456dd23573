/**
 * How often what happened to an assistant's instructions. `sent` are orders: those that were
 * placed, and each stands in one of the seven after it.
 */
export const SCORE_COUNTS = [
  'asked',
  'countersigned',
  'allowed',
  'changed',
  'declined',
  'expired',
  'revoked',
  'withdrawn',
  'refused',
  'notSent',
  'sent',
  'filled',
  'partly',
  'working',
  'cancelled',
  'rejected',
  'unknown',
] as const
export type ScoreCount = (typeof SCORE_COUNTS)[number]
