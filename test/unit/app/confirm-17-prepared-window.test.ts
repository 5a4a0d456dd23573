import { describe, expect, it, vi } from 'vitest'
import { prepareConfirmWindow } from '../../../electron/app/windows/prepared-window.js'
import { createEmitter } from '../../../shared/domain/emitter.js'
import type {
  AssistantsView,
  EndpointState,
} from '../../../shared/domain/instructions/assistants-view.js'
import type { ConnectionState } from '../../../shared/domain/instructions/connection.js'

type View = Pick<AssistantsView, 'endpoint' | 'hosted' | 'connections'>

const viewOf = (endpoint: EndpointState, ...states: readonly ConnectionState[]): View =>
  ({
    endpoint: { state: endpoint },
    connections: states.map((state) => ({ state })),
  }) as unknown as View

/** The preparation over a view that the test sets, and timers that the test ends. */
function preparationOf(first: View) {
  const changed = createEmitter<void>()
  const waiting = new Set<() => void>()
  const prepare = vi.fn()
  let view = first
  const stop = prepareConfirmWindow(
    { get: () => view, subscribe: (listener) => changed.add(listener) },
    { prepare },
    {
      after: (_ms, call) => {
        waiting.add(call)
        return () => waiting.delete(call)
      },
      every: () => () => undefined,
    },
  )
  return {
    prepare,
    stop,
    set(next: View) {
      view = next
      changed.emit()
    },
    elapse() {
      for (const call of waiting) call()
      waiting.clear()
    },
  }
}

describe('CONFIRM-17: the confirm window is made before the first card', () => {
  it('waits for an idle moment after a start with a paired assistant', () => {
    const preparation = preparationOf(viewOf('listening', 'active'))
    expect(preparation.prepare).not.toHaveBeenCalled()
    preparation.elapse()
    expect(preparation.prepare).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['nobody is paired', viewOf('listening')],
    ['access is off', viewOf('off', 'active')],
    ['every connection is paused or revoked', viewOf('listening', 'paused', 'revoked')],
  ])('is not made while %s', (_case, view) => {
    const preparation = preparationOf(view)
    preparation.elapse()
    expect(preparation.prepare).not.toHaveBeenCalled()
  })

  it('is made once, after the first assistant was paired', () => {
    const preparation = preparationOf(viewOf('listening'))
    preparation.set(viewOf('listening', 'active'))
    preparation.set(viewOf('listening', 'active', 'active'))
    preparation.elapse()
    preparation.set(viewOf('listening', 'active'))
    preparation.elapse()
    expect(preparation.prepare).toHaveBeenCalledTimes(1)
  })

  it('is not made after the program has begun to end', () => {
    const preparation = preparationOf(viewOf('listening', 'active'))
    preparation.stop()
    preparation.elapse()
    expect(preparation.prepare).not.toHaveBeenCalled()
  })
})
