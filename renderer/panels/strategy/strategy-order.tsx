import { ListPlus } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import {
  add,
  asPrice,
  dec,
  decimalText,
  isNegative,
  isPositive,
  neg,
  parseDecimal,
  toInteger,
  type Decimal,
} from '../../../shared/domain/decimal.js'
import type { Account } from '../../../shared/domain/account/account.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { OrderDraft } from '../../../shared/domain/orders/order.js'
import type { EffectKind } from '../../../shared/domain/orders/effect/leg-changes.js'
import type { NamedStrategy } from '../../../shared/domain/orders/strategies.js'
import type { TimeInForce } from '../../../shared/domain/orders/order-types.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatDecimal } from '../../format/decimal.js'
import { formatMessage } from '../../format/message.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useSelectedAccount, useSlice } from '../../stores/context.js'
import { openPanel } from '../../stores/layout.js'
import { basketOf } from '../../stores/submit/basket.js'
import { heldFault, isProtectivePut } from '../../stores/submit/held-leg.js'
import {
  legsKey,
  orderedLegs,
  strategyBuilderOf,
  strategyOf,
  type BuilderLeg,
} from '../../stores/submit/strategy.js'
import { Button } from '../../ui/button.js'
import { Field, Select, TextInput } from '../../ui/field.js'
import { writeFinding } from '../../ui/ticket/model/prepared-holding.js'
import { useOrderCheck } from '../../ui/ticket/use-order-check.js'
import { useAccountPositions } from '../../ui/ticket/use-order-facts.js'
import { usePreparedHolding } from '../../ui/ticket/use-prepared-holding.js'
import '../../ui/ticket/ticket-parts.css'
import { AccountChoice } from '../../ui/ticket/account-choice.js'
import { LegList } from './leg-list.js'
import { limitOf, netPrices, type NetPrices } from './net-price.js'
import { strategyDraft } from './strategy-draft.js'
import { StrategyFigures } from './strategy-figures.js'
import { StrategyMargin } from './strategy-margin.js'
import { useQuotes } from '../../ui/reading/use-quotes.js'
import { useStrategyEffect } from './use-strategy-effect.js'
import { explain } from '../../ui/hints/hint.js'

const ONE = dec('1')

/** The strategy's legs, name, net price and order, beside what it can gain and lose. */
export function StrategyOrder({
  legs,
  underlying,
  otherAccounts,
}: {
  readonly legs: readonly BuilderLeg[]
  readonly underlying: Symbol
  /** The accounts that trade options, where the selected one does not; null where it does. */
  readonly otherAccounts: readonly Account[] | null
}) {
  const windowText = usePanelText()
  const text = windowText.strategy
  const quoteOf = useQuotes([...legs.map(({ symbol }) => symbol), underlying])
  const named = strategyOf(legs)
  const ordered = orderedLegs(legs)
  const isProtective = isProtectivePut(legs)
  const side = sideOf(legs, named)
  const nets = netPrices(ordered, ({ symbol }) => quoteOf(symbol))
  const [limit, setLimit] = useLimit(legs, nets)
  const builder = strategyBuilderOf(useMainWindow())
  const units = useSlice(builder.state, (state) => state.units)
  const timeInForce = useSlice(builder.state, (state) => state.timeInForce)
  const price = parseDecimal(limit)
  const count = parseDecimal(units)
  const net = price === null || side === null ? nets.mid : side === 'buy' ? price : neg(price)
  const times: readonly TimeInForce[] = side === 'buy' ? ['day', 'gtc'] : ['day']
  const time = times.includes(timeInForce) ? timeInForce : 'day'
  const complete = useDraft(legs, { underlying, limit: price, units: count, timeInForce: time })
  // The selected account’s power says nothing about an order that it does not take.
  const draft = otherAccounts === null ? complete : null
  const spot = quoteOf(underlying)?.last ?? null
  const order = useStrategyEffect(draft, spot, quoteOf)
  return (
    <div className="strategy-body">
      <div className="strategy-build">
        <LegList legs={legs} />
        <p className="strategy-title" data-testid="strategy-name">
          {named === null
            ? text[isProtective ? 'protectivePut' : 'unknown']
            : ordered.length < legs.length
              ? heldTitle(named, ordered.length, text)
              : titleOf(named, order.effect?.kind, underlying, text)}
        </p>
        {isProtective && <p className="strategy-next dim">{text.protectiveHint}</p>}
        {ordered.length === 0 && <p className="strategy-next dim">{text.legInHint}</p>}
        <StrategyFields
          isOrder={ordered.length > 0}
          nets={nets}
          limit={limit}
          onLimit={setLimit}
          units={units}
          timeInForce={time}
          times={times}
          onTimeInForce={(chosen) => builder.setTimeInForce(chosen)}
        />
        {otherAccounts === null ? (
          <>
            <StrategyMargin {...order} isCredit={net !== null && isNegative(net)} />
            <HeldNote legs={legs} units={count} />
            <AddButtons draft={draft} />
          </>
        ) : (
          <AccountChoice name={underlying} accounts={otherAccounts} />
        )}
      </div>
      <div className="strategy-outcome">
        <StrategyFigures
          legs={legs}
          net={withHeld(net, legs, quoteOf)}
          units={count !== null && isPositive(count) ? count : ONE}
          spot={spot}
          quoteOf={quoteOf}
          effect={order.effect}
        />
      </div>
    </div>
  )
}

