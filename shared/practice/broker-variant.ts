import { z } from 'zod'

/** What a network does with connections to one port: it may refuse, swallow or cut them. */
const zNetworkPath = z.enum(['open', 'refused', 'silent', 'cut'])
export type NetworkPath = z.infer<typeof zNetworkPath>

/**
 * How the practice exchange plays the broker where brokers' accounts, registrations and networks
 * differ: each member is a situation that a client must get through. A start begins with
 * {@link USUAL_BROKER}.
 */
export const zBrokerVariant = z.strictObject({
  /** The redirect addresses of the application's registration; null: any loopback port. */
  redirects: z.array(z.string()).nullable(),
  /** What `/openapi/config` says: as the environment, that no token is checked, or nothing. */
  config: z.enum(['usual', 'unchecked', 'missing']),
  /** Whether calls need the app key's token; `usual`: as the environment. */
  tokenCheck: z.enum(['usual', 'required', 'none']),
  /** Whether the application may create such a token. */
  createToken: z.enum(['served', 'refused']),
  /** Whether the token of a sign-in in the browser opens market data too. */
  bearerMarketData: z.boolean(),
  /** Whether the login page and Create Access Token accept the members of PKCE. */
  pkce: z.enum(['accepted', 'refused']),
  /** Where the browser may begin: also at the login page, or only at the API, which leads to it. */
  loginEntry: z.enum(['page', 'code']),
  /** What the network does with the market stream: MQTT over TLS, and inside a WebSocket. */
  marketStream: z.strictObject({ tls: zNetworkPath, webSocket: zNetworkPath }),
})
export type BrokerVariant = z.infer<typeof zBrokerVariant>

/** The members to change; absent ones stay. */
export const zBrokerVariantChange = zBrokerVariant.partial()
export type BrokerVariantChange = z.infer<typeof zBrokerVariantChange>

/** The broker as its pages describe it. */
export const USUAL_BROKER: BrokerVariant = {
  redirects: null,
  config: 'usual',
  tokenCheck: 'usual',
  createToken: 'served',
  bearerMarketData: false,
  pkce: 'accepted',
  loginEntry: 'page',
  marketStream: { tls: 'open', webSocket: 'open' },
}
