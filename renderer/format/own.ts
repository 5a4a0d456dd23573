import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Decimal } from '../../shared/domain/decimal.js'
import { MISSING } from '../../shared/messages/number-format.js'
import { exactText, formatMoney, formatQuantity } from './decimal.js'

/**
 * The person's own amounts as text: balances, quantities, profit and loss, values, account numbers.
 * While privacy mode is on none of their digits is in the page, so that a screen reader, a copy and
 * a picture have none either. Prices of the market and what is typed stay.
 */

type Maybe = Decimal | null | undefined

/** What stands for a hidden amount; its length says nothing about the amount. */
export const HIDDEN = '•••'

const store = createStore<{ readonly isPrivate: boolean }>(() => ({ isPrivate: false }))

/** Hides or shows the person's amounts in this window. */
export const setPrivacy = (isPrivate: boolean): void => store.setState({ isPrivate })

/** True while a file is written that the person asked for. */
let isExporting = false

/** Whether the person's amounts are hidden now. */
export const isPrivate = (): boolean => store.getState().isPrivate && !isExporting

/**
 * Writes with the person's amounts, also in privacy mode: a file that the person exports is for
 * their own use, and one without figures would be taken for a complete one.
 */
export function withAmounts<T>(write: () => T): T {
  const before = isExporting
  isExporting = true
  try {
    return write()
  } finally {
    isExporting = before
  }
}

/** Like {@link isPrivate}; renders again when it changes. */
export const useIsPrivate = (): boolean => useSyncExternalStore(store.subscribe, isPrivate)

const hidden = (value: Maybe, shown: string): string =>
  isPrivate() && value !== null && value !== undefined ? HIDDEN : shown

/** Formats an amount of the person, as `formatMoney` does. */
export const ownMoney = (value: Maybe, currency: string | null = null, signed?: boolean): string =>
  hidden(value, formatMoney(value, currency, signed))

/** Formats units that the person holds or ordered, as `formatQuantity` does. */
export const ownQuantity = (value: Maybe): string => hidden(value, formatQuantity(value))

/** Returns the digits of an amount of the person for a copy or a file, as `exactText` does. */
export const ownExact = (value: Maybe): string => hidden(value, exactText(value))

/** Returns a text about the person, such as an account number, or what hides it. */
export const ownText = (text: string): string =>
  isPrivate() && text !== '' && text !== MISSING ? HIDDEN : text
