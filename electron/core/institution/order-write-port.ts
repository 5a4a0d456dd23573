import type { Result } from '../../../shared/domain/result.js'
import type { ProviderFailure } from '../provider-failure.js'

/** An order as Order Detail shows it: how it ended, and its terms as text. */
export interface SeenOrder {
  readonly clientOrderId: string
  readonly end: 'cancelled' | 'other' | null
  readonly terms: Readonly<Record<string, string>>
}

/** Order Detail of the Broker API; it changes nothing. */
export interface OrderWriteReads {
  /** Returns the order and those sent with it; empty where the broker knows no such order. */
  detail(
    accountId: string,
    clientOrderId: string,
  ): Promise<Result<readonly SeenOrder[], ProviderFailure>>
}
