import type { EpochMs } from '../time.js'

/**
 * What a person should have seen before the first order with real money: an order that filled in
 * the sandbox, limits of their own, a lock, and a halt that was tried.
 */
export const PRODUCTION_CHECKS = ['sandbox-order', 'limits', 'halt', 'lock'] as const
export type ProductionCheck = (typeof PRODUCTION_CHECKS)[number]

/** One entry of the checklist, derived from what happened. */
export interface ProductionCheckResult {
  readonly check: ProductionCheck
  readonly done: boolean
  /** When it happened; null where that is not recorded. */
  readonly doneAt: EpochMs | null
  /** The name of the profile in which it happened; null where it belongs to none. */
  readonly profile: string | null
}

/** The checklist of a production profile, in the order of its checks. */
export interface ProductionChecklist {
  readonly complete: boolean
  readonly checks: readonly ProductionCheckResult[]
}
