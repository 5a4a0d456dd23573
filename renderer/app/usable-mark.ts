import type { Disposer } from '../../shared/domain/brand.js'
import { MISSING } from '../format/decimal.js'
import type { MainWindow } from '../stores/main-window.js'

/** The mark that `npm run bench` reads: from here on a person can trade. */
const USABLE_MARK = 'desk:usable'

/**
 * Whether a person could trade now: bars are drawn, a price of the live stream is shown, the ticket
 * takes an order.
 */
function isUsable(page: ParentNode, mainWindow: Pick<MainWindow, 'session' | 'health'>): boolean {
  const market = mainWindow.health
    .getState()
    .value?.channels.find(({ channel }) => channel === 'market')
  if (mainWindow.session.getState().value?.phase !== 'ready' || market?.state !== 'live') {
    return false
  }
  if (page.querySelector('[data-panel="chart"] [data-drawn]') === null) return false
  if (page.querySelector('[data-panel="ticket"] input:enabled') === null) return false
  return [...page.querySelectorAll('[data-panel="watchlist"] .tick')].some(
    ({ textContent }) => textContent !== '' && textContent !== MISSING,
  )
}

/**
 * Sets the mark once, in the frame after the one that shows the last of it. It watches what is
 * really there instead of asking
 * each panel, so that a panel cannot claim what it does not show.
 */
export function markUsable(
  page: Window,
  mainWindow: Pick<MainWindow, 'session' | 'health'>,
): Disposer {
  let frame: number | null = null
  let disposed = false
  const check = (): void => {
    frame = null
    if (disposed || !isUsable(page.document, mainWindow)) return
    stop()
    // What was just written is painted with this frame; the next one begins after it.
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