/** Returns the side of the order: of the one leg beside a position, or of all legs. */
function sideOf(legs: readonly BuilderLeg[], named: NamedStrategy | null): 'buy' | 'sell' | null {
  const [leg, ...others] = orderedLegs(legs)
  const isOfPosition = legs.length > 1 + others.length
  return isOfPosition && leg !== undefined ? leg.side : (named?.side ?? null)
}

/**
 * Returns what the strategy costs from now on: the price of the order, and what the held leg is
 * quoted at. Null while one of them is not known.
 */
function withHeld(
  net: Decimal | null,
  legs: readonly BuilderLeg[],
  quoteOf: (symbol: BuilderLeg['symbol']) => Quote | undefined,
): Decimal | null {
  const held = legs.filter(({ positionId }) => positionId !== undefined)
  if (held.length === 0) return net
  const { mid } = netPrices(held, ({ symbol }) => quoteOf(symbol))
  return net === null || mid === null ? null : add<Decimal>(net, mid)
}

/** Names the strategy that a position becomes; before it has a second leg, that it will. */
const heldTitle = (
  { strategy }: NamedStrategy,
  ordered: number,
  text: PanelText['strategy'],
): string => (ordered === 0 ? text.legInTitle : text.legInto(text.names[strategy]))

/** Names the order by what it is to the position: a close, a roll, or a new strategy. */
function titleOf(
  { strategy, side }: NamedStrategy,
  kind: EffectKind | undefined,
  underlying: Symbol,
  text: PanelText['strategy'],
): string {
  const name = text.names[strategy]
  if (kind === 'close' || kind === 'reduce') return text.closed(underlying, name)
  if (kind === 'roll') return text.rolled(underlying)
  return text[side === 'buy' ? 'bought' : 'sold'](name)
}

interface StrategyFieldsProps {
  /** False while no leg is to be ordered: nothing has a price then. */
  readonly isOrder: boolean
  readonly nets: NetPrices
  readonly limit: string
  readonly onLimit: (text: string) => void
  readonly units: string
  readonly timeInForce: TimeInForce
  readonly times: readonly TimeInForce[]
  readonly onTimeInForce: (time: TimeInForce) => void
}

/** The net limit price, the number of units and the time in force. */
function StrategyFields({
  isOrder,
  nets,
  limit,
  onLimit,
  units,
  timeInForce,
  times,
  onTimeInForce,
}: StrategyFieldsProps) {
  const windowText = usePanelText()
  const text = windowText.strategy
  const { problems } = windowText.ticket
  const builder = strategyBuilderOf(useMainWindow())
  return (
    <div className="strategy-fields">
      <Field
        label={text.limit}
        problem={!isOrder || isUsable(parseDecimal(limit)) ? null : problems['limit-price-missing']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            className="num"
            inputMode="decimal"
            data-testid="strategy-limit"
            value={limit}
            onChange={(event) => onLimit(event.target.value)}
          />
        )}
      </Field>
      <NetChoices nets={nets} onChoose={(chosen) => onLimit(decimalText(limitOf(chosen)))} />
      <Field
        label={text.quantity}
        problem={isWholeNumber(parseDecimal(units)) ? null : problems['contracts-whole']}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            className="num"
            inputMode="numeric"
            data-testid="strategy-units"
            value={units}
            onChange={(event) => builder.setUnits(event.target.value)}
          />
        )}
      </Field>
      <Field label={text.timeInForce}>
        {(wiring) => (
          <Select
            {...wiring}
            value={timeInForce}
            onValue={onTimeInForce}
            options={times.map((value) => ({
              value,
              label: windowText.ticket.timesLong[value],
            }))}
          />
        )}
      </Field>
    </div>
  )
}

const isUsable = (price: Decimal | null): boolean => price !== null && isPositive(price)
const isWholeNumber = (count: Decimal | null): boolean =>
  count !== null && isPositive(count) && toInteger(count, 0) !== null

/**
 * Returns the limit: what the person typed for these legs, else their first mid price. A price
 * that was typed or computed for other legs is not shown.
 */
