import type { EpochMs } from '../time.js'

/** What a request of the console does to an order of a customer. */
export const ORDER_WRITE_KINDS = ['place', 'replace', 'cancel'] as const
export type OrderWriteKind = (typeof ORDER_WRITE_KINDS)[number]

/**
 * What became of a request that changes an order. `sending`: no answer yet. `checking`: it may have
 * had its effect, and the broker is asked until that is known. `no-effect`: the broker has shown
 * that it had none.
 */
export const ORDER_WRITE_STATES = [
  'sending',
  'done',
  'rejected',
  'not-sent',
  'checking',
  'no-effect',
] as const
export type OrderWriteState = (typeof ORDER_WRITE_STATES)[number]

/** A request of the console that changes an order, as windows see it. */
export interface OrderWriteRow {
  readonly ref: string
  readonly sentAt: EpochMs
  readonly kind: OrderWriteKind
  readonly accountId: string
  readonly clientOrderId: string
  readonly state: OrderWriteState
}
