import type { Disposer } from '../../shared/domain/brand.js'

/** The layer on which the library puts its canvases of the crosshair and what is above the bars. */
const TOP_LAYER = '2'

const PAINTS = [
  'fill',
  'stroke',
  'fillRect',
  'strokeRect',
  'fillText',
  'strokeText',
  'drawImage',
  'putImageData',
] as const satisfies readonly (keyof CanvasRenderingContext2D)[]

/**
 * Skips clearing a canvas that is blank already. The library clears its upper canvases with every
 * price, also without a crosshair, and the browser paints and composes each canvas that was
 * touched: half of all in a frame.
 */
function skipBlankClears(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  const { prototype } = CanvasRenderingContext2D
  let isBlank = true
  context.clearRect = (x, y, width, height) => {
    if (isBlank) return
    prototype.clearRect.call(context, x, y, width, height)
    isBlank = x <= 0 && y <= 0 && width >= canvas.width && height >= canvas.height
  }
  for (const name of PAINTS) {
    const paint = (...values: readonly unknown[]): unknown => {
      isBlank = false
      return Reflect.apply(prototype[name], context, values)
    }
    Object.defineProperty(context, name, { value: paint })
  }
}

/** Leaves blank canvases of a chart untouched until disposed, also in later panes. */
export function protectBlankCanvases(container: HTMLElement): Disposer {
  const done = new WeakSet<HTMLCanvasElement>()
  const protect = (root: ParentNode): void => {
    for (const canvas of root.querySelectorAll('canvas')) {
      if (canvas.style.zIndex !== TOP_LAYER || done.has(canvas)) continue
      done.add(canvas)
      skipBlankClears(canvas)
    }
  }
  protect(container)
  const observer = new MutationObserver(() => protect(container))
  observer.observe(container, { childList: true, subtree: true })
  return () => observer.disconnect()
}
