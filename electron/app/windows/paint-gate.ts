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

type GateChange =
  | { readonly to: 'up'; readonly mode: ShowMode }
  | { readonly to: 'down'; readonly why: 'closed' | 'empty' }

/** The gate that waits for the page, up to a limit. */
export class PaintGate {
  readonly #deps: PaintGateDeps
  #ready = false
  /** The title of the content that the page has drawn; null while it is being loaded. */
  #drawn: string | null = null
  #pending: GateChange | null = null
  #timedOut = false
  #stop: Disposer = () => undefined

  readonly dispose: Disposer = () => this.#done()

  /** Creates a gate whose page has not drawn anything yet. */
  constructor(deps: PaintGateDeps) {
    this.#deps = deps
  }

  /** Reports that the page can be shown at all. */
  ready(): void {
    this.#ready = true
    this.#settle()
  }

  /** Reports that the page is being reloaded. */
  reset(): void {
    this.#drawn = null
  }

  drawn(title: string): void {
    this.#drawn = title
    this.#settle()
  }

  show(mode: ShowMode): void {
    const pending = this.#pending
    // A new card must not downgrade a show with focus, which the person requested.
    if (pending?.to === 'up' && pending.mode === 'focused' && mode === 'inactive') return
    this.#schedule({ to: 'up', mode }, DRAW_LIMIT_MS)
  }

  /** Hides the window, because the person closed it or because it has no content. */
  hide(why: 'closed' | 'empty'): void {
    this.#schedule({ to: 'down', why }, CLEAR_LIMIT_MS)
  }

  /** Cancels hiding an empty window, because it has content again. */
  cancelHide(): void {
    if (this.#pending?.to === 'down' && this.#pending.why === 'empty') this.#done()
  }

  /** Begins a change, which takes effect when the page has drawn, or after the limit. */
  #schedule(change: GateChange, limitMs: number): void {
    this.#done()
    this.#pending = change
    this.#stop = this.#deps.timers.after(limitMs, () => {
      this.#timedOut = true
      this.#settle()
    })
    this.#settle()
  }

  /** Carries out the pending change if the page allows it. */
  #settle(): void {
    const change = this.#pending
    if (change === null || !this.#isAllowed(change)) return
    this.#done()
    if (change.to === 'down') this.#deps.hide()
    else this.#deps.show(change.mode)
  }

  #isAllowed({ to }: GateChange): boolean {
    const { expectedTitle, isVisible } = this.#deps
    if (to === 'down') return !isVisible() || this.#drawn === '' || this.#timedOut
    return this.#ready && (isVisible() || this.#drawn === expectedTitle() || this.#timedOut)
  }

  #done(): void {
    this.#stop()
    this.#pending = null
    this.#timedOut = false
  }
}
