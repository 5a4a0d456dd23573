import { openMainWindow, dollars, type MainWindowPage } from '../../e2e/support/main-window-page.js'
import { chartLine, handleOf } from '../../e2e/support/chart-lines.js'
import { atMost } from '../report/bounds.js'
import { median, metricRow, ms, percentile, type MetricRow } from '../report/table.js'

/** A display that is asked for a frame late by less than this still shows each of them. */
const MAX_FRAME_MS = 20
const MOVES = 180

/**
 * Runs in the page: moves a held pointer by two px in each frame, up and down, and returns the
 * times between frames.
 */
const MOVE_EACH_FRAME = `(box) => new Promise((resolve) => {
  const times = []
  let [last, left] = [performance.now(), ${MOVES}]
  const frame = (now) => {
    times.push(now - last)
    last = now
    left -= 1
    const clientY = box.y - 30 * Math.sin((${MOVES} - left) / 12)
    const init = { bubbles: true, pointerId: 1, clientX: box.x, clientY, buttons: 1 }
    document.querySelector('.trade-layer').dispatchEvent(new PointerEvent('pointermove', init))
    if (left > 0) requestAnimationFrame(frame)
    else resolve(times.slice(2))
  }
  requestAnimationFrame(frame)
})`

/** Places an order below the market and returns where its handle is. */
async function heldLine(desk: MainWindowPage): Promise<{ readonly x: number; readonly y: number }> {
  const { page } = desk
  await desk.choose('XOM')
  const bid = await desk.cents('bid')
  await desk.fill('quantity', '100')
  await desk.fill('limitPrice', dollars(bid - 25))
  await desk.send()
  const handle = handleOf(chartLine(page, /^Buy 100 limit/))
  const box = await handle.boundingBox()
  if (box === null) throw new Error('the line of the order is not shown')
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await page.mouse.move(place.x, place.y)
  await page.mouse.down()
  return place
}

/** Dragging the line of an order over a chart whose prices tick ten times a second. */
export async function lineDrag(): Promise<MetricRow[]> {
  const desk = await openMainWindow({
    suite: 'bench-line-drag',
    keyStore: 'none',
    args: ['--practice-quotes-ms=100'],
  })
  try {
    await desk.ready()
    const place = await heldLine(desk)
    const times = (await desk.page.evaluate(
      `(${MOVE_EACH_FRAME})(${JSON.stringify(place)})`,
    )) as readonly number[]
    await desk.page.keyboard.press('Escape')
    await desk.page.mouse.up()
    return [
      metricRow({
        id: 'drag',
        metric: 'drag the line of an order: time between frames, p95',
        ours: percentile(times, 0.95),
        format: ms,
        bounds: [atMost(MAX_FRAME_MS)],
        note: `p50 ${ms(median(times))} of ${times.length} frames`,
      }),
    ]
  } finally {
    await desk.close()
  }
}
