import type { ChannelHealth } from '../../shared/domain/session/health.js'

/** State of a long-lived connection, as it reports it; the collector adds `channel`. */
export type ChannelReport = Pick<ChannelHealth, 'state' | 'lastMessageAt' | 'latencyMs' | 'detail'>
