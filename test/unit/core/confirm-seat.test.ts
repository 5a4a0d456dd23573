import { describe, expect, it, vi } from 'vitest'
import { createConfirmDesk } from '../../../electron/core/instructions/confirm-desk.js'
import {
  createConfirmSeat,
  EMPTY_CONFIRM_VIEW,
  type ConfirmPort,
} from '../../../electron/core/instructions/confirm-seat.js'
import type { InstructionDesk } from '../../../electron/core/instructions/instruction-desk-port.js'
import { listeners } from '../../../electron/core/live.js'
import { coveredBy } from '../../../electron/shell/covered.js'
import type { InstructionId } from '../../../shared/domain/instruction.js'
import { ok } from '../../../shared/domain/result.js'
import type { Card, ConfirmView, Decision } from '../../../shared/ipc/instructions.js'

function queue(waiting: number) {
  const changed = listeners<void>()
  const attention = listeners<number>()
  const desk = {
    confirm: {
      get: () => ({ ...EMPTY_CONFIRM_VIEW, waiting }),
      subscribe: (listener: () => void) => changed.add(listener),
    },
    onAttention: (listener: (count: number) => void) => attention.add(listener),
    window: vi.fn(),
    later: vi.fn(),
  } satisfies ConfirmPort
  return { desk, changed, attention }
}
const shown = {
  visible: true,
  focused: true,
  covered: false,
  bounds: { x: 0, y: 0, width: 10, height: 10 },
}

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

/** A queue with one card, or none, that a test puts in and takes out. */
function room() {
  const { desk, changed, attention } = queue(0)
  let view: ConfirmView = EMPTY_CONFIRM_VIEW
  const show = (id: string | null, waiting = 0): void => {
    view = {
      ...EMPTY_CONFIRM_VIEW,
      card: id === null ? null : ({ id, state: 'open' } as Card),
      waiting,
    }
    changed.emit()
  }
  return {
    desk: { ...desk, confirm: { ...desk.confirm, get: () => view } },
    show,
    come: (id: string) => {
      show(id)
      attention.emit(1)
    },
  }
}
const hidden = { ...shown, visible: false, focused: false }
const seats = () => {
  const seat = createConfirmSeat()
  const [live, practice] = [room(), room()]
  seat.sit(live.desk, practice.desk)
  seat.port.window(shown)
  const card = (): string | null => seat.port.confirm.get().card?.id ?? null
  return { seat, live, practice, card }
}

describe('two rooms before one window', () => {
  it('shows one card at a time: behind a hidden window real orders first, behind a visible one whatever is being read', () => {
    const { seat, live, practice, card } = seats()
    seat.port.window(hidden)
    practice.come('p1')
    expect(card()).toBe('p1')
    live.come('l1')
    expect(card()).toBe('l1')
    expect(seat.port.confirm.get().waiting).toBe(1)
    seat.port.window(shown)
    live.show(null)
    expect(card()).toBe('p1')
    live.come('l2')
    // Rule 17: a card that is being read keeps its place.
    expect(card()).toBe('p1')
    expect(seat.port.confirm.get().waiting).toBe(1)
    practice.show(null)
    expect(card()).toBe('l2')
  })

  it('tells the queue whose card is not shown that its window is hidden, so that it cannot arm', () => {
    const { seat, live, practice } = seats()
    practice.come('p1')
    expect(practice.desk.window).toHaveBeenLastCalledWith(shown)
    expect(live.desk.window).toHaveBeenLastCalledWith(hidden)
    live.come('l1')
    expect(live.desk.window).toHaveBeenLastCalledWith(hidden)
    seat.turn(live.desk)
    expect(live.desk.window).toHaveBeenLastCalledWith(shown)
    expect(practice.desk.window).toHaveBeenLastCalledWith(hidden)
    const moved = { ...shown, bounds: { ...shown.bounds, x: 40 } }
    seat.port.window(moved)
    expect(live.desk.window).toHaveBeenLastCalledWith(moved)
    expect(practice.desk.window).toHaveBeenLastCalledWith({
      ...moved,
      visible: false,
      focused: false,
    })
  })

  it('puts "not now" to the card that is shown, then shows what else waits, real orders first', () => {
    const { seat, live, practice, card } = seats()
    practice.come('p1')
    live.come('l1')
    practice.desk.later.mockImplementation(() => practice.show('p2'))
    seat.port.later('p1' as InstructionId)
    expect(live.desk.later).not.toHaveBeenCalled()
    expect(card()).toBe('l1')
    expect(seat.port.confirm.get().waiting).toBe(1)
    live.desk.later.mockImplementation(() => live.show(null))
    seat.port.later(null)
    expect(practice.desk.later).toHaveBeenCalledTimes(1)
    expect(card()).toBe('p2')
  })

  it('shows nothing any more of a room that left', () => {
    const { seat, live, practice, card } = seats()
    practice.come('p1')
    seat.sit(live.desk)
    expect(card()).toBeNull()
    practice.show('p2')
    expect(card()).toBeNull()
  })
})

describe('decisions between two rooms', () => {
  it('go to the room that made the instruction, and to no other', async () => {
    const { seat, live, practice } = seats()
    const desk = (of: ReturnType<typeof room>, own: string) => ({
      ...of.desk,
      get: vi.fn((id: string) => (id === own ? { id } : null)),
      decide: vi.fn(() => Promise.resolve(ok(EMPTY_CONFIRM_VIEW))),
      amend: vi.fn(),
      show: vi.fn(),
    })
    const [real, play] = [desk(live, 'l1'), desk(practice, 'p1')]
    const rooms = [real, play] as unknown as readonly InstructionDesk[]
    const confirm = createConfirmDesk(seat, () => rooms)
    live.show('l1')
    practice.show('p1')
    const answered = await confirm.decide({ id: 'p1' } as Decision)
    // What comes back is what the window shows, whichever room answered.
    expect(answered.ok && answered.value.card?.id).toBe('l1')
    expect(play.decide).toHaveBeenCalledWith({ id: 'p1' })
    expect(real.decide).not.toHaveBeenCalled()
    await confirm.decide({ id: 'nobody' } as Decision)
    expect(real.decide).toHaveBeenCalledTimes(1)
    expect(await confirm.amend('nobody' as InstructionId, '', {})).toMatchObject({
      ok: false,
      error: { code: 'instruction/ended' },
    })
    expect(real.amend).not.toHaveBeenCalled()
    expect(play.amend).not.toHaveBeenCalled()
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
