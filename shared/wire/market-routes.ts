import { ASSUMPTIONS } from './assumptions.js'

/** MQTT inside a WebSocket: its path, its subprotocol and its published port (MARKET-10). */
export const MARKET_WEB_SOCKET = { path: '/mqtt', protocol: 'mqtt', port: 8883 } as const

/** The port of encrypted web traffic, which most networks leave open. */
const WEB_PORT = 443

/**
 * Returns the published ports at which a host serves the market stream inside a WebSocket: the page
 * of the stream names one, and production's host only (MARKET-10).
 */
export const publishedWebSocketPorts = (
  environment: 'sandbox' | 'production',
): readonly number[] => (environment === 'production' ? [MARKET_WEB_SOCKET.port] : [])

/** Returns the ports to try, the preferred first. */
export const webSocketPorts = (environment: 'sandbox' | 'production'): readonly number[] =>
  ASSUMPTIONS.unpublishedMarketRoutes
    ? [MARKET_WEB_SOCKET.port, WEB_PORT]
    : publishedWebSocketPorts(environment)
