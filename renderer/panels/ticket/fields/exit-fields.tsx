import { memo, useId } from 'react'
import {
  abs,
  add,
  asPrice,
  dec,
  isNegative,
  mul,
  sub,
  type Decimal,
  type Price,
} from '../../../../shared/domain/decimal.js'
import { listingOf, type Listing } from '../../../../shared/domain/instruments/listing.js'
import type { Position } from '../../../../shared/domain/account/account.js'
import {
  orderInstrumentKey,
  positionInstrumentKey,
} from '../../../../shared/domain/instruments/instrument-key.js'
import { exitEffect } from '../../../../shared/domain/orders/effect/exit-effect.js'
import type { ComboDraft, OrderDraft } from '../../../../shared/domain/orders/order.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { formatDecimal, formatMoney } from '../../../format/decimal.js'
import { useText } from '../../../language/window-text.js'
import { Button } from '../../../ui/button.js'
import {
  EXIT_FIELDS,
  exitPrices,
  exitsOffer,
  type ExitField,
  type ExitsOffer,
} from '../../../ui/ticket/model/exits.js'
import { readInput, writeInput } from '../../../ui/ticket/model/number-input.js'
import { problemOf } from '../../../ui/ticket/model/field-problem.js'
import {
  onStep,
  stepPrice,
  STOCK_STEPS,
} from '../../../../shared/domain/instruments/price-steps.js'
import type { TicketForm } from '../../../ui/ticket/model/ticket-form.js'
import { lastPrice, noPrice, useMarketFigure } from '../../../ui/ticket/traded-market.js'
import { useAccountPositions } from '../../../ui/ticket/use-order-facts.js'
import { INPUT_LOCALE } from '../../../ui/ticket/model/ticket-store.js'
import { ExactField } from './exact-field.js'
import type { FieldsProps } from './field-props.js'
import { explain } from '../../../ui/hints/hint.js'

/** Distances from the entry that one press sets: nearer for a stop than for a target. */
const DISTANCES: Readonly<Record<ExitField, readonly [Decimal, ...Decimal[]]>> = {
  takeProfit: [dec('0.02'), dec('0.05'), dec('0.1')],
  stopLoss: [dec('0.01'), dec('0.02'), dec('0.05')],
}
const ONE = dec('1')
const HUNDRED = dec('100')

export interface ExitFieldsProps extends FieldsProps {
  /** The linked orders as they would be sent; null while a field has a problem. */
  readonly combo: ComboDraft | null
}

/**
 * The exits of an order: a take-profit and a stop-loss for an entry, a stop-loss for the order that
 * closes a position at a profit. Nothing where the order can have none.
 */
export const ExitFields = memo(function ExitFields(props: ExitFieldsProps) {
  const text = useText().ticket
  const hintId = useId()
  const { form, held, findings, attempted } = props
  const offer = exitsOffer(form, held)
  if (offer === null || !form.exits) return null
  const isEntry = offer === 'entry'
  const problem = problemOf(findings, 'exits', attempted, text)
  return (
    <fieldset
      className="ticket-exits"
      aria-label={isEntry ? text.exits.entry : text.exits.position}
      aria-describedby={hintId}
      data-testid="ticket-exits"
    >
      {EXIT_FIELDS[offer].map((field) => (
        <ExitPrice key={field} {...props} field={field} offer={offer} />
      ))}
      {problem !== null && (
        <p className="field-problem" role="alert">
          {problem}
        </p>
      )}
      <p id={hintId} className="field-hint">
        {isEntry ? text.exits.entryHint : text.exits.positionHint}
      </p>
    </fieldset>
  )
})

/** Attaches exits to the order, or takes them off; nothing where the order can have none. */
export function ExitsToggle({ form, act, held }: Pick<FieldsProps, 'form' | 'act' | 'held'>) {
  const { exits } = useText().ticket
  const offer = exitsOffer(form, held)
  if (offer === null) return null
  const label = exits[offer]
  return (
    <Button
      size="large"
      aria-label={`${exits.short}: ${label}`}
      aria-pressed={form.exits}
      hint={label}
      data-testid="ticket-attach-exits"
      onClick={() => act({ kind: 'exits', attached: !form.exits })}
    >
      {exits.short}
    </Button>
  )
}

