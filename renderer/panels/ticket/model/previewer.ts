import type { Disposer } from '../../../../shared/domain/brand.js'
import type { Money } from '../../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { AppError } from '../../../../shared/ipc/errors.js'
import type { Invoke } from '../../../bridge/client.js'

/** The provider's estimate of exactly one draft. */
export type Preview =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking' }
  /** `at`: this computer's time when the answer came; ages are measured from here. */
  | {
      readonly phase: 'ready'
      readonly cost: Money
      readonly fees: Money
      readonly currency: string
      readonly at: number
    }
  | { readonly phase: 'failed'; readonly error: AppError }

export interface Previewer {
  /** The draft on screen now, or null while there is none. The same draft again asks nothing. */
  show(draft: OrderDraft | null): void
  /** Asks again for the same draft. */
  retry(): void
  dispose(): void
}

export interface PreviewerDeps {
  readonly invoke: Invoke
  readonly now: () => number
  readonly after: (delayMs: number, run: () => void) => Disposer
  readonly onChange: (preview: Preview) => void
}

/** A pause in typing; the provider limits previews (150 in 10 s), and half a price is no order. */
const TYPING_PAUSE_MS = 350

/**
 * Follows the draft on screen. An answer counts only while its own draft is still the one shown.
 */
export function createPreviewer({ invoke, now, after, onChange }: PreviewerDeps): Previewer {
  let key: string | null = null
  let current: OrderDraft | null = null
  let round = 0
  let cancel: Disposer = () => undefined

  const requestPreview = (draft: OrderDraft): void => {
    round += 1
    const requestRound = round
    void invoke('orders.preview', { draft }).then((reply) => {
      if (requestRound !== round) return
      onChange(
        reply.ok
          ? {
              phase: 'ready',
              cost: reply.value.cost,
              fees: reply.value.fees,
              currency: reply.value.currency,
              at: now(),
            }
          : { phase: 'failed', error: reply.error },
      )
    })
  }
  const start = (delayMs: number): void => {
    cancel()
    round += 1
    const draft = current
    if (draft === null) return onChange({ phase: 'idle' })
    onChange({ phase: 'asking' })
    cancel = after(delayMs, () => requestPreview(draft))
  }

  return {
    show(draft) {
      const next = draft === null ? null : JSON.stringify(draft)
      if (next === key) return
      key = next
      current = draft
      start(TYPING_PAUSE_MS)
    },
    retry: () => start(0),
    dispose() {
      cancel()
      round += 1
    },
  }
}
