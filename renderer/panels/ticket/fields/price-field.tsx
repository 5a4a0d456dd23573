import { dec, mul, type Decimal, type Price } from '../../../../shared/domain/decimal.js'
import type { AnyInstrument } from '../../../../shared/domain/instruments/any-instrument.js'
import type { EventOutcome } from '../../../../shared/domain/instruments/event-contract.js'
import {
  listingOf,
  type Listing,
  type PriceStep,
} from '../../../../shared/domain/instruments/listing.js'
import { midPrice, quotedPrice } from '../../../../shared/domain/market/quoted-price.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { formatMoney } from '../../../format/decimal.js'
import { formatProductPrice, formatStep, formatStockPrice } from '../../../format/product-price.js'
import { useText } from '../../../language/window-text.js'
import { ExactField } from './exact-field.js'
import { readInput, writeInput } from '../../../ui/ticket/model/number-input.js'
import {
  onStep,
  stepAbove,
  stepPrice,
  STOCK_STEPS,
} from '../../../../shared/domain/instruments/price-steps.js'
import { INPUT_LOCALE } from '../../../ui/ticket/model/ticket-store.js'
import { fullText } from '../../../ui/hints/hint.js'

/** Returns the mid price on the instrument's steps, rounded towards the bid. */
export function middle(quote: Quote | undefined, steps: readonly PriceStep[]): Price | null {
  const mid = midPrice(quote)
  return mid === null ? null : onStep(mid, steps)
}

export interface PriceFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onValue: (text: string) => void
  readonly problem: string | null
  /** The id of a problem text elsewhere. */
  readonly problemId?: string | null
  /** The quote of the traded outcome. */
  readonly quote: Quote | undefined
  readonly instrument: AnyInstrument | null
  readonly outcome: EventOutcome
}

/** The steps of a stock are known to every trader; the steps of a contract are shown. */
function tickHint(
  listing: Listing | null,
  price: Decimal | null,
  text: WindowText['ticket'],
): string | null {
  if (listing === null || listing.assetClass === 'stock' || listing.steps.length === 0) return null
  const step = stepAbove(price ?? dec('0'), listing.steps)
  const written = formatStep(step)
  return listing.assetClass === 'option' || listing.assetClass === 'futures'
    ? text.tickWorth(written, formatMoney(mul(step, listing.multiplier), listing.currency))
    : text.tick(written)
}

/** A price field with one-press choices from the market. */
export function PriceField({
  quote,
  instrument,
  outcome,
  onValue,
  ...inputProps
}: PriceFieldProps) {
  const text = useText()
  const listing = instrument === null ? null : listingOf(instrument, outcome)
  const steps = listing === null || listing.steps.length === 0 ? STOCK_STEPS : listing.steps
  const written = (value: Price | null | undefined): string =>
    instrument === null ? formatStockPrice(value) : formatProductPrice(value, instrument)
  const typed = readInput(inputProps.value, INPUT_LOCALE)
  const price = typed.kind === 'value' ? typed.value : (quote?.last ?? null)
  const choices: readonly (readonly [string, Price | null | undefined])[] = [
    [text.ticket.bid, quotedPrice(quote?.bid)],
    [text.ticket.mid, middle(quote, steps)],
    [text.ticket.ask, quotedPrice(quote?.ask)],
    [text.ticket.last, quotedPrice(quote?.last)],
  ]
  const step = (from: Decimal | null, direction: 1 | -1, times: number): Decimal | null => {
    const start = from ?? quote?.last ?? null
    if (start === null) return null
    return from === null ? start : stepPrice(start, direction, times, steps)
  }
  return (
    <ExactField
      {...inputProps}
      onValue={onValue}
      step={step}
      hint={tickHint(listing, price, text.ticket)}
      labelActions={choices.map(([name, price]) => (
        <button
          key={name}
          type="button"
          className="chip"
          disabled={price === null || price === undefined}
          aria-label={text.ticket.usePrice(name, written(price))}
          {...fullText(written(price))}
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
