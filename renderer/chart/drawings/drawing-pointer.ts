import type { Disposer } from '../../../shared/domain/brand.js'
import type { Modifiers } from './controller-state.js'
import type { Point } from './chart-scales.js'
import type { DrawingController } from './drawing-controller.js'

const modifiersOf = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): Modifiers => ({
  ctrl: ctrlKey || metaKey,
  shift: shiftKey,
})

/** What the pointer needs of the chart. */
export interface PointerHost {
  /** The element that the chart draws in. */
  readonly element: HTMLElement
  /** Returns the size of the price pane; presses elsewhere are the chart's own. */
  readonly size: () => { readonly width: number; readonly height: number } | null
  readonly controller: DrawingController
}

/**
 * Passes presses to the drawings: all while a tool is chosen, otherwise only those on a drawing.
 * Everything else reaches the chart, which then pans as usual. Returns what stops it.
 */
export function listenToPointer(host: PointerHost): Disposer {
  const { element } = host
  const pointer = new DrawingPointer(host)
  const listeners = [
    ['pointerdown', pointer.onDown],
    ['pointermove', pointer.onMove],
    ['pointerup', pointer.onUp],
    ['pointercancel', pointer.onCancel],
    ['pointerleave', pointer.onLeave],
    ['dblclick', pointer.onDouble],
  ] as const
  for (const [name, listener] of listeners) {
    element.addEventListener(name, listener as EventListener, true)
  }
  element.addEventListener('touchstart', pointer.onTouch, { capture: true, passive: false })
  return () => {
    for (const [name, listener] of listeners) {
      element.removeEventListener(name, listener as EventListener, true)
    }
    element.removeEventListener('touchstart', pointer.onTouch, { capture: true })
    element.style.removeProperty('cursor')
  }
}

class DrawingPointer {
  readonly #host: PointerHost
  #pressed: number | null = null
  #last: Point = { x: 0, y: 0 }

  constructor(host: PointerHost) {
    this.#host = host
  }

  readonly onDown = (event: PointerEvent): void => {
    const point = this.#point(event)
    if (event.button !== 0 || event.defaultPrevented || point === null) return
    if (!this.#host.controller.press(point, modifiersOf(event))) return
    const { element } = this.#host
    this.#pressed = event.pointerId
    this.#last = point
    // The chart listens to mouse events, which a prevented press does not cause: it does not pan.
    event.preventDefault()
    element.setPointerCapture(event.pointerId)
    element.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
  }

  readonly onMove = (event: PointerEvent): void => {
    const { controller, element } = this.#host
    const isPressed = this.#pressed === event.pointerId
    if (!isPressed && event.buttons !== 0) return
    const point = this.#point(event, isPressed)
    if (point === null) return this.onLeave()
    this.#last = point
    const isOurs = controller.move(point, modifiersOf(event))
    const isDrawing = controller.state.tool !== null
    element.style.cursor = isDrawing ? 'crosshair' : isOurs ? 'pointer' : ''
  }

  readonly onUp = (event: PointerEvent): void => {
    if (this.#pressed !== event.pointerId) return
    this.#pressed = null
    this.#host.controller.release(this.#point(event, true) ?? this.#last, modifiersOf(event))
  }

  readonly onCancel = (): void => {
    if (this.#pressed === null) return
    this.#pressed = null
    this.#host.controller.cancel()
  }

  readonly onLeave = (): void => {
    if (this.#pressed !== null) return
    this.#host.controller.leave()
    this.#host.element.style.cursor = ''
  }

  readonly onDouble = (event: MouseEvent): void => {
    const point = this.#point(event)
    const { controller } = this.#host
    if (point === null) return
    if (controller.finish() || (controller.state.tool === null && controller.write(point))) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  /** The chart would pan by a touch that draws. */
  readonly onTouch = (event: TouchEvent): void => {
    if (this.#pressed === null) return
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
  }

  /** Returns the place in the price pane; null outside of it, unless a press began there. */
  #point({ clientX, clientY }: MouseEvent, isHeld = false): Point | null {
    const size = this.#host.size()
    if (size === null) return null
    const { left, top } = this.#host.element.getBoundingClientRect()
    const point = { x: clientX - left, y: clientY - top }
    const isInside = point.x >= 0 && point.y >= 0 && point.x <= size.width && point.y <= size.height
    return isInside || isHeld ? point : null
  }
}
