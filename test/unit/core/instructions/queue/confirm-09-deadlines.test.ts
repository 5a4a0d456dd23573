import { describe, expect, it } from 'vitest'
import { Deadlines } from '../../../../../electron/core/instructions/queue/deadlines.js'
import type { ClockPort } from '../../../../../electron/core/ports.js'
import type { Instruction } from '../../../../../shared/domain/instructions/instruction.js'
import { epochMs } from '../../../../../shared/domain/time.js'

describe('CONFIRM-9: the deadline of a request', () => {
  it('is its time of expiry between its storing and its card, while the rule is written', () => {
    let now = 1_000_000
    const clock: ClockPort = { now: () => epochMs(now), monotonic: () => now }
    const deadlines = new Deadlines(clock)
    const stored = { id: 'a', expiresAt: epochMs(now + 900_000) } as unknown as Instruction
    now += 300
    expect(deadlines.isOver(stored)).toBe(false)
    now += 900_000
    expect(deadlines.isOver(stored)).toBe(true)
  })
})
