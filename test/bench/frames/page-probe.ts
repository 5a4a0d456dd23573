/**
 * Runs in the page before the application: a second listener on the window's port records when a
 * change arrived, a mutation observer when it is in the document. The text is written in the
 * following animation frame, so the two times are comparable.
 */
export const PAGE_PROBE = `(() => {
  const probe = globalThis.deskProbe = { on: false, tape: [], watched: [], others: [], frames: [], quotes: 0, ticks: 0, texts: 0, lastPriceAt: 0, offset: 0, pending: [], waiting: new Map(), lasts: new Map(), shown: new Map() }
  const now = () => performance.timeOrigin + performance.now()
  addEventListener('message', (event) => {
    const port = event.ports[0]
    if (port === undefined) return
    port.addEventListener('message', ({ data }) => {
      const at = now()
      for (const frame of Array.isArray(data) ? data.flatMap(({ frames }) => frames) : []) {
        if (!Array.isArray(frame.body) || frame.kind !== 'delta') continue
        for (const row of frame.body) {
          if ('receivedAt' in row && 'bid' in row) {
            probe.quotes += 1
            const last = JSON.stringify(row.last)
            probe.lasts.set(row.symbol, last)
            // Only a price other than the shown one writes a text.
            if (probe.shown.get(row.symbol) === last) probe.waiting.delete(row.symbol)
            else if (!probe.waiting.has(row.symbol)) probe.waiting.set(row.symbol, row.receivedAt)
          } else if ('price' in row && 'size' in row && 'side' in row && !('orderId' in row) && !('clientOrderId' in row)) {
            probe.ticks += 1
            if (probe.on) probe.pending.push({ price: Number(row.price), size: Number(row.size), time: row.time })
          }
        }
      }
    })
  })
  const cellOf = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest('[data-panel="watchlist"] [role="row"]')
  const tapeRow = (row, at) => {
    const cells = row.querySelectorAll('[role="cell"]')
    const [price, size] = [cells[2], cells[3]].map((cell) => Number((cell?.textContent ?? '').replaceAll(',', '')))
    const index = probe.pending.findIndex((tick) => tick.price === price && tick.size === size)
    if (index < 0) return
    const [tick] = probe.pending.splice(index, 1)
    probe.tape.push(at + probe.offset - tick.time)
  }
  const isPrice = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest('[data-panel="watchlist"] [role="row"], .tape-row') != null
  addEventListener('DOMContentLoaded', () => new MutationObserver((records) => {
    const at = now()
    if (probe.watchesEnd && records.some(({ target }) => isPrice(target))) probe.lastPriceAt = at
    if (!probe.on) return
    probe.texts += records.filter(({ type, addedNodes }) => type === 'characterData' || addedNodes.length > 0).length
    const seen = new Set()
    for (const record of records) {
      for (const node of record.addedNodes) if (node.nodeType === 1 && node.classList.contains('tape-row')) tapeRow(node, at)
      const row = cellOf(record.target)
      if (row !== null && row !== undefined) seen.add(row)
    }
    for (const row of seen) {
      const symbol = row.querySelector('.symbol')?.textContent ?? ''
      probe.shown.set(symbol, probe.lasts.get(symbol))
      const receivedAt = probe.waiting.get(symbol)
      if (receivedAt === undefined) continue
      probe.waiting.delete(symbol)
      const isWatched = row.getAttribute('aria-current') === 'true'
      ;(isWatched ? probe.watched : probe.others).push(at - receivedAt)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true }))
  let before = 0
  const frame = (time) => {
    if (probe.on && before > 0) probe.frames.push(time - before)
    before = time
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})()`

/** Switches the probe on, with nothing recorded. */
export const PROBE_ON =
  'Object.assign(deskProbe, { on: true, tape: [], watched: [], others: [], frames: [], quotes: 0, ticks: 0, texts: 0, pending: [] })'

/** Switches the probe off; what it recorded. */
export const PROBE_OFF =
  '(deskProbe.on = false, (({ tape, watched, others, frames, quotes, ticks, texts }) => ({ tape, watched, others, frames, quotes, ticks, texts }))(deskProbe))'

/** What the probe recorded since it was switched on. Times in ms. */
export interface ProbeResult {
  /** From the trade's time at the exchange to its row in time & sales. */
  readonly tape: readonly number[]
  /**
   * From the arrival of a price in the main process to its text in the watchlist, for the symbol
   * that the window is on.
   */
  readonly watched: readonly number[]
  /** The same for all other symbols. */
  readonly others: readonly number[]
  readonly frames: readonly number[]
  readonly quotes: number
  readonly ticks: number
  /** Texts that changed, anywhere in the window. */
  readonly texts: number
}
