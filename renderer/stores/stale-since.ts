import type { Channel, HealthView } from '../../shared/ipc/views.js'

/**
 * When a channel that is not live was last heard; null while it is live, and when it was never
 * heard.
 */
export function staleSince(health: HealthView | null, channel: Channel): number | null {
  const found = health?.channels.find((candidate) => candidate.channel === channel)
  return found === undefined || found.state === 'live' ? null : found.lastMessageAt
}
