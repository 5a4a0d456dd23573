import { describe, expect, it } from 'vitest'
import { silentSince } from '../../../renderer/stores/silence.js'
import { epochMs } from '../../../shared/domain/time.js'
import type { ChannelHealth, HealthView } from '../../../shared/ipc/views.js'

const health = (state: ChannelHealth['state'], lastHeardAt: number | null): HealthView => ({
  channels: [
    {
      channel: 'market',
      state,
      since: epochMs(5),
      lastHeardAt: lastHeardAt === null ? null : epochMs(lastHeardAt),
      latencyMs: null,
      detail: null,
    },
  ],
  budget: null,
  budgets: [],
})

describe('what a silent channel brought', () => {
  it('is old since it was last heard, in every state but live', () => {
    for (const state of ['connecting', 'stale', 'down', 'stopped'] as const) {
      expect(silentSince(health(state, 7), 'market')).toBe(7)
    }
    expect(silentSince(health('live', 7), 'market')).toBeNull()
  })

  it('has no age before anything was heard', () => {
    expect(silentSince(health('connecting', null), 'market')).toBeNull()
    expect(silentSince(null, 'market')).toBeNull()
    expect(silentSince(health('down', 7), 'events')).toBeNull()
  })
})
