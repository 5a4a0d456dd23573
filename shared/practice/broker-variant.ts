import { z } from 'zod'

/**
 * How the practice exchange plays the broker where brokers' accounts, registrations and networks
 * differ: each member is a situation that a client must get through. A start begins with
 * {@link USUAL_BROKER}.
 */
export const zBrokerVariant = z.strictObject({
  /** The redirect addresses of the application's registration; null: any loopback port. */
  redirects: z.array(z.string()).nullable(),
})
export type BrokerVariant = z.infer<typeof zBrokerVariant>

/** The members to change; absent ones stay. */
export const zBrokerVariantChange = zBrokerVariant.partial()
export type BrokerVariantChange = z.infer<typeof zBrokerVariantChange>

/** The broker as its pages describe it. */
export const USUAL_BROKER: BrokerVariant = { redirects: null }