function useLimit(
  legs: readonly BuilderLeg[],
  { mid }: NetPrices,
): readonly [string, (text: string) => void] {
  const builder = strategyBuilderOf(useMainWindow())
  const key = legsKey(legs)
  const entered = useSlice(builder.state, (state) => state.limit)
  useEffect(() => {
    const isEntered = builder.state.getState().limit?.key === key
    if (mid !== null && !isEntered) builder.setLimit(decimalText(limitOf(mid)))
  }, [builder, key, mid])
  return [entered?.key === key ? entered.text : '', (text) => builder.setLimit(text)]
}

/** The net prices of the market, each of which one press takes over. */
function NetChoices({
  nets,
  onChoose,
}: {
  readonly nets: NetPrices
  readonly onChoose: (net: Decimal) => void
}) {
  const text = usePanelText().strategy
  const choices = [
    ['mid', text.mid, nets.mid],
    ['natural', text.natural, nets.natural],
  ] as const
  return (
    <div className="strategy-nets">
      {choices.map(([id, name, net]) => {
        const written = net === null ? '—' : netText(net, text)
        return (
          <button
            key={id}
            type="button"
            className="chip"
            disabled={net === null}
            {...explain(id === 'natural' ? text.naturalMeaning : undefined)}
            aria-label={text.usePrice(name, written)}
            data-testid={`strategy-${id}`}
            onClick={() => net !== null && onChoose(net)}
          >
            {name} {written}
          </button>
        )
      })}
    </div>
  )
}

const netText = (net: Decimal, text: PanelText['strategy']): string =>
  text[isNegative(net) ? 'credit' : 'debit'](formatDecimal(limitOf(net), 2))

interface DraftTerms {
  readonly underlying: Symbol
  readonly limit: Decimal | null
  readonly units: Decimal | null
  readonly timeInForce: TimeInForce
}

/** Returns the order of the selected account; null while a part of it is missing. */
function useDraft(
  legs: readonly BuilderLeg[],
  { limit, units, ...terms }: DraftTerms,
): OrderDraft | null {
  const accountId = useSelectedAccount()
  const isHeld = useHeldFault(legs, units) === null
  return accountId === null || limit === null || units === null || !isHeld
    ? null
    : strategyDraft(legs, { ...terms, accountId, limit: asPrice(limit), units })
}

/** Returns why the held leg does not allow the order; null where it does. */
function useHeldFault(legs: readonly BuilderLeg[], units: Decimal | null) {
  return heldFault(legs, units, useAccountPositions(), useSelectedAccount())
}

const NO_DRAFTS: readonly OrderDraft[] = []

/** Returns the order as a list that stays the same while the order does. */
const useOneDraft = (draft: OrderDraft | null): readonly OrderDraft[] =>
  useMemo(() => (draft === null ? NO_DRAFTS : [draft]), [draft])

/** Why the leg that is held already does not allow the order. */
function HeldNote({
  legs,
  units,
}: {
  readonly legs: readonly BuilderLeg[]
  readonly units: Decimal | null
}) {
  const text = usePanelText().strategy
  const fault = useHeldFault(legs, units)
  return (
    fault !== null && (
      <p className="ticket-note bad" role="alert" data-testid="strategy-held-fault">
        {text.heldFaults[fault]}
      </p>
    )
  )
}

/** Puts the order into the basket, and opens it. */
function AddButtons({ draft }: { readonly draft: OrderDraft | null }) {
  const text = usePanelText()
  const mainWindow = useMainWindow()
  const basket = basketOf(mainWindow)
  const count = useSlice(basket.state, (state) => state.entries.length)
  const [fault] = useOrderCheck(draft, null)
  const [finding] = usePreparedHolding(useOneDraft(draft), true)
  return (
    <div className="strategy-add">
      {fault !== undefined && (
        <p className="ticket-note bad" role="alert" data-testid="strategy-fault">
          {formatMessage(fault.message)}
        </p>
      )}
      {finding !== undefined && finding !== null && (
        <p className="ticket-note bad" role="alert" data-testid="strategy-holding">
          {writeFinding(finding, text)}
        </p>
      )}
      <Button
        variant="primary"
        icon={ListPlus}
        aria-disabled={draft === null}
        hint={text.strategy.addHint}
        data-testid="strategy-add"
        onClick={() =>
          draft !== null && basket.add(draft) && openPanel(mainWindow.layout, 'basket')
        }
      >
        {text.strategy.add}
      </Button>
      {count > 0 && (
        <Button variant="quiet" onClick={() => openPanel(mainWindow.layout, 'basket')}>
          {text.basket.open(count)}
        </Button>
      )}
      <span className="dim">{text.strategy.addHint}</span>
    </div>
  )
}
