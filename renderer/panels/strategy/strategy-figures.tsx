import {
  mul,
  neg,
  sub,
  ZERO,
  type Decimal,
  type Money,
  type Price,
} from '../../../shared/domain/decimal.js'
import { keyParts } from '../../../shared/domain/instruments/instrument-key.js'
import type { OrderEffect } from '../../../shared/domain/orders/effect/effect-types.js'
import type { Quote } from '../../../shared/domain/market/quote.js'
import {
  STANDARD_MULTIPLIER,
  strategyPayoff,
} from '../../../shared/domain/orders/strategy-payoff.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { estimateOf, toNumber } from '../../chart/number.js'
import { PayoffChart, type PayoffTexts } from '../../chart/payoff/payoff-chart.js'
import {
  hasSeveralExpirations,
  payoffEstimate,
  payoffLines,
  type PayoffLeg,
  type PayoffLines,
  type PayoffTerms,
} from '../../chart/payoff/payoff-lines.js'
import { formatDecimal, formatMoney, formatQuantity } from '../../format/decimal.js'
import { instrumentName, symbolInstrument } from '../../format/instrument-name.js'
import { usePanelText } from '../../language/panel-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { isProtectivePut } from '../../stores/submit/held-leg.js'
import { strategyLeg, type BuilderLeg } from '../../stores/submit/strategy.js'
import { useNow } from '../../ui/use-now.js'
import { GREEKS, strategyGreeks, type Greek } from './greeks.js'
import { midPrice } from '../../../shared/domain/market/quoted-price.js'
import { explainByTab } from '../../ui/hints/hint.js'

const USD = 'USD'
/** The line of today moves with the days, not with the seconds. */
const CLOCK_MS = 60_000

export interface StrategyFiguresProps {
  readonly legs: readonly BuilderLeg[]
  /** What one unit costs per share; null while it is not known. */
  readonly net: Decimal | null
  readonly units: Decimal
  readonly spot: Price | null
  readonly quoteOf: (symbol: BuilderLeg['symbol']) => Quote | undefined
  /** What the order does to the position; null while it is not complete. */
  readonly effect: OrderEffect | null
}

type Bound = Money | Decimal | 'unlimited'

/** The figures that belong to one set of legs, and where they come from. */
interface StrategyOutcome {
  readonly maxGain: Bound
  readonly maxLoss: Bound
  /** True for a bound that is an estimate. */
  readonly about: { readonly maxGain: boolean; readonly maxLoss: boolean }
  readonly breakEvens: readonly Decimal[]
  /** Several expirations: what the later legs are worth then is an estimate. */
  readonly isEstimate: boolean
}

/** Maximum gain and loss, break-evens, greeks and the payoff at expiration and today. */
export function StrategyFigures({ legs, net, units, spot, quoteOf, effect }: StrategyFiguresProps) {
  const text = usePanelText().strategy
  const now = useExchangeNow()
  const terms: PayoffTerms | null =
    net === null
      ? null
      : {
          legs: legs.flatMap((leg) => payoffLeg(leg, quoteOf(leg.symbol)) ?? []),
          net,
          units: mul(units, STANDARD_MULTIPLIER),
          spot,
          now,
        }
  const outcome = terms === null ? null : outcomeOf(terms)
  const closes = effect?.kind === 'close' || effect?.kind === 'reduce' || effect?.kind === 'roll'
  const breakEvens = outcome?.breakEvens.map(toNumber) ?? []
  const lines = terms === null ? null : payoffLines(terms, breakEvens)
  // These legs would have another effect alone than on a position that they close.
  if (closes) return <PositionRows effect={effect} />
  return (
    <>
      {outcome !== null && <OutcomeRows outcome={outcomeAfter(legs, outcome, effect)} />}
      <GreekRows legs={legs} units={units} quoteOf={quoteOf} />
      {terms !== null && outcome === null && <p className="dim">{text.severalDays}</p>}
      {outcome !== null && lines !== null && (
        <Picture outcome={outcome} lines={lines} breakEvens={breakEvens} spot={spot} />
      )}
    </>
  )
}

