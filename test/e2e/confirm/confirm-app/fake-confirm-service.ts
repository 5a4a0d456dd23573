import type { Language } from '../../../../shared/messages/languages.js'
import type { ConfirmWindowState } from '../../../../electron/core/instructions/queue/instruction-service-port.js'
import { EMPTY_CONFIRM_VIEW } from '../../../../electron/core/instructions/confirm/confirm-router.js'
import type { ConfirmPort } from '../../../../electron/core/instructions/queue/instruction-service-port.js'
import type { Handlers } from '../../../../electron/handlers/handler.js'
import { createEmitter } from '../../../../shared/domain/emitter.js'
import { ok } from '../../../../shared/domain/result.js'
import type { Card, ConfirmView } from '../../../../shared/domain/instructions/card.js'
import type { Decision } from '../../../../shared/domain/instructions/instruction.schema.js'

/** One call that the page made to main. */
export interface RecordedCall {
  readonly op: string
  readonly input: unknown
}

/** The controls of the fake, reached from the test through `globalThis.confirmTest`. */
export interface FakeConfirmControls {
  /** Sends a view to the page; with `attention` as for a new card. */
  put(view: ConfirmView, attention?: boolean): void
  /**
   * Changes the shown card, as main does when it arms, refreshes the quote or receives an outcome.
   */
  change(change: Partial<Card>): void
  calls(): readonly RecordedCall[]
  clearCalls(): void
  windows(): readonly ConfirmWindowState[]
  /** The halves of presses that main observed, each with its place. */
  presses(): readonly string[]
  show(): void
  theme(theme: 'dark' | 'light' | 'contrast'): void
  /** Chooses the language of the window, as a change of the preferences does. */
  language(language: Language): void
}

/** A fake queue without logic: it records calls and shows only what the test puts into it. */
export function createFakeConfirmService(): {
  readonly confirmPort: ConfirmPort
  readonly handlers: Partial<Handlers>
  readonly controls: Omit<FakeConfirmControls, 'presses' | 'show' | 'theme' | 'language'>
} {
  const changed = createEmitter<void>()
  const attention = createEmitter<number>()
  let view: ConfirmView = EMPTY_CONFIRM_VIEW
  let recorded: RecordedCall[] = []
  const windows: ConfirmWindowState[] = []
  const record = (op: string, input: unknown): void => void recorded.push({ op, input })
  const put = (next: ConfirmView): void => {
    view = next
    changed.emit()
  }
  const edit = (id: string | null, change: Partial<Card>): void => {
    const apply = (card: Card): Card =>
      id === null || card.id === id ? { ...card, ...change } : card
    put({
      ...view,
      card: view.card === null ? null : apply(view.card),
      batch: view.batch.map(apply),
    })
  }
  const decided = (decision: Decision): void =>
    edit(decision.id, {
      state: decision.decision === 'approve' ? 'sending' : 'declined',
      result: null,
    })
  return {
    confirmPort: {
      live: { get: () => view, subscribe: (listener) => changed.add(listener) },
      onAttention: (listener) => attention.add(listener),
      setWindowState: (state) => void windows.push(state),
      defer(id) {
        record('window.later', { id })
        put(EMPTY_CONFIRM_VIEW)
      },
    },
    handlers: {
      'app.report': (input) => {
        record('app.report', input)
        return Promise.resolve(ok({}))
      },
      'confirm.get': () => Promise.resolve(ok(view)),
      'confirm.shown': (input) => {
        record('confirm.shown', input)
        return Promise.resolve(ok({}))
      },
      'confirm.decide': (input) => {
        record('confirm.decide', input)
        decided(input)
        return Promise.resolve(ok(view))
      },
      'confirm.amend': (input) => {
        record('confirm.amend', input)
        return Promise.resolve(ok(view))
      },
      'confirm.requote': (input) => {
        record('confirm.requote', input)
        return Promise.resolve(ok(view))
      },
      'confirm.extend': (input) => {
        record('confirm.extend', input)
        return Promise.resolve(ok(view))
      },
      'confirm.later': (input) => {
        record('confirm.later', input)
        put(EMPTY_CONFIRM_VIEW)
        return Promise.resolve(ok({}))
      },
    },
    controls: {
      put(next, attract = false) {
        put(next)
        if (attract) attention.emit(next.waiting + 1)
      },
      change: (change) => edit(null, change),
      calls: () => recorded,
      clearCalls() {
        recorded = []
      },
      windows: () => windows,
    },
  }
}
