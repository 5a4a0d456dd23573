import { withoutMoney } from '../../format/own-message.js'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState, useLayoutEffect, useRef, type RefObject } from 'react'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { dismissToast, type Toast, type ToastStore } from '../../stores/toasts.js'
import { useText } from '../../language/window-text.js'
import { Button, IconButton } from '../button.js'
import { DEFAULT_LEFT, toastLeft } from './toast-place.js'

const ICONS = { info: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert } as const
const SHOWN_MS = 6_000
/** A toast with a button must be read and reached. */
const SHOWN_WITH_ACTION_MS = 15_000

/** The toasts in the corner. Good news disappears by itself; messages that need a decision stay. */
export function Toasts() {
  const text = useText()
  const store = useMainWindow().toasts
  const toasts = useSlice(store, (state) => state.toasts)
  const place = useToastPlace(toasts)
  return (
    <section ref={place} className="toasts" aria-label={text.toast.region} aria-live="polite">
      {toasts.map((item) => (
        <ToastCard key={item.id} toast={item} store={store} />
      ))}
    </section>
  )
}

function ToastCard({ toast, store }: { readonly toast: Toast; readonly store: ToastStore }) {
  const text = useText()
  const passing = toast.tone === 'info' || toast.tone === 'good'
  // Nothing disappears under the pointer that is about to press it.
  const [isPointed, setPointed] = useState(false)
  useEffect(() => {
    if (!passing || isPointed) return undefined
    const shownMs = toast.action === undefined ? SHOWN_MS : SHOWN_WITH_ACTION_MS
    const timer = setTimeout(() => dismissToast(store, toast.id), shownMs)
    return () => clearTimeout(timer)
  }, [passing, isPointed, store, toast.id, toast.action])
  const Icon = ICONS[toast.tone]
  const detail = toast.detail?.(text) ?? ''
  return (
    <div
      className={`toast ${toast.tone}`}
      role={passing ? 'status' : 'alert'}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      <Icon size={15} aria-hidden />
      <p className="toast-title">{withoutMoney(toast.title(text))}</p>
      <IconButton
        icon={X}
        size="small"
        label={text.toast.dismiss}
        onClick={() => dismissToast(store, toast.id)}
      />
      {detail !== '' && <p className="toast-detail">{withoutMoney(detail)}</p>}
      {toast.action !== undefined && (
        <span className="toast-action">
          <Button
            size="small"
            onClick={() => {
              dismissToast(store, toast.id)
              toast.action?.run()
            }}
          >
            {toast.action.label(text)}
          </Button>
        </span>
      )}
      {toast.ref !== null && (
        <p className="toast-ref">
          {text.toast.ref} {toast.ref}
        </p>
      )}
    </div>
  )
}

/** Marks prices that a click trades: a toast over them would hide them. */
const PRICES = '[data-clear-of-toasts]'
const GAP_PX = 8

/**
 * Returns the ref of the element of the toasts, which moves beside prices that can be clicked.
 * Where those fill the window, the style variable `--toast-room` is the height in px that they
 * leave free at the bottom.
 */
function useToastPlace(toasts: readonly Toast[]): RefObject<HTMLElement | null> {
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
