import type { TimerPort } from '../../core/ports.js'
import type { Disposer } from '../../../shared/domain/brand.js'

/**
 * How long a window that should come up waits for its page to draw; then it comes up with whatever
 * is there.
 */
const DRAW_LIMIT_MS = 1_000
/** How long one that should go waits for its page to become empty. */
const CLEAR_LIMIT_MS = 250

export type ShowMode = 'quietly' | 'with-focus'

export interface PaintGateDeps {
  readonly timers: Pick<TimerPort, 'after'>
  /** What the page should have drawn by now; '' for nothing. */
  readonly expectedTitle: () => string
  readonly isVisible: () => boolean
  readonly show: (mode: ShowMode) => void
  readonly hide: () => void
}

/**
 * Keeps a window that is hidden and shown again from showing what stood in it before: it goes when
 * its page is empty, and comes up
 * when its page has drawn what it should. A page that does not answer holds nothing up for long.
 */
export interface PaintGate {
  /** The page can be shown at all. */
  ready(): void
  /** The page is loaded anew. */
  reset(): void
  drawn(title: string): void
  show(mode: ShowMode): void
  /** Down because the person closed it, or because nothing is left to show. */
  hide(why: 'closed' | 'empty'): void
  /** There is something to show after all. */
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
      // What the person asked for is not made less by a card that comes meanwhile.
      if (pending?.to === 'up' && pending.mode === 'with-focus' && mode === 'quietly') return
      schedule({ to: 'up', mode }, DRAW_LIMIT_MS)
    },
    hide: (why) => schedule({ to: 'down', why }, CLEAR_LIMIT_MS),
    cancelHide() {
      if (pending?.to === 'down' && pending.why === 'empty') done()
    },
    dispose: done,
  }
}
