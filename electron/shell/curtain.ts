import type { TimerPort } from '../core/ports.js'
import type { Disposer } from '../../shared/domain/brand.js'

/**
 * How long a window that should come up waits for its page to draw; then it comes up with whatever
 * is there.
 */
const DRAW_LIMIT_MS = 1_000
/** How long one that should go waits for its page to become empty. */
const CLEAR_LIMIT_MS = 250

export type Raise = 'quietly' | 'with-focus'

export interface CurtainDeps {
  readonly timers: Pick<TimerPort, 'after'>
  /** What the page should have drawn by now; '' for nothing. */
  readonly wanted: () => string
  readonly isUp: () => boolean
  readonly show: (how: Raise) => void
  readonly hide: () => void
}

/**
 * Keeps a window that is hidden and shown again from showing what stood in it before: it goes when
 * its page is empty, and comes up
 * when its page has drawn what it should. A page that does not answer holds nothing up for long.
 */
export interface Curtain {
  /** The page can be shown at all. */
  ready(): void
  /** The page is loaded anew. */
  reset(): void
  drawn(what: string): void
  raise(how: Raise): void
  /** Down because the person closed it, or because nothing is left to show. */
  lower(why: 'closed' | 'empty'): void
  /** There is something to show after all. */
  keep(): void
  dispose: Disposer
}

export function createCurtain({ timers, wanted, isUp, show, hide }: CurtainDeps): Curtain {
  let ready = false
  let drawn: string | null = null
  let going:
    | { readonly to: 'up'; readonly how: Raise }
    | { readonly to: 'down'; readonly why: 'closed' | 'empty' }
    | null = null
  let waited = false
  let stop: Disposer = () => undefined

  const done = (): void => {
    stop()
    going = null
    waited = false
  }
  const settle = (): void => {
    if (going === null) return
    if (going.to === 'down') {
      if (isUp() && drawn !== '' && !waited) return
      done()
      return hide()
    }
    if (!ready || (!isUp() && drawn !== wanted() && !waited)) return
    const { how } = going
    done()
    show(how)
  }
  const go = (next: NonNullable<typeof going>, limitMs: number): void => {
    done()
    going = next
    stop = timers.after(limitMs, () => {
      waited = true
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
    drawn(what) {
      drawn = what
      settle()
    },
    raise(how) {
      // What the person asked for is not made less by a card that comes meanwhile.
      if (going?.to === 'up' && going.how === 'with-focus' && how === 'quietly') return
      go({ to: 'up', how }, DRAW_LIMIT_MS)
    },
    lower: (why) => go({ to: 'down', why }, CLEAR_LIMIT_MS),
    keep() {
      if (going?.to === 'down' && going.why === 'empty') done()
    },
    dispose: done,
  }
}
