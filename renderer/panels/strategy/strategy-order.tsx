import { ListPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  asPrice,
  dec,
  decimalText,
  isNegative,
  isPositive,
  mul,
  neg,
  parseDecimal,
  toInteger,
  type Decimal,
  type Price,
} from '../../../shared/domain/decimal.js'
import type { Symbol } from '../../../shared/domain/ids.js'
import type { TimeInForce } from '../../../shared/domain/orders/order-types.js'
import {
  STANDARD_MULTIPLIER,
  strategyPayoff,
} from '../../../shared/domain/orders/strategy-payoff.js'
import type { WindowText } from '../../../shared/messages/window/window-text.js'
import { PayoffChart } from '../../chart/payoff-chart.js'
import { formatDecimal, formatMoney } from '../../format/decimal.js'
import { useText } from '../../language/window-text.js'
import { useMainWindow, useSelectedAccount, useSlice } from '../../stores/context.js'
import { openPanel } from '../../stores/layout.js'
import { basketOf } from '../../stores/submit/basket.js'
import { strategyBuilderOf, strategyLeg, type BuilderLeg } from '../../stores/submit/strategy.js'
import { Button } from '../../ui/button.js'
import { Field, Select, TextInput } from '../../ui/field.js'
import { limitOf, netPrices, type NetPrices } from './net-price.js'
import { strategyDraft, strategyOf } from './strategy-draft.js'
import { useQuotes } from './use-quotes.js'

const ONE = dec('1')
const USD = 'USD'

/** The strategy's name, net price, payoff and order. */
export function StrategyOrder({
  legs,
  underlying,
}: {
  readonly legs: readonly BuilderLeg[]
  readonly underlying: Symbol
}) {
  const windowText = useText()
  const text = windowText.strategy
  const quoteOf = useQuotes([...legs.map(({ symbol }) => symbol), underlying])
  const named = strategyOf(legs)
  const nets = netPrices(legs, ({ symbol }) => quoteOf(symbol))
  const [limit, setLimit] = useLimit(legs, nets)
  const builder = strategyBuilderOf(useMainWindow())
  const units = useSlice(builder.state, (state) => state.units)
  const [timeInForce, setTimeInForce] = useState<TimeInForce>('day')
  const price = parseDecimal(limit)
  const count = parseDecimal(units)
  const net =
    price === null || named === null ? nets.mid : named.side === 'buy' ? price : neg(price)
  const times: readonly TimeInForce[] = named?.side === 'buy' ? ['day', 'gtc'] : ['day']
  const time = times.includes(timeInForce) ? timeInForce : 'day'
  return (
    <>
      <p className="strategy-title" data-testid="strategy-name">
        {named === null
          ? text.unknown
          : text[named.side === 'buy' ? 'bought' : 'sold'](text.names[named.strategy])}
      </p>
      <Figures
        legs={legs}
        net={net}
        units={count !== null && isPositive(count) ? count : ONE}
        last={quoteOf(underlying)?.last ?? null}
      />
      <StrategyFields
        nets={nets}
        limit={limit}
        onLimit={setLimit}
        units={units}
        timeInForce={time}
        times={times}
        onTimeInForce={setTimeInForce}
      />
      <AddButtons
        legs={legs}
        underlying={underlying}
        limit={price}
        units={count}
        timeInForce={time}
      />
    </>
  )
}

interface StrategyFieldsProps {
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
  nets,
  limit,
  onLimit,
  units,
  timeInForce,
  times,
  onTimeInForce,
}: StrategyFieldsProps) {
  const windowText = useText()
  const text = windowText.strategy
  const { problems } = windowText.ticket
  const builder = strategyBuilderOf(useMainWindow())
  return (
    <div className="strategy-fields">
      <Field
        label={text.limit}
        problem={isUsable(parseDecimal(limit)) ? null : problems['limit-price-missing']}
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
  const key = legs.map(({ symbol, side, ratio }) => `${side} ${ratio} ${symbol}`).join()
  const [entered, setEntered] = useState<LegsLimit | null>(null)
  useEffect(() => {
    if (mid === null) return
    const text = decimalText(limitOf(mid))
    setEntered((before) => (before?.key === key ? before : { key, text }))
  }, [key, mid])
  return [entered?.key === key ? entered.text : '', (text) => setEntered({ key, text })]
}

/** A limit, and the legs that it is for. */
interface LegsLimit {
  readonly key: string
  readonly text: string
}

/** The net prices of the market, each of which one press takes over. */
function NetChoices({
  nets,
  onChoose,
}: {
  readonly nets: NetPrices
  readonly onChoose: (net: Decimal) => void
}) {
  const text = useText().strategy
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
            title={id === 'natural' ? text.naturalMeaning : undefined}
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

const netText = (net: Decimal, text: WindowText['strategy']): string =>
  text[isNegative(net) ? 'credit' : 'debit'](formatDecimal(limitOf(net), 2))

/** Maximum gain and loss, break-evens and the payoff chart. */
function Figures({
  legs,
  net,
  units,
  last,
}: {
  readonly legs: readonly BuilderLeg[]
  readonly net: Decimal | null
  readonly units: Decimal
  readonly last: Price | null
}) {
  const text = useText().strategy
  const strategyLegs = legs.flatMap((leg) => strategyLeg(leg) ?? [])
  const payoff =
    net === null ? null : strategyPayoff(strategyLegs, net, mul(units, STANDARD_MULTIPLIER))
  if (payoff === null) {
    return net === null ? null : <p className="dim">{text.severalDays}</p>
  }
  const bound = (value: typeof payoff.maxGain): string =>
    value === 'unlimited' ? text.unlimited : formatMoney(value, USD)
  const breakEvens =
    payoff.breakEvens.length === 0
      ? text.noBreakEven
      : payoff.breakEvens.map((price) => formatDecimal(price, 2, 2)).join(' · ')
  const rows = [
    ['max-gain', text.maxGain, bound(payoff.maxGain)],
    ['max-loss', text.maxLoss, bound(payoff.maxLoss)],
    ['break-even', text.breakEven, breakEvens],
  ] as const
  const spoken = rows.map(([, name, value]) => `${name} ${value}`).join(', ')
  return (
    <>
      <dl className="strategy-figures tnum">
        {rows.map(([id, name, value]) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd data-testid={`strategy-${id}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <figure className="strategy-chart">
        <PayoffChart
          payoff={payoff}
          price={last}
          label={text.chart(spoken)}
          formatPrice={(price) => formatDecimal(price, 2, 2)}
          nowLabel={text.now}
        />
        <figcaption className="dim">{text.chartAxis}</figcaption>
      </figure>
    </>
  )
}

/** Puts the order into the basket, and opens it. */
function AddButtons({
  legs,
  underlying,
  limit,
  units,
  timeInForce,
}: {
  readonly legs: readonly BuilderLeg[]
  readonly underlying: Symbol
  readonly limit: Decimal | null
  readonly units: Decimal | null
  readonly timeInForce: TimeInForce
}) {
  const text = useText()
  const mainWindow = useMainWindow()
  const basket = basketOf(mainWindow)
  const accountId = useSelectedAccount()
  const count = useSlice(basket.state, (state) => state.entries.length)
  const draft =
    accountId === null || limit === null || units === null
      ? null
      : strategyDraft(legs, {
          accountId,
          underlying,
          limit: asPrice(limit),
          units,
          timeInForce,
        })
  return (
    <div className="strategy-add">
      <Button
        variant="primary"
        icon={ListPlus}
        aria-disabled={draft === null}
        title={text.strategy.addHint}
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
