import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useMainWindow, useSlice } from '../../stores/context.js'
import type { Toast } from '../../stores/toasts.js'
import { DEFAULT_LEFT, toastLeft } from './toast-place.js'

/** Marks prices that a click trades: a toast over them would hide them. */
const PRICES = '[data-clear-of-toasts]'
const GAP_PX = 8

/**
 * Returns the ref of the element of the toasts, which moves beside prices that can be clicked.
 * Where those fill the window, the style variable `--toast-room` is the height in px that they
 * leave free at the bottom.
 */
export function useToastPlace(toasts: readonly Toast[]): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  const layout = useSlice(useMainWindow().workspace, (state) => state.layout)
  useLayoutEffect(() => {
    const root = document.documentElement
    const update = (): void => {
      const element = place.current
      if (element === null) return
      const left = toasts.length === 0 ? DEFAULT_LEFT : toastLeft(window.innerWidth, pricesBelow())
      element.style.left = `${left ?? DEFAULT_LEFT}px`
      if (left === null) {
        root.style.setProperty('--toast-room', `${element.offsetHeight + GAP_PX}px`)
      } else root.style.removeProperty('--toast-room')
    }
    update()
    if (toasts.length === 0) return undefined
    // Panels are laid out after the layout changed.
    const frame = requestAnimationFrame(update)
    window.addEventListener('resize', update)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('resize', update)
      root.style.removeProperty('--toast-room')
    }
  }, [toasts, layout])
  return place
}

/** Returns where the shown prices are that reach into the lower half of the window. */
const pricesBelow = () =>
  [...document.querySelectorAll<HTMLElement>(PRICES)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, bottom }) => width > 0 && bottom > window.innerHeight / 2)
