import { describe, expect, it } from 'vitest'
import { staleSince } from '../../../../renderer/stores/context.js'
import { epochMs } from '../../../../shared/domain/time.js'
import type { ChannelHealth, HealthView } from '../../../../shared/domain/session/health.js'

const health = (state: ChannelHealth['state'], lastMessageAt: number | null): HealthView => ({
  channels: [
    {
      channel: 'market',
      state,
      since: epochMs(5),
      lastMessageAt: lastMessageAt === null ? null : epochMs(lastMessageAt),
      latencyMs: null,
      detail: null,
    },
  ],
  budget: null,
  budgets: [],
})

describe("the age of a channel's data", () => {
  it('starts at its last message, in every state but live', () => {
    for (const state of ['connecting', 'stale', 'down', 'stopped'] as const) {
      expect(staleSince(health(state, 7), 'market')).toBe(7)
    }
    expect(staleSince(health('live', 7), 'market')).toBeNull()
  })

  it('REL-41: starts at its last message in a window that is behind, although it is live', () => {
    expect(staleSince(health('live', 7), 'market', true)).toBe(7)
    expect(staleSince(health('live', null), 'market', true)).toBeNull()
  })

  it('is null before any message', () => {
    expect(staleSince(health('connecting', null), 'market')).toBeNull()
    expect(staleSince(null, 'market')).toBeNull()
    expect(staleSince(health('down', 7), 'events')).toBeNull()
  })
})
