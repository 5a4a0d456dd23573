import type { Disposer } from '../../shared/domain/brand.js'
import { MISSING } from '../../shared/messages/number-format.js'
import type { MainWindow } from '../stores/main-window.js'

/** The performance mark that `npm run bench` reads: from here on a person can trade. */
const USABLE_MARK = 'desk:usable'
/** The mark of the first frame that shows bars. */
const BARS_MARK = 'desk:bars'
const DRAWN_CHART = '[data-panel="chart"] [data-drawn]'

/**
 * Returns whether a person could trade now: bars are drawn, a live quote is shown, the ticket
 * accepts an order.
 */
function isUsable(page: ParentNode, mainWindow: Pick<MainWindow, 'session' | 'health'>): boolean {
  const market = mainWindow.health
    .getState()
    .value?.channels.find(({ channel }) => channel === 'market')
  if (mainWindow.session.getState().value?.phase !== 'ready' || market?.state !== 'live') {
    return false
  }
  if (page.querySelector(DRAWN_CHART) === null) return false
  if (page.querySelector('[data-panel="ticket"] input:enabled') === null) return false
  return [...page.querySelectorAll('[data-panel="watchlist"] .tick')].some(
    ({ textContent }) => textContent !== '' && textContent !== MISSING,
  )
}

/**
 * Sets the mark once, in the frame after the last condition is shown. It inspects the document
 * instead of asking each panel, so that a panel cannot report something it does not show.
 */
export function markUsable(
  page: Window,
  mainWindow: Pick<MainWindow, 'session' | 'health'>,
): Disposer {
  let frame: number | null = null
  let disposed = false
  let hasBars = false
  const check = (): void => {
    frame = null
    if (!hasBars && page.document.querySelector(DRAWN_CHART) !== null) {
      hasBars = true
      page.performance.mark(BARS_MARK)
    }
    if (disposed || !isUsable(page.document, mainWindow)) return
    stop()
    // The next frame begins after this frame's content is painted.
    page.requestAnimationFrame(() =>
      page.requestAnimationFrame(() => page.performance.mark(USABLE_MARK)),
    )
  }
  const soon = (): void => {
    frame ??= page.requestAnimationFrame(check)
  }
  const observer = new MutationObserver(soon)
  observer.observe(page.document.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-drawn', 'disabled'],
  })
  const unsubscribe = [mainWindow.session.subscribe(soon), mainWindow.health.subscribe(soon)]
  function stop(): void {
    disposed = true
    if (frame !== null) page.cancelAnimationFrame(frame)
    observer.disconnect()
    for (const end of unsubscribe) end()
  }
  return stop
}
