import { describe, expect, test } from 'vitest'
import { createIdempotencyKeys } from '../../../../../electron/core/instructions/queue/idempotency-keys.js'
import type { ConnectionId, InstructionId } from '../../../../../shared/domain/ids.js'

const ME = 'a1' as ConnectionId
const OTHER = 'b2' as ConnectionId
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const ids = (...texts: string[]) => texts as unknown as readonly InstructionId[]

describe('SEC-23: an idempotency key', () => {
  const withOneKey = () => {
    const keys = createIdempotencyKeys()
    keys.remember(ME, { key: 'k1', digest: 'd1', ids: ids('1'), now: 1_000 })
    return keys
  }

  test('finds the same request, and a conflict for another one, within its connection only', () => {
    const keys = withOneKey()
    expect([
      keys.find(ME, 'k1', 'd1', 1_001),
      keys.find(ME, 'k1', 'd2', 1_001),
      keys.find(OTHER, 'k1', 'd1', 1_001),
      keys.find(ME, 'k2', 'd2', 1_001),
    ]).toEqual([
      { found: 'same', ids: ['1'] },
      { found: 'conflict' },
      { found: 'new' },
      { found: 'new' },
    ])
  })

  test('is valid for one day, to the millisecond', () => {
    const keys = withOneKey()
    expect([
      keys.find(ME, 'k1', 'd2', 1_000 + DAY - 1).found,
      keys.find(ME, 'k1', 'd2', 1_000 + DAY).found,
    ]).toEqual(['conflict', 'new'])
  })

  test('is not needed to find the same request within a minute', () => {
    const keys = withOneKey()
    for (const key of [null, 'k9']) {
      expect([
        keys.find(ME, key, 'd1', 1_000 + MINUTE - 1),
        keys.find(ME, key, 'd1', 1_000 + MINUTE),
      ]).toEqual([{ found: 'same', ids: ['1'] }, { found: 'new' }])
    }
    expect(keys.find(OTHER, null, 'd1', 1_001)).toEqual({ found: 'new' })
  })

  test('does not expire when the clock is set back', () => {
    const keys = withOneKey()
    expect([keys.find(ME, 'k1', 'd2', 0).found, keys.find(ME, null, 'd1', 0).found]).toEqual([
      'conflict',
      'same',
    ])
  })

  test('keeps the meaning that it got first', () => {
    const keys = withOneKey()
    keys.remember(ME, { key: 'k1', digest: 'd2', ids: ids('2'), now: 1_500 })
    expect([keys.find(ME, 'k1', 'd1', 2_000), keys.find(ME, null, 'd2', 2_000)]).toEqual([
      { found: 'same', ids: ['1'] },
      { found: 'same', ids: ['2'] },
    ])
    keys.remember(ME, { key: 'k3', digest: 'd1', ids: ids('3'), now: 2_000 })
    expect(keys.find(ME, null, 'd1', 2_001)).toEqual({ found: 'same', ids: ['1'] })
  })

  test('can get a new meaning after it expired, while newer keys stay', () => {
    const keys = withOneKey()
    keys.remember(ME, { key: 'k2', digest: 'd2', ids: ids('2'), now: 1_000 + DAY - 1 })
    expect(keys.find(ME, 'k1', 'd9', 1_000 + DAY - 1).found).toBe('conflict')
    keys.remember(ME, { key: 'k1', digest: 'd3', ids: ids('3'), now: 1_000 + DAY })
    expect([
      keys.find(ME, 'k1', 'd3', 1_000 + DAY),
      keys.find(ME, 'k2', 'd9', 1_000 + DAY).found,
    ]).toEqual([{ found: 'same', ids: ['3'] }, 'conflict'])
    keys.remember(ME, { key: 'k4', digest: 'd3', ids: ids('4'), now: 1_000 + DAY + MINUTE })
    expect(keys.find(ME, null, 'd3', 1_000 + DAY + MINUTE + 1)).toEqual({
      found: 'same',
      ids: ['4'],
    })
  })
})
