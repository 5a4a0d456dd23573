import { describe, expect, it, vi } from 'vitest'
import { createConfirmSeat, EMPTY_CONFIRM_VIEW, type ConfirmPort } from '../../../electron/core/instructions/confirm-seat.js'
import { listeners } from '../../../electron/core/live.js'
import { coveredBy } from '../../../electron/shell/covered.js'

function queue(waiting: number) {
  const changed = listeners<void>()
  const attention = listeners<number>()
  const desk = {
    confirm: { get: () => ({ ...EMPTY_CONFIRM_VIEW, waiting }), subscribe: (listener: () => void) => changed.add(listener) },
    onAttention: (listener: (count: number) => void) => attention.add(listener), window: vi.fn(), later: vi.fn(),
  } satisfies ConfirmPort
  return { desk, changed, attention }
}
const shown = { visible: true, focused: true, covered: false, bounds: { x: 0, y: 0, width: 10, height: 10 } }

describe('the seat of the confirm window', () => {
  it('shows whichever queue sits in it, and tells a new one where the window stands', () => {
    const seat = createConfirmSeat()
    const [first, second] = [queue(1), queue(2)]
    const seen: number[] = []
    const calls: number[] = []
    seat.port.confirm.subscribe(() => seen.push(seat.port.confirm.get().waiting))
    seat.port.onAttention((waiting) => calls.push(waiting))
    expect(seat.port.confirm.get()).toEqual(EMPTY_CONFIRM_VIEW)
    seat.sit(first.desk)
    expect(first.desk.window).not.toHaveBeenCalled()
    seat.port.window(shown)
    expect(first.desk.window).toHaveBeenCalledWith(shown)
    seat.sit(second.desk)
    expect(second.desk.window).toHaveBeenCalledWith(shown)
    first.changed.emit()
    first.attention.emit(9)
    second.attention.emit(2)
    seat.port.later(null)
    expect(first.desk.later).not.toHaveBeenCalled()
    expect(second.desk.later).toHaveBeenCalledWith(null)
    seat.sit(null)
    expect(seen).toEqual([1, 2, 0])
    expect(calls).toEqual([2])
  })
})

describe('rule 18: covered', () => {
  const window = { x: 100, y: 100, width: 200, height: 200 }
  it('is any part under another window, not an edge beside it', () => {
    expect(coveredBy(window, [])).toBe(false)
    expect(coveredBy(window, [{ x: 300, y: 100, width: 50, height: 50 }])).toBe(false)
    expect(coveredBy(window, [{ x: 0, y: 0, width: 101, height: 101 }])).toBe(true)
    expect(coveredBy(window, [{ x: 0, y: 0, width: 900, height: 900 }])).toBe(true)
  })
})
