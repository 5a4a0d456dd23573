import { message } from '../../messages/make-message.js'
import type { Message } from '../../messages/message.js'
import { decimalText, toScale, trim, ZERO, type Decimal, type Price } from '../decimal.js'
import type { AlertKindRules, ConditionOf } from './alert-rules.js'
import type { AlertCondition, AlertKind } from './alert.schema.js'
import { isTimeAlert } from './drawing-alert.js'
import { QUOTE_KINDS } from './quote-kinds.js'

const ACCOUNT_CODES = { above: 'alerts.accountAbove', below: 'alerts.accountBelow' } as const

const accountLevel = ({ account, figure, currency }: ConditionOf<'account'>, amount: Decimal) => ({
  account: account.name,
  figure,
  amount,
  currency,
})

const account: AlertKindRules<ConditionOf<'account'>> = {
  source: 'accounts',
  level: ({ amount }) => amount,
  needsPositiveLevel: false,
  direction: ({ when }) => when,
  changesWithSplit: () => false,
  summary: (condition) =>
    condition.figure === 'marginCalls'
      ? message('alerts.marginCall', { account: condition.account.name })
      : message(ACCOUNT_CODES[condition.when], accountLevel(condition, condition.amount)),
  outcome: (condition, { value, isDown }) => {
    if (condition.figure === 'marginCalls') {
      const { name } = condition.account
      return message('alerts.marginCalled', { account: name, count: Number(decimalText(value)) })
    }
    const code = isDown ? 'alerts.accountFell' : 'alerts.accountRose'
    return message(code, accountLevel(condition, value))
  },
}

const order: AlertKindRules<ConditionOf<'order'>> = {
  source: 'orders',
  level: () => null,
  needsPositiveLevel: false,
  direction: () => null,
  changesWithSplit: () => false,
  summary: ({ events, account: ofAccount, symbol }) =>
    message('alerts.orders', { events, account: ofAccount?.name ?? null, symbol }),
  outcome: null,
}

const INDICATOR_CODES = {
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

const indicatorTerms = ({
  instrument,
  indicator: settings,
  timespan,
}: ConditionOf<'indicator'>) => ({
  symbol: instrument.symbol,
  indicator: settings,
  timespan,
})

function indicatorOutcome(
  condition: ConditionOf<'indicator'>,
  value: Decimal,
  isDown: boolean,
): Message {
  const terms = indicatorTerms(condition)
  const termsWithLevel = { ...terms, level: trim(value) }
  switch (condition.comparison) {
    case 'level':
      return message(isDown ? 'alerts.indicatorFell' : 'alerts.indicatorRose', termsWithLevel)
    case 'price':
      return message(isDown ? 'alerts.closedBelow' : 'alerts.closedAbove', termsWithLevel)
    case 'signal':
      return message(isDown ? 'alerts.signalFell' : 'alerts.signalRose', terms)
  }
}

const indicator: AlertKindRules<ConditionOf<'indicator'>> = {
  source: 'indicators',
  level: ({ level }) => level,
  needsPositiveLevel: false,
  direction: ({ when }) => when,
  changesWithSplit: ({ comparison }) => comparison === 'level',
  summary: (condition) => {
    const { comparison, when, level } = condition
    const terms = indicatorTerms(condition)
    return comparison === 'level'
      ? message(INDICATOR_CODES.level[when], { ...terms, level: trim(level ?? ZERO) })
      : message(INDICATOR_CODES[comparison][when], terms)
  },
  outcome: (condition, { value, isDown }) => indicatorOutcome(condition, value, isDown),
}

/** The decimal places of a line's price in a message. */
const MESSAGE_PLACES = 4

const priceInMessage = (price: Price): Price => trim(toScale(price, MESSAGE_PLACES, 'half-even'))

const drawingTerms = ({
  instrument,
  drawing: shape,
  part,
  ratio,
  when,
}: ConditionOf<'drawing'>) => ({
  symbol: instrument.symbol,
  kind: shape.kind,
  text: shape.text,
  part,
  ratio,
  when,
})

/** Returns that the time of a vertical line has passed. */
export const timePassed = (condition: ConditionOf<'drawing'>): Message =>
  message('alerts.timePassed', drawingTerms(condition))

const drawing: AlertKindRules<ConditionOf<'drawing'>> = {
  source: 'drawings',
  level: () => null,
  needsPositiveLevel: false,
  direction: () => null,
  changesWithSplit: (condition) => !isTimeAlert(condition),
  summary: (condition) => message('alerts.drawing', drawingTerms(condition)),
  outcome: (condition, { value, isDown, line }) =>
    message('alerts.drawingCrossed', {
      ...drawingTerms(condition),
      crossing: isDown ? 'down' : 'up',
      price: trim(value),
      line: line === null ? null : { ...line, price: priceInMessage(line.price) },
    }),
}

/** Every kind of alert. */
const ALERT_KINDS: { readonly [K in AlertKind]: AlertKindRules<ConditionOf<K>> } = {
  ...QUOTE_KINDS,
  account,
  order,
  indicator,
  drawing,
}

/** Returns the rules of a condition's kind. */
export const alertRulesOf = <C extends AlertCondition>(condition: C): AlertKindRules<C> =>
  // Each entry has the condition of its own kind, which a look-up by several kinds cannot say.
  ALERT_KINDS[condition.kind] as unknown as AlertKindRules<C>
