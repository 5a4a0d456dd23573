import type { Disposer } from '../../../shared/domain/brand.js'
import type { Money } from '../../../shared/domain/decimal.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { OrderPreview } from '../../../shared/domain/orders/trade-outcome.js'
import type { AppError } from '../../../shared/domain/app/app-error.js'
import type { Invoke } from '../../bridge/client.js'

/** The estimate of exactly one draft: the broker's, or Countersign's where it offers none. */
export type Preview =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking' }
  /** `at`: local time when the answer arrived; ages are measured from it. */
  | {
      readonly phase: 'ready'
      readonly cost: Money
      readonly fees: Money
      readonly currency: string
      readonly source: OrderPreview['source']
      readonly at: number
    }
  | { readonly phase: 'failed'; readonly error: AppError }

export interface Previewer {
  /**
   * Shows the current draft, or null while there is none. The same draft again requests nothing
   * while its estimate is recent.
   */
  show(draft: OrderDraft | null): void
  /** Requests the preview of the same draft again. */
  retry(): void
  dispose(): void
}

export interface PreviewerDeps {
  readonly invoke: Invoke
  readonly now: () => number
  readonly after: (delayMs: number, run: () => void) => Disposer
  readonly onChange: (preview: Preview) => void
}

/**
 * Delay after typing: the broker limits previews (150 in 10 s), and a half-typed price needs none.
 */
const TYPING_PAUSE_MS = 350

/** The age at which an estimate that is still shown is requested again, in ms. */
export const REFRESH_MS = 60_000

/**
 * Requests previews of the current draft. An answer counts only while its own draft is still shown.
 * An estimate is requested again once it is a minute old: the market and the account have moved.
 */
export function createPreviewer({ invoke, now, after, onChange }: PreviewerDeps): Previewer {
  let key: string | null = null
  let current: OrderDraft | null = null
  let round = 0
  /** When the shown estimate arrived; null while there is none. */
  let readyAt: number | null = null
  let cancel: Disposer = () => undefined

  const requestPreview = (draft: OrderDraft): void => {
    round += 1
    const requestRound = round
    void invoke('orders.preview', { draft }).then((reply) => {
      if (requestRound !== round) return
      readyAt = reply.ok ? now() : null
      cancel = after(REFRESH_MS, () => requestPreview(draft))
      onChange(
        reply.ok
          ? {
              phase: 'ready',
              cost: reply.value.cost,
              fees: reply.value.fees,
              currency: reply.value.currency,
              source: reply.value.source,
              at: now(),
            }
          : { phase: 'failed', error: reply.error },
      )
    })
  }
  const start = (delayMs: number): void => {
    cancel()
    round += 1
    readyAt = null
    const draft = current
    if (draft === null) return onChange({ phase: 'idle' })
    onChange({ phase: 'asking' })
    cancel = after(delayMs, () => requestPreview(draft))
  }

  return {
    show(draft) {
      const next = draft === null ? null : JSON.stringify(draft)
      // A timer may be late, such as while the computer sleeps.
      const isOld = readyAt !== null && now() - readyAt >= REFRESH_MS
      if (next === key && !isOld) return
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