/**
 * Returns the outcome after the order. A put that protects shares is ordered alone: its effect says
 * nothing of the shares, so that only its fees count.
 */
function outcomeAfter(
  legs: readonly BuilderLeg[],
  outcome: StrategyOutcome,
  effect: OrderEffect | null,
): StrategyOutcome {
  if (!isProtectivePut(legs)) return withFees(outcome, effect)
  const { maxGain, maxLoss } = outcome
  const less = (bound: Bound): Bound =>
    bound === 'unlimited' ? bound : sub<Decimal>(bound, effect?.fees ?? ZERO)
  return { ...outcome, maxGain: less(maxGain), maxLoss: less(maxLoss) }
}

/** Returns the outcome with the bounds of the order, fees included, where they are known. */
function withFees(outcome: StrategyOutcome, effect: OrderEffect | null): StrategyOutcome {
  const { maxGain = null, maxLoss = null } = effect ?? {}
  return {
    ...outcome,
    ...(maxGain === null ? {} : { maxGain }),
    ...(maxLoss === null ? {} : { maxLoss: maxLoss === 'unlimited' ? maxLoss : neg(maxLoss) }),
    about: {
      maxGain: outcome.about.maxGain && maxGain === null,
      maxLoss: outcome.about.maxLoss && maxLoss === null,
    },
  }
}

