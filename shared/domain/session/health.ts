import type { EpochMs } from '../time.js'
import type { Message } from '../../messages/message.js'

/** The channels to the broker: HTTP calls, trade events, market data. */
export const CHANNELS = ['api', 'events', 'market'] as const
export type Channel = (typeof CHANNELS)[number]

/**
 * How market data arrives: by the stream over TLS or inside a WebSocket, at this port, or by quotes
 * that are read again after `everyMs` because no stream can be reached.
 */
export type MarketWay =
  | { readonly kind: 'tls' | 'websocket'; readonly port: number }
  | { readonly kind: 'polling'; readonly everyMs: number }

/** The state of one channel. */
export interface ChannelHealth {
  readonly channel: Channel
  readonly state: 'connecting' | 'live' | 'stale' | 'down' | 'stopped'
  /** Since when it has this state; of market data that is connected, since it connected. */
  readonly since: EpochMs
  readonly lastMessageAt: EpochMs | null
  /**
   * For `api`, the round trip of the latest request; for streams, the delay from publishing to
   * receiving. In ms.
   */
  readonly latencyMs: number | null
  readonly detail: Message | null
  /** Of market data, while it arrives. */
  readonly way?: MarketWay
}

/**
 * The used part of a request budget: of one operation of the app key, of all market data, or of all
 * calls of one Connect user.
 */
export interface Budget {
  readonly scope: 'endpoint' | 'market-data' | 'user'
  readonly operation: string
  readonly used: number
  readonly limit: number
  readonly windowSeconds: number
  /** The part of `limit` that only orders, cancels and Order Detail may use. */
  readonly reserved: number
  /**
   * Milliseconds until the budget is unused again, and until the provider accepts requests after a
   * 429.
   */
  readonly resetsInMs: number
  readonly blockedForMs: number
}

/** The state of every channel and request budget. */
export interface HealthView {
  readonly channels: readonly ChannelHealth[]
  /** The budget that is closest to its limit now. */
  readonly budget: Budget | null
  /** Every budget in use now, the fullest first. */
  readonly budgets: readonly Budget[]
}
