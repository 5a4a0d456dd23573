import { ASSUMPTIONS } from './assumptions.js'

/** MQTT inside a WebSocket: its path, its subprotocol and its published port (MARKET-10). */
export const MARKET_WEB_SOCKET = { path: '/mqtt', protocol: 'mqtt', port: 8883 } as const

/** The port of encrypted web traffic, which most networks leave open. */
const WEB_PORT = 443

/**
 * Returns the ports at which a host serves the market stream inside a WebSocket, the preferred
 * first. The page of the stream names one, and production's host only (MARKET-10).
 */
export const webSocketPorts = (environment: 'sandbox' | 'production'): readonly number[] => [
  ...(environment === 'production' || ASSUMPTIONS.unpublishedMarketRoutes
    ? [MARKET_WEB_SOCKET.port]
    : []),
  ...(ASSUMPTIONS.unpublishedMarketRoutes ? [WEB_PORT] : []),
]
