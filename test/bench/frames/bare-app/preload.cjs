const { ipcRenderer } = require('electron')

// What the page measures: delays from the publisher to the text, and times between frames, in ms.
const measured = { on: false, delays: [], frames: [], received: 0 }
globalThis.bareFeed = measured
const now = () => performance.timeOrigin + performance.now()
const latest = new Map()

ipcRenderer.on('prices', (_event, batch) => {
  measured.received += batch.length
  for (const [symbol, price, time] of batch) {
    const before = latest.get(symbol)
    latest.set(symbol, [price, before?.[1] ?? time])
  }
})

addEventListener('DOMContentLoaded', () => {
  const cells = Array.from({ length: 50 }, () => {
    const row = document.body.appendChild(document.createElement('div'))
    return row.appendChild(document.createTextNode('–'))
  })
  let before = 0
  const onFrame = (time) => {
    if (measured.on && before > 0) measured.frames.push(time - before)
    before = time
    for (const [symbol, [price, sentAt]] of latest) {
      cells[symbol].data = price
      if (measured.on) measured.delays.push(now() - sentAt)
    }
    latest.clear()
    requestAnimationFrame(onFrame)
  }
  requestAnimationFrame(onFrame)
})
