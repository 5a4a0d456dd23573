// Sends prices to its parent: as many messages a second as the argument says, of 50 symbols in
// turn, each with the time at which it left.
const perSecond = Number(process.argv[2])
const SYMBOLS = 50
const BEAT_MS = 10
let next = 0
let sent = 0
const began = performance.now()

setInterval(() => {
  const due = Math.floor(((performance.now() - began) / 1_000) * perSecond)
  const time = performance.timeOrigin + performance.now()
  const batch = []
  for (; sent < due; sent += 1) {
    batch.push([next, (100 + (sent % 997) / 100).toFixed(2), time])
    next = (next + 1) % SYMBOLS
  }
  if (batch.length > 0) process.send(batch)
}, BEAT_MS)
