import { decimalText, toScale, trim, ZERO, type Decimal, type Price } from '../domain/decimal.js'
import type { AlertCondition, AlertEnd, AlertEvent } from '../domain/alerts/alert.schema.js'
import { unwatchable, type Unwatchable } from '../domain/alerts/watchable.js'
import { isTimeAlert } from '../domain/alerts/drawing-alert.js'
import { message } from './make-message.js'
import type { Message } from './message.js'

type Of<Kind extends AlertCondition['kind']> = Extract<AlertCondition, { readonly kind: Kind }>

/** Returns what an alert waits for. */
export function alertCondition(condition: AlertCondition): Message {
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
      const { symbol } = condition.instrument
      return message(code[condition.when], { symbol, ratio: condition.ratio })
    }
    case 'volume': {
      const { symbol } = condition.instrument
      return message('alerts.volume', { symbol, quantity: condition.quantity })
    }
    case 'account': {
      if (condition.figure === 'marginCalls') {
        return message('alerts.marginCall', { account: condition.account.name })
      }
      const code = { above: 'alerts.accountAbove', below: 'alerts.accountBelow' } as const
      return message(code[condition.when], accountLevel(condition, condition.amount))
    }
    case 'indicator':
      return indicatorCondition(condition)
    case 'drawing':
      return message('alerts.drawing', drawingTerms(condition))
    case 'order': {
      const { events, account, symbol } = condition
      return message('alerts.orders', { events, account: account?.name ?? null, symbol })
    }
  }
}

/** Returns what happened: what an alert fired by, or that it expired. */
export function alertOutcome(event: AlertEvent): Message {
  const { condition, value, crossing, order, end, line = null } = event
  if (order !== undefined) return message('alerts.orderEvent', { order })
  if (end !== undefined) {
    return endLine(end, alertCondition(condition))
  }
  if (event.what === 'fired' && condition.kind === 'drawing' && isTimeAlert(condition)) {
    return message('alerts.timePassed', drawingTerms(condition))
  }
  if (value === null || condition.kind === 'order') {
    return message('alerts.expired', { condition: alertCondition(condition) })
  }
  const isDown = crossing === 'down'
  switch (condition.kind) {
    case 'price':
      return message(isDown ? 'alerts.fellTo' : 'alerts.roseTo', {
        ...named(condition),
        price: value,
      })
    case 'change':
      return message('alerts.changedTo', { symbol: condition.instrument.symbol, ratio: value })
    case 'volume':
      return message('alerts.volumeReached', {
        symbol: condition.instrument.symbol,
        quantity: value,
      })
    case 'account': {
      if (condition.figure === 'marginCalls') {
        const { name: account } = condition.account
        return message('alerts.marginCalled', { account, count: Number(decimalText(value)) })
      }
      return message(
        isDown ? 'alerts.accountFell' : 'alerts.accountRose',
        accountLevel(condition, value),
      )
    }
    case 'indicator':
      return indicatorOutcome(condition, value, isDown)
    case 'drawing':
      return message('alerts.drawingCrossed', {
        ...drawingTerms(condition),
        crossing: isDown ? 'down' : 'up',
        price: trim(value),
        line: line === null ? null : { ...line, price: lineLevel(line.price) },
      })
  }
}

function endLine({ why, by, day = '', ratio }: AlertEnd, condition: Message): Message {
  switch (why) {
    case 'line-ended':
      return message('alerts.endedLine', { condition })
    case 'drawing-deleted':
      return message('alerts.endedDeleted', { condition, by })
    case 'contract-expired':
      return message('alerts.endedExpired', { condition, day })
    case 'split':
      return message('alerts.endedSplit', { condition, day, ratio: ratio ?? null })
  }
}

/** The places of the price of a line in a sentence. */
const LINE_PLACES = 4

const lineLevel = (price: Price): Price => trim(toScale(price, LINE_PLACES, 'half-even'))

const drawingTerms = ({ instrument, drawing, part, ratio, when }: Of<'drawing'>) => ({
  symbol: instrument.symbol,
  kind: drawing.kind,
  text: drawing.text,
  part,
  ratio,
  when,
})

/** Names the instrument of a price, and the outcome where it is "no". */
const named = ({
  instrument,
  outcome,
}: Of<'price'>): { readonly symbol: string; readonly isNo?: boolean } => ({
  symbol: instrument.symbol,
  ...(outcome === 'no' ? { isNo: true } : {}),
})

const accountLevel = ({ account, figure, currency }: Of<'account'>, amount: Decimal) => ({
  account: account.name,
  figure,
  amount,
  currency,
})

const CONDITION_CODES = {
  level: {
    above: 'alerts.indicatorAbove',
    below: 'alerts.indicatorBelow',
    through: 'alerts.indicatorThrough',
  },
  price: {
    above: 'alerts.closesAbove',
    below: 'alerts.closesBelow',
    through: 'alerts.closesThrough',
  },
  signal: {
    above: 'alerts.signalAbove',
    below: 'alerts.signalBelow',
    through: 'alerts.signalThrough',
  },
} as const

const indicatorTerms = ({ instrument, indicator, timespan }: Of<'indicator'>) => ({
  symbol: instrument.symbol,
  indicator,
  timespan,
})

function indicatorCondition(condition: Of<'indicator'>): Message {
  const { comparison, when, level } = condition
  const terms = indicatorTerms(condition)
  if (comparison !== 'level') return message(CONDITION_CODES[comparison][when], terms)
  return message(CONDITION_CODES.level[when], { ...terms, level: trim(level ?? ZERO) })
}

function indicatorOutcome(condition: Of<'indicator'>, value: Decimal, isDown: boolean): Message {
  const terms = indicatorTerms(condition)
  const leveled = { ...terms, level: trim(value) }
  switch (condition.comparison) {
    case 'level':
      return message(isDown ? 'alerts.indicatorFell' : 'alerts.indicatorRose', leveled)
    case 'price':
      return message(isDown ? 'alerts.closedBelow' : 'alerts.closedAbove', leveled)
    case 'signal':
      return message(isDown ? 'alerts.signalFell' : 'alerts.signalRose', terms)
  }
}

const UNWATCHABLE = {
  figure: 'alerts.figureOfInstrument',
  indicator: 'alerts.indicatorOfInstrument',
  bars: 'alerts.barsOfInstrument',
} as const satisfies Readonly<Record<Unwatchable, string>>

/** Returns why the instrument of a condition cannot be watched for it; null where it can. */
export function watchProblem(condition: AlertCondition): Message | null {
  const missing = unwatchable(condition)
  return missing === null ? null : message(UNWATCHABLE[missing])
}
