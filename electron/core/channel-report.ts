import type { ChannelHealth } from '../../shared/domain/session/health.js'

/**
 * State of a long-lived connection, as it reports it; the collector adds `channel`, and `since`
 * where the report has none.
 */
export type ChannelReport = Pick<
  ChannelHealth,
  'state' | 'lastMessageAt' | 'latencyMs' | 'detail'
> &
  Partial<Pick<ChannelHealth, 'since' | 'way'>>
