import {
  abs,
  dec,
  decimalText,
  eq,
  isPositive,
  type Decimal,
} from '../../../../shared/domain/decimal.js'
import { listingOf } from '../../../../shared/domain/instruments/listing.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { formatMoney, formatQuantity } from '../../../format/decimal.js'
import { ownQuantity } from '../../../format/own.js'
import { useText } from '../../../language/window-text.js'
import { Segments } from '../../../ui/segments.js'
import { offersWholeSize } from '../../../ui/ticket/model/build-draft.js'
import { problemOf } from '../../../ui/ticket/model/field-problem.js'
import { sizeKindsOf } from '../../../ui/ticket/model/product-terms.js'
import type { TicketForm } from '../../../ui/ticket/model/ticket-form.js'
import { ExactField } from './exact-field.js'
import { reasonFor, type FieldsProps } from './field-props.js'
import { stepper } from './stepper.js'

const LOT = dec('1')
const COIN_STEP = dec('0.001')
const DOLLARS = dec('100')

/** The size of the order: a quantity, or an amount of currency where the order may have one. */
export function SizeField(props: FieldsProps) {
  const { form, act, findings, attempted, held, free, instrument } = props
  const text = useText()
  const amount = form.sizeKind === 'amount'
  const field = amount ? 'amount' : 'quantity'
  const isWhole = eq(free, abs(held))
  const freeText = ownQuantity(free)
  const sizeKinds = sizeKindsOf(form)
  return (
    <ExactField
      label={amount ? text.ticket.amount : quantityLabel(form, text)}
      name={field}
      value={form[field]}
      suffix={amount ? text.ticket.currency : undefined}
      onValue={(typed) => act({ kind: 'type-text', field, text: typed })}
      step={stepper(amount ? DOLLARS : form.assetClass === 'crypto' ? COIN_STEP : LOT)}
      problem={sizeProblem({ form, instrument, findings, attempted }, text.ticket)}
      problemId={reasonFor(props.blocked, 'size')}
      hint={boundsHint({ form, instrument }, text.ticket.bounds)}
      labelActions={
        <>
          {offersWholeSize(form.side, held) && isPositive(free) && !amount && (
            <button
              type="button"
              className="chip"
              aria-label={
                isWhole
                  ? text.ticket.heldLabel(freeText)
                  : text.ticket.freeLabel(freeText, ownQuantity(abs(held)))
              }
              onClick={() => act({ kind: 'type-text', field: 'quantity', text: decimalText(free) })}
            >
              {text.ticket.held(freeText)}
            </button>
          )}
          {sizeKinds.length > 1 && (
            <Segments
              label={text.ticket.sizeIn}
              value={form.sizeKind}
              onValue={(sizeKind) => act({ kind: 'size-kind', sizeKind })}
              options={[
                { value: 'quantity', label: text.ticket.units[form.assetClass] },
                { value: 'amount', label: text.ticket.dollars },
              ]}
            />
          )}
        </>
      }
    />
  )
}

/** Contracts are named, because their number is easily taken for shares. */
export const quantityLabel = ({ assetClass }: TicketForm, { ticket }: WindowText): string =>
  assetClass === 'option' || assetClass === 'futures' ? ticket.units[assetClass] : ticket.quantity

/** Returns the message for the size; one that is outside the limits is followed by them. */
function sizeProblem(
  {
    form,
    instrument,
    findings,
    attempted,
  }: Pick<FieldsProps, 'form' | 'instrument' | 'findings' | 'attempted'>,
  text: WindowText['ticket'],
): string | null {
  const message = problemOf(findings, 'size', attempted, text)
  const byAmount = message === text.problems['amount-out-of-bounds']
  if (!byAmount && message !== text.problems['quantity-out-of-bounds']) return message
  const bounds = boundsText({ form, instrument }, byAmount, text.bounds)
  return bounds === null ? message : `${message} ${bounds}`
}

/** Returns the limits of a coin's order, which are easily missed. */
const boundsHint = (
  { form, instrument }: Pick<FieldsProps, 'form' | 'instrument'>,
  text: WindowText['ticket']['bounds'],
): string | null =>
  form.assetClass === 'crypto'
    ? boundsText({ form, instrument }, form.sizeKind === 'amount', text)
    : null

/** Returns the least and the most of one order; null where the broker publishes no limits. */
function boundsText(
  { form, instrument }: Pick<FieldsProps, 'form' | 'instrument'>,
  byAmount: boolean,
  text: WindowText['ticket']['bounds'],
): string | null {
  const listing = instrument === null ? null : listingOf(instrument, form.outcome)
  if (listing === null) return null
  const { min, max } = byAmount ? listing.amount : listing.quantity
  const write = (value: Decimal): string =>
    byAmount ? formatMoney(value, listing.currency) : formatQuantity(value)
  if (min !== null && max !== null) return text.between(write(min), write(max))
  if (min !== null) return text.min(write(min))
  return max === null ? null : text.max(write(max))
}
