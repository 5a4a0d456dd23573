import type { Channel, HealthView } from '../../shared/domain/session/health.js'

/**
 * Returns when a channel that is not live last received a message; null while it is live, or when
 * it never received one.
 */
export function staleSince(health: HealthView | null, channel: Channel): number | null {
  const found = health?.channels.find((candidate) => candidate.channel === channel)
  return found === undefined || found.state === 'live' ? null : found.lastMessageAt
}
