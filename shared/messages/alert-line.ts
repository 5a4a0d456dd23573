import type { AlertCondition, AlertEvent } from '../domain/alerts/alert.js'
import { message } from './make-message.js'
import type { Message } from './message.js'

/** Returns what an alert waits for. */
export function alertCondition(condition: AlertCondition): Message {
  const { symbol } = condition.instrument
  switch (condition.kind) {
    case 'price': {
      const code = {
        above: 'alerts.priceAbove',
        below: 'alerts.priceBelow',
        through: 'alerts.priceThrough',
      } as const
      return message(code[condition.when], { ...named(condition), price: condition.price })
    }
    case 'change': {
      const code = { above: 'alerts.changeAbove', below: 'alerts.changeBelow' } as const
      return message(code[condition.when], { symbol, ratio: condition.ratio })
    }
    case 'volume':
      return message('alerts.volume', { symbol, quantity: condition.quantity })
  }
}

/** Returns what happened: what an alert fired by, or that it expired. */
export function alertOutcome({ condition, value, crossing }: AlertEvent): Message {
  if (value === null) return message('alerts.expired', { condition: alertCondition(condition) })
  const { symbol } = condition.instrument
  switch (condition.kind) {
    case 'price':
      return message(crossing === 'down' ? 'alerts.fellTo' : 'alerts.roseTo', {
        ...named(condition),
        price: value,
      })
    case 'change':
      return message('alerts.changedTo', { symbol, ratio: value })
    case 'volume':
      return message('alerts.volumeReached', { symbol, quantity: value })
  }
}

/** Names the instrument of a price, and the outcome where it is "no". */
const named = ({
  instrument,
  outcome,
}: Extract<AlertCondition, { readonly kind: 'price' }>): {
  readonly symbol: string
  readonly isNo?: boolean
} => ({ symbol: instrument.symbol, ...(outcome === 'no' ? { isNo: true } : {}) })
