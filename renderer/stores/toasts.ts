import { createStore } from 'zustand/vanilla'
import type { LocalizedText } from '../language/window-text.js'
import type { AppError } from '../../shared/domain/app/app-error.js'

export type ToastTone = 'info' | 'good' | 'warn' | 'bad'

/** A button in a toast; pressing it dismisses the toast. */
export interface ToastAction {
  readonly label: LocalizedText
  readonly run: () => void
}

/** A brief message about an event. Bad news stays until it is dismissed. */
export interface Toast {
  readonly id: number
  readonly tone: ToastTone
  readonly title: LocalizedText
  readonly detail: LocalizedText | null
  /** Links the message to its log entry. */
  readonly ref: string | null
  /** What the person can do about it; absent for nothing. */
  readonly action?: ToastAction
}

export interface ToastState {
  readonly toasts: readonly Toast[]
  readonly last: number
}

const MAX_TOASTS = 3

export const createToastStore = () => createStore<ToastState>(() => ({ toasts: [], last: 0 }))
export type ToastStore = ReturnType<typeof createToastStore>

type ToastOptions = Partial<Pick<Toast, 'detail' | 'ref' | 'action'>>

/** Shows a toast and returns its id. The oldest ones are removed when there are too many. */
export function toast(
  store: ToastStore,
  tone: ToastTone,
  title: LocalizedText,
  { detail = null, ref = null, action }: ToastOptions = {},
): number {
  const id = store.getState().last + 1
  store.setState((state) => ({
    last: id,
    toasts: [
      ...state.toasts,
      { id, tone, title, detail, ref, ...(action === undefined ? {} : { action }) },
    ].slice(-MAX_TOASTS),
  }))
  return id
}

/** Shows an error: its message by code, its effect on orders, and its log reference. */
export function toastError(
  store: ToastStore,
  error: AppError,
  describe: (error: AppError) => { title: string; detail: string | null },
): number {
  return toast(store, error.order === 'may-exist' ? 'warn' : 'bad', () => describe(error).title, {
    detail: () => describe(error).detail ?? '',
    ref: error.ref === '' ? null : error.ref,
  })
}

export const dismissToast = (store: ToastStore, id: number): void =>
  store.setState((state) => ({ toasts: state.toasts.filter((other) => other.id !== id) }))
