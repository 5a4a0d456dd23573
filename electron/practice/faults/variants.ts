import {
  USUAL_BROKER,
  zBrokerVariant,
  type BrokerVariant,
  type BrokerVariantChange,
} from '../../../shared/practice/broker-variant.js'

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
