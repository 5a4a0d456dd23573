import { useCallback, useMemo } from 'react'
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
import { useMarketFigure, type TradedMarket } from '../../../ui/ticket/traded-market.js'
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
  readonly market: TradedMarket
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

const bidOf = (quote: Quote | undefined): Price | null => quotedPrice(quote?.bid)
const askOf = (quote: Quote | undefined): Price | null => quotedPrice(quote?.ask)
const lastOf = (quote: Quote | undefined): Price | null => quotedPrice(quote?.last)

/** A price field with one-press choices from the market. */
export function PriceField({
  market,
  instrument,
  outcome,
  onValue,
  ...inputProps
}: PriceFieldProps) {
  const text = useText()
  const listing = useMemo(
    () => (instrument === null ? null : listingOf(instrument, outcome)),
    [instrument, outcome],
  )
  const steps = listing === null || listing.steps.length === 0 ? STOCK_STEPS : listing.steps
  const reading = readInput(inputProps.value, INPUT_LOCALE)
  const typed = reading.kind === 'value' ? reading.value : null
  const hint = useMarketFigure(
    market,
    useCallback(
      (quote) => tickHint(listing, typed ?? quote?.last ?? null, text.ticket),
      [listing, typed, text],
    ),
  )
  const midOf = useCallback((quote: Quote | undefined) => middle(quote, steps), [steps])
  const choices: readonly (readonly [string, typeof lastOf])[] = [
    [text.ticket.bid, bidOf],
    [text.ticket.mid, midOf],
    [text.ticket.ask, askOf],
    [text.ticket.last, lastOf],
  ]
  const step = (from: Decimal | null, direction: 1 | -1, times: number): Decimal | null => {
    const start = from ?? market.quote()?.last ?? null
    if (start === null) return null
    return from === null ? start : stepPrice(start, direction, times, steps)
  }
  return (
    <ExactField
      {...inputProps}
      onValue={onValue}
      step={step}
      hint={hint}
      labelActions={choices.map(([name, read]) => (
        <PriceChoice
          key={name}
          name={name}
          market={market}
          read={read}
          instrument={instrument}
          onValue={onValue}
        />
      ))}
    />
  )
}

interface PriceChoiceProps extends Pick<PriceFieldProps, 'market' | 'instrument' | 'onValue'> {
  readonly name: string
  readonly read: (quote: Quote | undefined) => Price | null
}

/** A price of the market that one press enters. It renders by itself when that price changes. */
function PriceChoice({ name, market, read, instrument, onValue }: PriceChoiceProps) {
  const text = useText()
  const price = useMarketFigure(market, read)
  const written =
    instrument === null ? formatStockPrice(price) : formatProductPrice(price, instrument)
  return (
    <button
      type="button"
      className="chip"
      disabled={price === null}
      aria-label={text.ticket.usePrice(name, written)}
      {...fullText(written)}
      onClick={() => {
        if (price !== null) onValue(writeInput(price, INPUT_LOCALE))
      }}
    >
      {name}
    </button>
  )
}
