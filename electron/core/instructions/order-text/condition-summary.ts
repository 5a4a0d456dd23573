import { trim } from '../../../../shared/domain/decimal.js'
import type { WakeCondition } from '../../../../shared/domain/instructions/wake-condition.js'
import { exchangeClock } from '../../../../shared/domain/market/exchange-time.js'
import type { EpochMs } from '../../../../shared/domain/time.js'
import { message } from '../../../../shared/messages/make-message.js'
import type { Message } from '../../../../shared/messages/message.js'

type Of<Kind extends WakeCondition['kind']> = Extract<WakeCondition, { readonly kind: Kind }>

const ID_CHARS = 6
/** Names the order of a condition, without its whole id. */
export const namedOrder = ({ symbol, clientOrderId }: Of<'order'>) => ({
  symbol,
  id: clientOrderId.slice(-ID_CHARS),
})

/** Returns an instant as the day and the clock of the exchange. */
export function clockTime(time: EpochMs): { readonly day: string; readonly clock: string } {
  const { day, minute } = exchangeClock(time)
  const two = (value: number): string => String(value).padStart(2, '0')
  return { day, clock: `${two(Math.floor(minute / 60))}:${two(minute % 60)}` }
}

/** Writes a condition in words. */
export function conditionMessage(condition: WakeCondition): Message {
  switch (condition.kind) {
    case 'price': {
      const level = { symbol: condition.symbol, price: trim(condition.price) }
      if (condition.when === 'above') return message('waiting.priceAbove', level)
      if (condition.when === 'below') return message('waiting.priceBelow', level)
      return condition.startedBelow
        ? message('waiting.crossesUp', level)
        : message('waiting.crossesDown', level)
    }
    case 'change': {
      const change = { symbol: condition.symbol, ratio: trim(condition.ratio) }
      return condition.when === 'above'
        ? message('waiting.changeAbove', change)
        : message('waiting.changeBelow', change)
    }
    case 'time':
      return message('waiting.time', clockTime(condition.time))
    case 'order':
      return condition.when === 'filled'
        ? message('waiting.orderFilled', namedOrder(condition))
        : message('waiting.orderEnded', namedOrder(condition))
    case 'alert':
      return message('waiting.byAlert', { alert: condition.seen })
  }
}
