import { ownMoney } from '../../format/own.js'
import { useId } from 'react'
import { neg, type Decimal } from '../../../shared/domain/decimal.js'
import type {
  AccountUse,
  PersonalLimitsView,
} from '../../../shared/domain/orders/limits/personal-limits.js'
import type { PersonalLimitName } from '../../../shared/domain/orders/limits/limit-ranges.js'
import type { PersonalLimits } from '../../../shared/domain/orders/limits/personal-limits.schema.js'
import type { PanelText } from '../../../shared/messages/window-text.js'
import { formatMoney, formatQuantity } from '../../format/decimal.js'
import { exchangeDayTime } from '../../format/time.js'
import { usePanelText } from '../../language/panel-text.js'
import { TextInput } from '../../ui/field.js'
import { limitProblem, shownDecimal, shownRange } from './limits-model.js'

export interface LimitRowProps {
  readonly name: PersonalLimitName
  readonly view: PersonalLimitsView
  /** The selected account; null while its figures are not known. */
  readonly account: AccountUse | null
  /** When the entered value would raise the limit: at once, or later; null when it does not. */
  readonly raise: 'now' | 'later' | null
  readonly entered: string
  readonly onEnter: (value: string) => void
}

/** One limit: its value and unit, what is used of it now, and its default. */
export function LimitRow({ name, view, account, raise, entered, onEnter }: LimitRowProps) {
  const text = usePanelText().limits
  const id = useId()
  const problem = problemText(name, entered, text)
  const note = raisedText(raise, text) ?? heldText(name, view, text)
  return (
    <div className="limit-row">
      <div className="limit-name">
        <label htmlFor={id}>{text.names[name]}</label>
        <p id={`${id}-hint`} className="field-hint">
          {text.hints[name]}
        </p>
      </div>
      <div className="limit-value">
        <div className="limit-entry">
          <TextInput
            id={id}
            className="num"
            inputMode="decimal"
            placeholder={text.none}
            value={entered}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-unit ${id}-hint ${id}-note`}
            data-testid={`limit-${name}`}
            onChange={(event) => onEnter(event.target.value)}
          />
          <span id={`${id}-unit`} className="limit-unit">
            {text.units[name]}
          </span>
        </div>
        <p id={`${id}-note`} className={problem === null ? 'field-hint' : 'field-problem'}>
          {problem ?? note}
        </p>
      </div>
      <span className="limit-used tnum" data-head={text.heads.used} data-testid={`used-${name}`}>
        {usedText(name, view, account, text)}
      </span>
      <span className="limit-initial tnum dim" data-head={text.heads.initial}>
        {valueText(name, view.defaults[name], null, text)}
      </span>
    </div>
  )
}

type Texts = PanelText['limits']

function problemText(name: PersonalLimitName, entered: string, text: Texts): string | null {
  const problem = limitProblem(name, entered)
  if (problem === null) return null
  if (problem === 'required') return text.required
  if (problem === 'whole') return text.whole
  const { min, max } = shownRange(name)
  return text.range(formatQuantity(min), formatQuantity(max))
}

const raisedText = (raise: LimitRowProps['raise'], text: Texts): string | null =>
  raise === null ? null : raise === 'now' ? text.raisedNowNote : text.raisedLaterNote

/** Formats a limit with its unit. */
function valueText(
  name: PersonalLimitName,
  value: PersonalLimits[PersonalLimitName],
  currency: string | null,
  text: Texts,
): string {
  const shown: Decimal | null = shownDecimal(name, value)
  if (shown === null) return text.none
  if (name === 'priceBand' || name === 'maxShare') return `${formatQuantity(shown)}%`
  return name === 'maxNotional' || name === 'maxDailyLoss'
    ? formatMoney(shown, currency)
    : formatQuantity(shown)
}

/** Says that the value in effect is another one, until the next session; null when it is not. */
function heldText(name: PersonalLimitName, view: PersonalLimitsView, text: Texts): string | null {
  const { raised, limits } = view
  if (raised === null || (name !== 'maxDailyLoss' && name !== 'maxOrdersPerDay')) return null
  if (raised[name] === undefined) return null
  const value = valueText(name, limits[name], null, text)
  return raised.from === null
    ? text.inEffectSession(value)
    : text.inEffect(value, exchangeDayTime(raised.from))
}

function usedText(
  name: PersonalLimitName,
  { limits, openOrders, ordersToday }: PersonalLimitsView,
  account: AccountUse | null,
  text: Texts,
): string {
  const currency = account?.currency ?? null
  const limit = valueText(name, limits[name], currency, text)
  switch (name) {
    case 'maxQuantity':
    case 'maxNotional':
    case 'priceBand':
      return text.perOrder
    case 'maxShare':
      return text.equity(ownMoney(account?.equity, currency))
    case 'maxOpenOrders':
      return text.ofLimit(String(openOrders), limit)
    case 'maxOrdersPerDay':
      return limits.maxOrdersPerDay === null
        ? String(ordersToday)
        : text.ofLimit(String(ordersToday), limit)
    case 'maxDailyLoss': {
      const used = ownMoney(account?.dayPnl, currency, true)
      return limits.maxDailyLoss === null
        ? text.dayPnlOnly(used)
        : text.dayPnl(used, formatMoney(neg(limits.maxDailyLoss), currency))
    }
  }
}
