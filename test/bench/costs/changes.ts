import { fileURLToPath } from 'node:url'
import { PAGE_SHOWN, runElectron } from '../electron-run.js'
import { loadOf, type Load, type Sampling } from './load.js'
import { pause } from '../pause.js'

const EMPTY = fileURLToPath(new URL('../empty-app', import.meta.url))
const SETTLE_MS = 3_000
const OBSERVED_MS = 10_000
const SHOWN_LIMIT_MS = 30_000

/** What changed in a window in one frame. */
export interface FrameChange {
  /** Since the observation began, in ms. */
  readonly at: number
  readonly texts: number
  /** Whether a canvas was drawn too. */
  readonly drawn: boolean
}

/**
 * Runs in the page: notes when texts change and canvases are drawn. It requests no frame, because
 * that would make the window paint.
 */
const OBSERVE = `(() => {
  const SAME_FRAME_MS = 8
  const record = globalThis.benchChanges = { changes: [], began: performance.now(), stop() {} }
  const note = (texts, drawn) => {
    const at = performance.now() - record.began
    const last = record.changes.at(-1)
    if (last !== undefined && at - last.at < SAME_FRAME_MS) {
      last.texts += texts
      last.drawn ||= drawn
    } else record.changes.push({ at, texts, drawn })
  }
  const observer = new MutationObserver((records) => {
    const texts = records.filter(({ type, addedNodes }) => type === 'characterData' || addedNodes.length > 0)
    if (texts.length > 0) note(texts.length, false)
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  const context = CanvasRenderingContext2D.prototype
  const own = { clearRect: context.clearRect, fillRect: context.fillRect, stroke: context.stroke, fill: context.fill, drawImage: context.drawImage }
  for (const [name, draw] of Object.entries(own)) {
    context[name] = function (...given) {
      note(0, true)
      return draw.apply(this, given)
    }
  }
  record.stop = () => {
    observer.disconnect()
    Object.assign(context, own)
    return record.changes
  }
})()`

/** What a page must offer to be observed. */
interface ObservedPage {
  evaluate<T>(expression: string): Promise<T>
}

/** Observes what changes in a window for some time. */
export async function observeChanges(page: ObservedPage): Promise<readonly FrameChange[]> {
  await page.evaluate(`${OBSERVE}; 0`)
  await pause(OBSERVED_MS)
  return page.evaluate<readonly FrameChange[]>('benchChanges.stop()')
}

/**
 * Runs in a bare page: cells of one size, of which as many get another text at the same moments,
 * again and again, and a canvas where one was drawn.
 */
const replayOf = (changes: readonly FrameChange[]): string => `((changes, period) => {
  const CELLS = 400
  document.body.style.cssText = 'margin:0;font:12px sans-serif'
  const cells = Array.from({ length: CELLS }, (_, index) => {
    const cell = document.body.appendChild(document.createElement('div'))
    cell.style.cssText = 'position:absolute;contain:strict;width:70px;height:18px;left:' + 72 * (index % 20) + 'px;top:' + 20 * Math.floor(index / 20) + 'px'
    return cell.appendChild(document.createTextNode('–'))
  })
  const canvas = document.body.appendChild(document.createElement('canvas'))
  Object.assign(canvas, { width: 400, height: 300 })
  canvas.style.cssText = 'position:absolute;left:0;top:420px'
  const context = canvas.getContext('2d')
  let next = 0
  const apply = ({ texts, drawn }) => {
    for (let text = 0; text < texts; text += 1) {
      next += 1
      cells[next % CELLS].data = (100 + (next % 997) / 100).toFixed(2)
    }
    if (drawn) {
      next += 1
      context.fillStyle = next % 2 === 0 ? '#235' : '#236'
      context.fillRect(0, 0, 400, 300)
    }
  }
  const began = performance.now()
  const step = (index) => {
    const due = began + period * Math.floor(index / changes.length) + changes[index % changes.length].at
    setTimeout(() => {
      apply(changes[index % changes.length])
      step(index + 1)
    }, due - performance.now())
  }
  if (changes.length > 0) step(0)
})(${JSON.stringify(changes)}, ${OBSERVED_MS})`

/** Measures a bare page that changes as much as the window did, at the same moments. */
export async function replayedLoad(
  changes: readonly FrameChange[],
  sampling: Sampling,
): Promise<Load> {
  const run = await runElectron(EMPTY)
  try {
    await run.page.until(PAGE_SHOWN, SHOWN_LIMIT_MS)
    await run.page.evaluate(`${replayOf(changes)}; 0`)
    await pause(SETTLE_MS)
    return await loadOf(run.child.pid ?? 0, sampling)
  } finally {
    await run.stop()
  }
}

/** Says what changed in a second. */
export function describeChanges(changes: readonly FrameChange[]): string {
  const seconds = OBSERVED_MS / 1_000
  const texts = changes.reduce((sum, change) => sum + change.texts, 0)
  const drawn = changes.filter((change) => change.drawn).length
  return `${(texts / seconds).toFixed(0)} texts a second in ${(changes.length / seconds).toFixed(1)} frames, ${(drawn / seconds).toFixed(1)} of them with a canvas`
}
