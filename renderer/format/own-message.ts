import type { Message } from '../../shared/messages/message.js'
import { formatMessage } from './message.js'
import { HIDDEN, isPrivate } from './own.js'

/** A number as it is written, with its groups and decimals. */
const NUMBER = /\d(?:[\d.,]*\d)?/g
/** An amount of money as it is written, before or after its sign. */
const MONEY = /[-−+]?(?:US)?[$€£¥]\s?\d(?:[\d.,]*\d)?|\d(?:[\d.,]*\d)?\s?(?:US\$|[$€£]|USD\b)/g

/** The parameters that are amounts of the person, in orders and in levels of the account. */
const OWN = new Set(['quantity', 'amount'])

/** Returns the digits that identify a number in every way of writing it. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '')

/** Returns the amounts of the person among the parameters; amounts of the market are not. */
function ownAmounts(value: unknown, isOwn: boolean): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === 'object') return ownAmounts(member, isOwn || name === 'order')
    const isAmount = name === 'amount' || (isOwn && OWN.has(name))
    return isAmount && typeof member === 'string' && /^-?\d+(\.\d+)?$/.test(member) ? [member] : []
  })
}

/** Hides the first number in a text that is this amount. */
function withoutAmount(text: string, amount: string): string {
  const wanted = digitsOf(amount)
  let isHidden = false
  return text.replaceAll(NUMBER, (number) => {
    if (isHidden || digitsOf(number) !== wanted) return number
    isHidden = true
    return HIDDEN
  })
}

/**
 * Writes a message of main as `formatMessage` does. In privacy mode it has neither the sizes of
 * orders nor amounts of money; the terms of an order, such as its price, stay.
 */
export function ownMessage(message: Message): string {
  const text = formatMessage(message)
  if (!isPrivate()) return text
  const amounts = ownAmounts(message.params, false)
  return withoutMoney(amounts.reduce(withoutAmount, text))
}

/** Returns a text in which, in privacy mode, no amount of money is left. */
export const withoutMoney = (text: string): string =>
  isPrivate() ? text.replaceAll(MONEY, HIDDEN) : text

/** Returns a text in which, in privacy mode, no number is left. */
export const withoutNumbers = (text: string): string =>
  isPrivate() ? text.replaceAll(NUMBER, HIDDEN) : text
