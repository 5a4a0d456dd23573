import {
  add,
  asPrice,
  dec,
  div,
  snap,
  type Decimal,
  type Price,
} from '../../../../shared/domain/decimal.js'
import { stockTick } from '../../../../shared/domain/orders/order-rules.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { formatPrice } from '../../../format/decimal.js'
import { useText } from '../../../language/window-text.js'
import { ExactField } from './exact-field.js'
import { writeInput } from '../model/number-input.js'
import { stepPrice } from '../model/stepping.js'
import { INPUT_LOCALE } from '../model/ticket-store.js'

const TWO = dec('2')

/** Returns the mid price on the tick grid, rounded towards the bid. */
function middle(quote: Quote | undefined): Price | null {
  if (quote === undefined || quote.bid === null || quote.ask === null) return null
  const half = div(add(quote.bid, quote.ask), TWO, 8, 'down')
  return half === null ? null : asPrice(snap(half, stockTick(asPrice(half)), 'down'))
}

export interface PriceFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onValue: (text: string) => void
  readonly problem: string | null
  readonly quote: Quote | undefined
}

/** A price field with one-press choices from the market. */
export function PriceField({ quote, onValue, ...rest }: PriceFieldProps) {
  const text = useText()
  const choices: readonly (readonly [string, Price | null | undefined])[] = [
    [text.ticket.bid, quote?.bid],
    [text.ticket.mid, middle(quote)],
    [text.ticket.ask, quote?.ask],
    [text.ticket.last, quote?.last],
  ]
  const step = (from: Decimal | null, direction: 1 | -1, times: number): Decimal | null => {
    const start = from ?? quote?.last ?? null
    if (start === null) return null
    return from === null ? start : stepPrice(start, direction, times)
  }
  return (
    <ExactField
      {...rest}
      onValue={onValue}
      step={step}
      labelActions={choices.map(([name, price]) => (
        <button
          key={name}
          type="button"
          className="chip"
          disabled={price === null || price === undefined}
          aria-label={text.ticket.usePrice(name, formatPrice(price))}
          title={formatPrice(price)}
          onClick={() => {
            if (price !== null && price !== undefined) onValue(writeInput(price, INPUT_LOCALE))
          }}
        >
          {name}
        </button>
      ))}
    />
  )
}