/** What closing makes final, and what is left of every leg. */
function PositionRows({ effect }: { readonly effect: OrderEffect }) {
  const { strategy, ticket, instruments } = usePanelText()
  const bound = (value: Bound): string =>
    value === 'unlimited' ? strategy.unlimited : formatMoney(value, USD)
  const rows: readonly (readonly [string, string, string])[] = [
    ...(effect.realized === null
      ? []
      : [['realized', ticket.realized, formatMoney(effect.realized, USD, true)] as const]),
    ...(effect.maxGain === null
      ? []
      : [['max-gain', strategy.maxGain, bound(effect.maxGain)] as const]),
    ...(effect.maxLoss === null
      ? []
      : [
          [
            'max-loss',
            strategy.maxLoss,
            effect.maxLoss === 'unlimited' ? strategy.unlimited : bound(neg(effect.maxLoss)),
          ] as const,
        ]),
    ...effect.changes.map(({ key, symbol, before, after }) => {
      const name = instrumentName(
        symbolInstrument(key === null ? symbol : keyParts(key).symbol),
        instruments,
      )
      return [
        `after-${key ?? symbol}`,
        name,
        `${formatQuantity(before)} → ${formatQuantity(after)}`,
      ] as const
    }),
  ]
  return (
    <dl className="strategy-figures tnum" data-testid="strategy-position">
      {rows.map(([id, name, value]) => (
        <div key={id}>
          <dt>{name}</dt>
          <dd data-testid={`strategy-${id}`}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the exchange's time, once a minute. */
function useExchangeNow(): number {
  const { session, now } = useMainWindow()
  const offset = useSlice(session, ({ value }) => value?.exchangeOffsetMs ?? 0)
  return useNow(now, CLOCK_MS) + offset
}

function payoffLeg(leg: BuilderLeg, quote: Quote | undefined): PayoffLeg | null {
  const terms = strategyLeg(leg)
  if (terms === null) return null
  return {
    ...terms,
    mid: midPrice(quote),
    impliedVolatility: quote?.option?.impliedVolatility ?? null,
  }
}

/** Computes the exact figures, or with several expirations estimates; null while not known. */
function outcomeOf(terms: PayoffTerms): StrategyOutcome | null {
  if (!hasSeveralExpirations(terms.legs)) {
    const exact = strategyPayoff(terms.legs, terms.net, terms.units)
    const about = { maxGain: false, maxLoss: false }
    return exact === null ? null : { ...exact, about, isEstimate: false }
  }
  const estimate = payoffEstimate(terms)
  if (estimate === null) return null
  const bound = (value: number | 'unlimited'): Bound =>
    value === 'unlimited' ? value : estimateOf(value)
  return {
    maxGain: bound(estimate.maxGain),
    maxLoss: bound(estimate.maxLoss),
    about: { maxGain: true, maxLoss: true },
    breakEvens: estimate.breakEvens.map(estimateOf),
    isEstimate: true,
  }
}

/** Returns the figures as name and text. */
function outcomeRows(
  { maxGain, maxLoss, about, breakEvens, isEstimate }: StrategyOutcome,
  text: PanelText['strategy'],
): readonly (readonly [string, string, string])[] {
  const mark = (isAbout: boolean): string => (isAbout ? '≈ ' : '')
  const bound = (value: Bound, isAbout: boolean): string =>
    value === 'unlimited' ? text.unlimited : `${mark(isAbout)}${formatMoney(value, USD)}`
  const prices = breakEvens.map((price) => formatDecimal(price, 2, 2)).join(' · ')
  return [
    ['max-gain', text.maxGain, bound(maxGain, about.maxGain)],
    ['max-loss', text.maxLoss, bound(maxLoss, about.maxLoss)],
    [
      'break-even',
      text.breakEven,
      prices === '' ? text.noBreakEven : `${mark(isEstimate)}${prices}`,
    ],
  ]
}

function OutcomeRows({ outcome }: { readonly outcome: StrategyOutcome }) {
  const text = usePanelText().strategy
  return (
    <>
      <dl className="strategy-figures tnum">
        {outcomeRows(outcome, text).map(([id, name, value]) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd data-testid={`strategy-${id}`}>{value}</dd>
          </div>
        ))}
      </dl>
      {outcome.isEstimate && <p className="dim">{text.estimated}</p>}
    </>
  )
}

/** The greeks of all legs and units together. */
function GreekRows({
  legs,
  units,
  quoteOf,
}: Pick<StrategyFiguresProps, 'legs' | 'units' | 'quoteOf'>) {
  const text = usePanelText().strategy
  const greeks = strategyGreeks(legs, units, quoteOf)
  const written = (greek: Greek, value: Decimal): string =>
    greek === 'theta' || greek === 'vega'
      ? formatMoney(value, USD, true)
      : formatDecimal(value, 2, 2, true)
  return (
    <dl className="strategy-figures strategy-greeks tnum">
      {GREEKS.map((greek) => {
        const value = greeks[greek]
        return (
          <div key={greek} {...explainByTab(text.greekMeanings[greek])}>
            <dt>{text.greeks[greek]}</dt>
            <dd data-testid={`strategy-${greek}`}>
              {value === null ? '—' : written(greek, value)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

interface PictureProps {
  readonly outcome: StrategyOutcome
  readonly lines: PayoffLines
  readonly breakEvens: readonly number[]
  readonly spot: Price | null
}

function Picture({ outcome, lines, breakEvens, spot }: PictureProps) {
  const text = usePanelText().strategy
  const end = outcome.isEstimate ? text.atFirstExpiration : text.atExpiration
  const spoken = outcomeRows(outcome, text)
    .map(([, name, value]) => `${name} ${value}`)
    .join(', ')
  const texts: PayoffTexts = {
    label: text.chart(spoken),
    now: text.now,
    reading: (price, atEnd, today) =>
      text.reading({ price, atEnd, today, isEstimate: outcome.isEstimate }),
    price: (price) => formatDecimal(price, 2, 2),
    money: (result) => formatMoney(result, USD, true),
  }
  return (
    <figure className="strategy-chart">
      <PayoffChart lines={lines} breakEvens={breakEvens} spot={spot} texts={texts} />
      <figcaption className="dim">
        <span className="payoff-key">{end}</span>
        {lines.today !== null && <span className="payoff-key today">{text.today}</span>}
        {text.chartAxis}
      </figcaption>
    </figure>
  )
}