/** Returns the price that exits are measured from: the entry's, as far as it is known. */
function useReferencePrice({ form, market }: FieldsProps, offer: ExitsOffer): Price | null {
  const reading = readInput(form.limitPrice, INPUT_LOCALE)
  const typed =
    offer === 'entry' && form.type === 'limit' && reading.kind === 'value'
      ? asPrice(reading.value)
      : null
  const last = useMarketFigure(market, typed === null ? lastPrice : noPrice)
  return typed ?? last
}

/** True when the exit fills above the market: a profit of a long position, a loss of a short. */
const isAbove = ({ side }: TicketForm, offer: ExitsOffer, field: ExitField): boolean => {
  const isLong = offer === 'entry' ? side === 'buy' : side === 'sell'
  return isLong === (field === 'takeProfit')
}

/** The price of one exit, with one-press distances and what it brings or costs. */
function ExitPrice({
  field,
  offer,
  combo,
  ...props
}: ExitFieldsProps & { readonly field: ExitField; readonly offer: ExitsOffer }) {
  const { form, act, findings, attempted, instrument } = props
  const text = useText().ticket
  const listing = instrument === null ? null : listingOf(instrument, form.outcome)
  const steps = listing === null || listing.steps.length === 0 ? STOCK_STEPS : listing.steps
  const reference = useReferencePrice(props, offer)
  const position = useHeldPosition(combo?.orders[0]?.draft ?? null)
  const setPrice = (typed: string): void => act({ kind: 'type-text', field, text: typed })
  const priceAt = (distance: Decimal): Price | null => {
    if (reference === null) return null
    const factor = isAbove(form, offer, field) ? add(ONE, distance) : sub(ONE, distance)
    return onStep(asPrice(mul(reference, factor)), steps)
  }
  return (
    <ExactField
      label={text.exits[field]}
      name={field}
      value={form[field]}
      onValue={setPrice}
      step={(from, direction, times) =>
        from === null ? priceAt(DISTANCES[field][0]) : stepPrice(from, direction, times, steps)
      }
      problem={problemOf(findings, field, attempted, text)}
      hint={
        offer === 'entry'
          ? resultHint({ combo, field, entry: reference, listing, held: position }, text)
          : null
      }
      labelActions={DISTANCES[field].map((distance) => {
        const price = priceAt(distance)
        const written = `${formatDecimal(mul(distance, HUNDRED), 0)}%`
        return (
          <button
            key={written}
            type="button"
            className="chip"
            disabled={price === null}
            aria-label={`${text.exits[field]}: ${text.exits.percent(written)}`}
            {...explain(price === null ? undefined : writeInput(price, INPUT_LOCALE))}
            onClick={() => price !== null && setPrice(writeInput(price, INPUT_LOCALE))}
          >
            {written}
          </button>
        )
      })}
    />
  )
}

/** Returns the position that an entry adds to; null without one. */
function useHeldPosition(entry: OrderDraft | null): Position | null {
  const positions = useAccountPositions()
  const key = entry === null ? null : orderInstrumentKey(entry)
  return (
    positions?.find(
      (position) =>
        key !== null &&
        position.accountId === entry?.accountId &&
        positionInstrumentKey(position) === key,
    ) ?? null
  )
}

/** Returns what an exit brings or costs, before fees; null while it cannot be computed. */
function resultHint(
  {
    combo,
    field,
    entry,
    listing,
    held,
  }: {
    readonly combo: ComboDraft | null
    readonly field: ExitField
    readonly entry: Price | null
    readonly listing: Listing | null
    readonly held: Position | null
  },
  { exits }: WindowText['ticket'],
): string | null {
  const draft = combo === null ? null : exitPrices(combo)[field]
  const master = combo?.orders[0]?.draft
  if (draft === null || master === undefined || entry === null || listing === null) return null
  const result = exitEffect(
    {
      draft: master,
      price: entry,
      positions: held === null ? [] : [held],
      multiplier: listing.multiplier,
    },
    draft,
  ).realized
  if (result === null) return null
  const money = formatMoney(abs(result), listing.currency)
  return isNegative(result) ? exits.loss(money) : exits.gain(money)
}
