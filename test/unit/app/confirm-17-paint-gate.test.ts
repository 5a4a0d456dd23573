import { describe, expect, it } from 'vitest'
import { PaintGate, type ShowMode } from '../../../electron/app/windows/paint-gate.js'

function createFixture() {
  const timers = new Map<number, { readonly dueAt: number; readonly call: () => void }>()
  let [now, ids, isUp, expectedTitle] = [0, 0, false, '']
  const log: string[] = []
  const gate = new PaintGate({
    timers: {
      after(ms, call) {
        const id = (ids += 1)
        timers.set(id, { dueAt: now + ms, call })
        return () => void timers.delete(id)
      },
    },
    expectedTitle: () => expectedTitle,
    isVisible: () => isUp,
    show: (mode: ShowMode) => {
      isUp = true
      log.push(mode)
    },
    hide: () => {
      isUp = false
      log.push('hide')
    },
  })
  return {
    gate,
    log,
    setWanted: (card: string) => {
      expectedTitle = card
    },
    advance(ms: number) {
      now += ms
      for (const [id, { dueAt, call }] of timers) if (dueAt <= now && timers.delete(id)) call()
    },
  }
}

describe('CONFIRM-17: the confirm window appears with the right card', () => {
  it('waits until that card is drawn, whatever was drawn before', () => {
    const { gate, log, setWanted, advance } = createFixture()
    gate.ready()
    gate.drawn('first')
    setWanted('second')
    gate.show('inactive')
    gate.drawn('')
    advance(900)
    expect(log).toEqual([])
    gate.drawn('second')
    expect(log).toEqual(['inactive'])
    advance(5_000)
    expect(log).toEqual(['inactive'])
  })

  it('waits until the page is ready, and shows it after a time limit even without a drawing', () => {
    const { gate, log, setWanted, advance } = createFixture()
    setWanted('card')
    gate.show('focused')
    // A later quiet request does not remove the focus that the first one asked for.
    gate.show('inactive')
    advance(1_000)
    expect(log).toEqual([])
    gate.ready()
    expect(log).toEqual(['focused'])
  })

  it('hides when its page is empty or soon after; a new card keeps it unless it was closed', () => {
    const { gate, log, setWanted, advance } = createFixture()
    setWanted('card')
    gate.ready()
    gate.drawn('card')
    gate.show('inactive')
    gate.hide('empty')
    gate.cancelHide()
    advance(1_000)
    expect(log).toEqual(['inactive'])
    gate.hide('empty')
    expect(log).toHaveLength(1)
    gate.drawn('')
    expect(log).toEqual(['inactive', 'hide'])

    gate.drawn('card')
    gate.show('inactive')
    gate.hide('closed')
    gate.cancelHide()
    advance(249)
    expect(log).toEqual(['inactive', 'hide', 'inactive'])
    advance(1)
    expect(log.at(-1)).toBe('hide')
  })

  it('waits for a new drawing after the page was reloaded', () => {
    const { gate, log, setWanted } = createFixture()
    setWanted('card')
    gate.ready()
    gate.drawn('card')
    gate.reset()
    gate.show('inactive')
    expect(log).toEqual([])
    gate.drawn('card')
    expect(log).toEqual(['inactive'])
    gate.dispose()
  })
})
