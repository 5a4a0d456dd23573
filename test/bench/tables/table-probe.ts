/**
 * Runs in the page before the application. It takes a stream's frames from main out of the way and
 * sends the page others in their place, so that a table gets more rows and changes than an exchange
 * on this machine could send; everything behind the port is the application's own.
 */
export const TABLE_PROBE = `(() => {
  const probe = globalThis.tableProbe = { frames: [], on: false, orders: null, quotes: null, sample: null }
  const listen = (port) => {
    const last = new Map()
    port.addEventListener('message', (event) => {
      if (!event.isTrusted || !Array.isArray(event.data)) return
      const keptOf = ({ stream, frames }) => frames.filter((frame) => {
        if (frame.kind === 'heartbeat') return true
        const [row] = Array.isArray(frame.body) ? frame.body : [frame.body]
        if (row?.clientOrderId !== undefined && row?.filledQuantity !== undefined && row?.timeInForce !== undefined) {
          probe.orders ??= { port, stream, index: frame.index }
          probe.sample ??= row
        }
        if (row?.receivedAt !== undefined && row?.bid !== undefined) probe.quotes = { port, stream, index: frame.index }
        const own = [probe.orders, probe.quotes].find((taken) => taken?.stream === stream && taken.index === frame.index)
        if (own?.taken === true) return false
        last.set(stream + frame.index, frame.seq)
        return true
      })
      for (const part of event.data) part.frames.splice(0, part.frames.length, ...keptOf(part))
    })
    port.probeLast = last
  }
  addEventListener('message', (event) => { if (event.ports[0] !== undefined) listen(event.ports[0]) })
  probe.send = (topic, kind, body) => {
    const { port, stream, index } = topic
    topic.taken = true
    const seq = (port.probeLast.get(stream + index) ?? 0) + 1
    port.probeLast.set(stream + index, seq)
    const frames = [{ index, seq, kind, asOf: Date.now(), body }]
    port.dispatchEvent(new MessageEvent('message', { data: [{ stream, frames }] }))
  }
  let before = 0
  const frame = (time) => {
    if (probe.on && before > 0) probe.frames.push(time - before)
    before = time
    probe.eachFrame?.(time)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})()`

/** Fills the blotter with copies of an order, and changes rows at a rate with every frame. */
export const fillBlotter = (rows: number, perSecond: number): string => `(() => {
  const { sample } = tableProbe
  const symbols = ['SPY', 'AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMZN', 'META', 'AMD']
  const rows = Array.from({ length: ${rows} }, (_, number) => ({
    ...sample,
    symbol: symbols[number % symbols.length],
    clientOrderId: sample.clientOrderId.slice(0, -6) + String(number).padStart(6, '0'),
    orderId: 'bench-' + number,
  }))
  tableProbe.send(tableProbe.orders, 'snapshot', rows)
  let due = 0, at = 0, last = performance.now()
  tableProbe.eachFrame = (time) => {
    due += Math.min(100, time - last) * ${perSecond} / 1000
    last = time
    const body = []
    for (; due >= 1; due -= 1) {
      at = (at + 7919) % rows.length
      const quantity = String(1 + (at + body.length) % 9)
      rows[at] = { ...rows[at], filledQuantity: quantity, updatedAt: Date.now() }
      body.push(rows[at])
    }
    if (body.length > 0) tableProbe.send(tableProbe.orders, 'delta', body)
  }
})()`

/** Sends quotes of these symbols so that each changes once a second, spread over the frames. */
export const tickAll = (symbols: readonly string[]): string => `(() => {
  const symbols = ${JSON.stringify(symbols)}
  let due = 0, at = 0, last = performance.now(), round = 0
  tableProbe.eachFrame = (time) => {
    due += Math.min(100, time - last) * symbols.length / 1000
    last = time
    const body = []
    for (; due >= 1; due -= 1) {
      at = (at + 1) % symbols.length
      if (at === 0) round += 1
      const cents = String((at + round) % 100).padStart(2, '0')
      body.push({ symbol: symbols[at], last: '5.' + cents, bid: '4.' + cents, ask: '5.' + cents, bidSize: '10', askSize: '12', open: null, high: null, low: null, previousClose: '5.00', change: '0.' + cents, changeRatio: '0.01', volume: '1200', time: Date.now(), receivedAt: Date.now(), option: { strike: null, openInterest: '100', delta: '0.50', gamma: '0.01', theta: '-0.01', vega: '0.10', rho: '0.01', impliedVolatility: '0.2' + cents } })
    }
    if (body.length > 0 && tableProbe.quotes !== null) tableProbe.send(tableProbe.quotes, 'delta', body)
  }
})()`

/**
 * Shows as many rows in an empty page, and writes each change into its cells itself: what the
 * window would cost without the application.
 */
export const directDom = (rows: number, perSecond: number): string => `(() => {
  document.head.append(Object.assign(document.createElement('style'), { textContent: 'body{margin:0;font:13px sans-serif}#all{height:100vh;overflow:auto}.row{display:grid;grid-template-columns:repeat(12,1fr);height:26px;align-items:center}' }))
  const frames = globalThis.frameTimes = []
  const all = document.createElement('div')
  all.id = 'all'
  document.body.replaceChildren(all)
  const cells = Array.from({ length: ${rows} }, (_, number) => {
    const row = all.appendChild(document.createElement('div'))
    row.className = 'row'
    return Array.from({ length: 12 }, (_, column) => {
      const cell = row.appendChild(document.createElement('span'))
      cell.textContent = column === 0 ? 'SPY ' + number : '0'
      return cell
    })
  })
  let due = 0, at = 0, last = performance.now()
  const frame = (time) => {
    frames.push(time - last)
    due += Math.min(100, time - last) * ${perSecond} / 1000
    last = time
    for (; due >= 1; due -= 1) {
      at = (at + 7919) % cells.length
      cells[at][4].textContent = String(1 + at % 9)
      cells[at][5].textContent = String(time | 0)
    }
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})()`
