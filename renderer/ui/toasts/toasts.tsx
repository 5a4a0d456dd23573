import { withoutMoney } from '../../format/own-message.js'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { dismissToast, type Toast, type ToastStore } from '../../stores/toasts.js'
import { useText } from '../../language/window-text.js'
import { Button, IconButton } from '../button.js'
import { useToastPlace } from './use-toast-place.js'

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
