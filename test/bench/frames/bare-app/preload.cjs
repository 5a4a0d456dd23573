const { ipcRenderer } = require('electron')

// What the page measures: delays to the text from the publisher and from main, and times between
// frames, in ms.
const measured = { on: false, delays: [], mainDelays: [], frames: [], received: 0 }
globalThis.bareFeed = measured
const now = () => performance.timeOrigin + performance.now()
const latest = new Map()
const texts = Number(process.env.FEED_TEXTS ?? 1)

ipcRenderer.on('prices', (_event, batch, inMainAt) => {
  measured.received += batch.length
  for (const [symbol, price, time] of batch) {
    const before = latest.get(symbol)
    latest.set(symbol, {
      price,
      sentAt: before?.sentAt ?? time,
      inMainAt: before?.inMainAt ?? inMainAt,
    })
  }
})

addEventListener('DOMContentLoaded', () => {
  const rows = Array.from({ length: 50 }, () => {
    const row = document.body.appendChild(document.createElement('div'))
    return Array.from({ length: texts }, () => {
      const cell = row.appendChild(document.createElement('span'))
      return cell.appendChild(document.createTextNode('–'))
    })
  })
  let before = 0
  const onFrame = (time) => {
    if (measured.on && before > 0) measured.frames.push(time - before)
    before = time
    for (const [symbol, { price, sentAt, inMainAt }] of latest) {
      for (const text of rows[symbol]) text.data = price
      if (!measured.on) continue
      measured.delays.push(now() - sentAt)
      measured.mainDelays.push(now() - inMainAt)
    }
    latest.clear()
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
})
