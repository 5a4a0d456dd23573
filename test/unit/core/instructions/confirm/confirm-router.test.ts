import { describe, expect, it, vi } from 'vitest'
import {
  ConfirmRouter,
  createConfirmService,
  EMPTY_CONFIRM_VIEW,
} from '../../../../../electron/core/instructions/confirm/confirm-router.js'
import type {
  ConfirmPort,
  InstructionService,
} from '../../../../../electron/core/instructions/queue/instruction-service-port.js'
import { createEmitter } from '../../../../../shared/domain/emitter.js'
import { isOccluded } from '../../../../../electron/app/windows/rectangle.js'
import type { InstructionId } from '../../../../../shared/domain/ids.js'
import { ok } from '../../../../../shared/domain/result.js'
import type { Card, ConfirmView } from '../../../../../shared/domain/instructions/card.js'
import type { Decision } from '../../../../../shared/domain/instructions/instruction.schema.js'

function fakePort(waiting: number) {
  const changed = createEmitter<void>()
  const attention = createEmitter<number>()
  const port = {
    live: {
      get: () => ({ ...EMPTY_CONFIRM_VIEW, waiting }),
      subscribe: (listener: () => void) => changed.add(listener),
    },
    onAttention: (listener: (count: number) => void) => attention.add(listener),
    setWindowState: vi.fn(),
    defer: vi.fn(),
  } satisfies ConfirmPort
  return { port, changed, attention }
}
const windowState = {
  visible: true,
  focused: true,
  isOccluded: false,
  bounds: { x: 0, y: 0, width: 10, height: 10 },
}

describe('the confirm router with one queue', () => {
  it('shows the attached queue and passes a new one the state of the window', () => {
    const router = new ConfirmRouter()
    const [first, second] = [fakePort(1), fakePort(2)]
    const seen: number[] = []
    const calls: number[] = []
    router.port.live.subscribe(() => seen.push(router.port.live.get().waiting))
    router.port.onAttention((waiting) => calls.push(waiting))
    expect(router.port.live.get()).toEqual(EMPTY_CONFIRM_VIEW)
    router.attach(first.port)
    expect(first.port.setWindowState).not.toHaveBeenCalled()
    router.port.setWindowState(windowState)
    expect(first.port.setWindowState).toHaveBeenCalledWith(windowState)
    router.attach(second.port)
    expect(second.port.setWindowState).toHaveBeenCalledWith(windowState)
    first.changed.emit()
    first.attention.emit(9)
    second.attention.emit(2)
    router.port.defer(null)
    expect(first.port.defer).not.toHaveBeenCalled()
    expect(second.port.defer).toHaveBeenCalledWith(null)
    router.attach(null)
    expect(seen).toEqual([1, 2, 0])
    expect(calls).toEqual([2])
  })
})

/** A fake confirm queue with at most one card, which the test adds and removes. */
function fakeQueue() {
  const { port, changed, attention } = fakePort(0)
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
    port: { ...port, live: { ...port.live, get: () => view } },
    show,
    arrive: (id: string) => {
      show(id)
      attention.emit(1)
    },
  }
}
const hidden = { ...windowState, visible: false, focused: false }
const openRouter = () => {
  const router = new ConfirmRouter()
  const [live, practice] = [fakeQueue(), fakeQueue()]
  router.attach(live.port, practice.port)
  router.port.setWindowState(windowState)
  const card = (): string | null => router.port.live.get().card?.id ?? null
  return { router, live, practice, card }
}

