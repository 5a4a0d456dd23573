import { useEffect, useState } from 'react'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { OrderReminder } from '../../../shared/domain/reference/order-reminder.js'
import { useMainWindow } from '../../stores/context.js'

/** A half-typed order needs no reminders. */
const TYPING_PAUSE_MS = 400
const NONE: readonly OrderReminder[] = []

/** The reminders of exactly one draft. */
interface Found {
  readonly key: string
  readonly reminders: readonly OrderReminder[]
}

/** Returns the reminders about the draft; empty until they are known. */
export function useReminders(draft: OrderDraft | null): readonly OrderReminder[] {
  const { invoke } = useMainWindow()
  const [checked, setChecked] = useState<Found | null>(null)
  const key = draft === null ? null : JSON.stringify(draft)
  useEffect(() => {
    if (key === null) return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      void invoke('orders.reminders', { draft: JSON.parse(key) as OrderDraft }).then((reply) => {
        // Without an answer the order is shown without reminders: they decide nothing.
        if (isCurrent) setChecked({ key, reminders: reply.ok ? reply.value : NONE })
      })
    }, TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [invoke, key])
  return checked !== null && checked.key === key ? checked.reminders : NONE
}
