/**
 * Counters of an assistant's instructions. `sent` counts placed orders; each is also counted in one
 * of the six after it.
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