describe('the confirm router with a live and a practice queue', () => {
  it('shows real orders first while hidden, but does not replace a card that is being read', () => {
    const { router, live, practice, card } = openRouter()
    router.port.setWindowState(hidden)
    practice.arrive('p1')
    expect(card()).toBe('p1')
    live.arrive('l1')
    expect(card()).toBe('l1')
    expect(router.port.live.get().waiting).toBe(1)
    router.port.setWindowState(windowState)
    live.show(null)
    expect(card()).toBe('p1')
    live.arrive('l2')
    // CONFIRM-17: a new card goes behind the card that is being read.
    expect(card()).toBe('p1')
    expect(router.port.live.get().waiting).toBe(1)
    practice.show(null)
    expect(card()).toBe('l2')
  })

  it('tells the other queue that its window is hidden, so that it cannot arm', () => {
    const { router, live, practice } = openRouter()
    practice.arrive('p1')
    expect(practice.port.setWindowState).toHaveBeenLastCalledWith(windowState)
    expect(live.port.setWindowState).toHaveBeenLastCalledWith(hidden)
    live.arrive('l1')
    expect(live.port.setWindowState).toHaveBeenLastCalledWith(hidden)
    router.bringToFront(live.port)
    expect(live.port.setWindowState).toHaveBeenLastCalledWith(windowState)
    expect(practice.port.setWindowState).toHaveBeenLastCalledWith(hidden)
    const moved = { ...windowState, bounds: { ...windowState.bounds, x: 40 } }
    router.port.setWindowState(moved)
    expect(live.port.setWindowState).toHaveBeenLastCalledWith(moved)
    expect(practice.port.setWindowState).toHaveBeenLastCalledWith({
      ...moved,
      visible: false,
      focused: false,
    })
  })

  it('defers the displayed card, then shows the next pending one, real orders first', () => {
    const { router, live, practice, card } = openRouter()
    practice.arrive('p1')
    live.arrive('l1')
    practice.port.defer.mockImplementation(() => practice.show('p2'))
    router.port.defer('p1' as InstructionId)
    expect(live.port.defer).not.toHaveBeenCalled()
    expect(card()).toBe('l1')
    expect(router.port.live.get().waiting).toBe(1)
    live.port.defer.mockImplementation(() => live.show(null))
    router.port.defer(null)
    expect(practice.port.defer).toHaveBeenCalledTimes(1)
    expect(card()).toBe('p2')
  })

  it('shows nothing of a queue that another one replaced', () => {
    const { router, live, practice, card } = openRouter()
    practice.arrive('p1')
    router.attach(live.port)
    expect(card()).toBeNull()
    practice.show('p2')
    expect(card()).toBeNull()
  })
})

describe('decisions with a live and a practice service', () => {
  it('go only to the service that made the instruction', async () => {
    const { router, live, practice } = openRouter()
    const service = (queue: ReturnType<typeof fakeQueue>, ownId: string) => ({
      confirm: { ...queue.port, show: vi.fn() },
      get: vi.fn((id: string) => (id === ownId ? { id } : null)),
      decisions: { decide: vi.fn(() => Promise.resolve(ok(EMPTY_CONFIRM_VIEW))) },
      review: { amend: vi.fn() },
    })
    const [liveService, practiceService] = [service(live, 'l1'), service(practice, 'p1')]
    const services = [liveService, practiceService] as unknown as readonly InstructionService[]
    const confirm = createConfirmService(router, () => services)
    live.show('l1')
    practice.show('p1')
    const decided = await confirm.decide({ id: 'p1' } as Decision)
    // The answer is the view that the window shows, whichever service decided.
    expect(decided.ok && decided.value.card?.id).toBe('l1')
    expect(practiceService.decisions.decide).toHaveBeenCalledWith({ id: 'p1' })
    expect(liveService.decisions.decide).not.toHaveBeenCalled()
    await confirm.decide({ id: 'nobody' } as Decision)
    expect(liveService.decisions.decide).toHaveBeenCalledTimes(1)
    expect(await confirm.amend('nobody' as InstructionId, '', {})).toMatchObject({
      ok: false,
      error: { code: 'instruction/ended' },
    })
    expect(liveService.review.amend).not.toHaveBeenCalled()
    expect(practiceService.review.amend).not.toHaveBeenCalled()
  })
})

describe('CONFIRM-18: isOccluded', () => {
  const window = { x: 100, y: 100, width: 200, height: 200 }
  it('is true for any overlap with another window, but not for a window at its edge', () => {
    expect(isOccluded(window, [])).toBe(false)
    expect(isOccluded(window, [{ x: 300, y: 100, width: 50, height: 50 }])).toBe(false)
    expect(isOccluded(window, [{ x: 0, y: 0, width: 101, height: 101 }])).toBe(true)
    expect(isOccluded(window, [{ x: 0, y: 0, width: 900, height: 900 }])).toBe(true)
  })
})
