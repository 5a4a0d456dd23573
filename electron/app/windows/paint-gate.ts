import type { TimerPort } from '../../core/ports.js'
import type { Disposer } from '../../../shared/domain/brand.js'

/** How long a window waits for its page to draw before it is shown anyway. */
const DRAW_LIMIT_MS = 1_000
/** How long a window waits for its page to become empty before it is hidden anyway. */
const CLEAR_LIMIT_MS = 250

export type ShowMode = 'inactive' | 'focused'

export interface PaintGateDeps {
  readonly timers: Pick<TimerPort, 'after'>
  /** Returns the title of the content that the page should have drawn; '' for no content. */
  readonly expectedTitle: () => string
  readonly isVisible: () => boolean
  readonly show: (mode: ShowMode) => void
  readonly hide: () => void
}

/**
 * Prevents a window from showing old content when it is shown again: it is hidden once its page is
 * empty, and shown once its page has drawn the expected content. A page that does not respond
 * delays this only briefly.
 */
export interface PaintGate {
  /** Reports that the page can be shown at all. */
  ready(): void
  /** Reports that the page is being reloaded. */
  reset(): void
  drawn(title: string): void
  show(mode: ShowMode): void
  /** Hides the window, because the person closed it or because it has no content. */
  hide(why: 'closed' | 'empty'): void
  /** Cancels hiding an empty window, because it has content again. */
  cancelHide(): void
  dispose: Disposer
}

export function createPaintGate({
  timers,
  expectedTitle,
  isVisible,
  show,
  hide,
}: PaintGateDeps): PaintGate {
  let ready = false
  let drawn: string | null = null
  let pending:
    | { readonly to: 'up'; readonly mode: ShowMode }
    | { readonly to: 'down'; readonly why: 'closed' | 'empty' }
    | null = null
  let timedOut = false
  let stop: Disposer = () => undefined

  const done = (): void => {
    stop()
    pending = null
    timedOut = false
  }
  const settle = (): void => {
    if (pending === null) return
    if (pending.to === 'down') {
      if (isVisible() && drawn !== '' && !timedOut) return
      done()
      return hide()
    }
    if (!ready || (!isVisible() && drawn !== expectedTitle() && !timedOut)) return
    const { mode } = pending
    done()
    show(mode)
  }
  const schedule = (change: NonNullable<typeof pending>, limitMs: number): void => {
    done()
    pending = change
    stop = timers.after(limitMs, () => {
      timedOut = true
      settle()
    })
    settle()
  }
  return {
    ready() {
      ready = true
      settle()
    },
    reset() {
      drawn = null
    },
    drawn(title) {
      drawn = title
      settle()
    },
    show(mode) {
      // A new card must not downgrade a show with focus, which the person requested.
      if (pending?.to === 'up' && pending.mode === 'focused' && mode === 'inactive') return
      schedule({ to: 'up', mode }, DRAW_LIMIT_MS)
    },
    hide: (why) => schedule({ to: 'down', why }, CLEAR_LIMIT_MS),
    cancelHide() {
      if (pending?.to === 'down' && pending.why === 'empty') done()
    },
    dispose: done,
  }
}
