import type { Environment } from '../../../shared/domain/environment.js'
import {
  USUAL_BROKER,
  zBrokerVariant,
  type BrokerVariant,
  type BrokerVariantChange,
} from '../../../shared/practice/broker-variant.js'

/**
 * True where calls need the app key's token while the variant of the broker is the usual one. What
 * the exchange says of it and what it checks must be the same.
 */
export const usuallyNeedsToken = (environment: Environment): boolean => environment !== 'sandbox'

/** The variant of the broker that the exchange plays now. */
export class Variants {
  #current: BrokerVariant = USUAL_BROKER

  get current(): BrokerVariant {
    return this.#current
  }

  /** Changes the members that are present, and returns the whole. */
  change(change: BrokerVariantChange): BrokerVariant {
    this.#current = zBrokerVariant.parse({ ...this.#current, ...change })
    return this.#current
  }
}
