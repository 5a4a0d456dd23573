import {
  abs,
  dec,
  decimalText,
  isZero,
  type Decimal,
  type Quantity,
} from '../../../../shared/domain/decimal.js'
import {
  timesInForceOf,
  STOCK_ORDER_TYPES,
  stockSessions,
  usesLimit,
  usesStop,
  usesTrail,
} from '../../../../shared/domain/orders/order-types.js'
import type { Quote } from '../../../../shared/domain/market/quote.js'
import { formatQuantity } from '../../../format/decimal.js'
import { useText } from '../../../language/window-text.js'
import { Field, Select } from '../../../ui/field.js'
import { Segments } from '../../../ui/segments.js'
import type { TicketFinding } from '../model/build-draft.js'
import { ExactField } from './exact-field.js'
import { PriceField } from './price-field.js'
import { stepSize } from '../model/stepping.js'
import { mayUseAmount, type TicketAction, type TicketForm } from '../model/ticket-form.js'
import { problemOf } from '../model/order-text.js'

export interface FieldsProps {
  readonly form: TicketForm
  readonly act: (action: TicketAction) => void
  readonly findings: readonly TicketFinding[]
  /** True once the person has tried to send: empty fields then show a problem. */
  readonly attempted: boolean
  readonly quote: Quote | undefined
  readonly held: Quantity
}

const LOT = dec('1')
const DOLLARS = dec('100')
const PERCENT_STEP = dec('0.1')
const CENTS = dec('0.01')

const times = (step: Decimal, count: number, start: Decimal | null, direction: 1 | -1): Decimal => {
  let stepped = start ?? step
  for (let left = start === null ? count - 1 : count; left > 0; left -= 1) {
    stepped = stepSize(stepped, direction, step)
  }
  return stepped
}
const stepper =
  (step: Decimal) =>
  (from: Decimal | null, direction: 1 | -1, count: number): Decimal =>
    times(step, count, from, direction)

/** The input fields of the ticket, as the order's type requires. */
export function TicketFields(props: FieldsProps) {
  const text = useText()
  const { form, act, findings, attempted, quote } = props
  const setType = (type: TicketForm['type']): void =>
    act({
      kind: 'type',
      type,
      marketable: (form.side === 'buy' ? quote?.ask : quote?.bid) ?? quote?.last ?? null,
    })
  const priceProps = (field: 'limitPrice' | 'stopPrice') => ({
    name: field,
    value: form[field],
    quote,
    problem: problemOf(findings, field, attempted, text.ticket),
    onValue: (typed: string) => act({ kind: 'type-text', field, text: typed }),
  })
  return (
    <div className="ticket-fields">
      <Field label={text.ticket.type} problem={problemOf(findings, 'type', attempted, text.ticket)}>
        {(wiring) => (
          <Select
            {...wiring}
            data-testid="ticket-type"
            value={form.type}
            onValue={setType}
            options={STOCK_ORDER_TYPES.map((type) => ({
              value: type,
              label: text.orderTypes[type],
            }))}
          />
        )}
      </Field>
      <SizeField {...props} />
      {usesStop(form.type) && (
        <PriceField label={text.ticket.stopPrice} {...priceProps('stopPrice')} />
      )}
      {usesLimit(form.type) && (
        <PriceField label={text.ticket.limitPrice} {...priceProps('limitPrice')} />
      )}
      {usesTrail(form.type) && <TrailField {...props} />}
      <div className="ticket-pair">
        <Field
          label={text.ticket.timeInForce}
          problem={problemOf(findings, 'timeInForce', attempted, text.ticket)}
        >
          {(wiring) => (
            <Select
              {...wiring}
              data-testid="ticket-tif"
              value={form.timeInForce}
              onValue={(timeInForce) => act({ kind: 'time-in-force', timeInForce })}
              options={timesInForceOf('stock', form.type).map((tif) => ({
                value: tif,
                label: text.ticket.timesLong[tif],
              }))}
            />
          )}
        </Field>
        <Field
          label={text.ticket.session}
          problem={problemOf(findings, 'session', attempted, text.ticket)}
        >
          {(wiring) => (
            <Select
              {...wiring}
              data-testid="ticket-session"
              value={form.session}
              onValue={(session) => act({ kind: 'session', session })}
              options={stockSessions(form.type).map((session) => ({
                value: session,
                label: text.orderSessions[session],
              }))}
            />
          )}
        </Field>
      </div>
    </div>
  )
}

function SizeField({ form, act, findings, attempted, held }: FieldsProps) {
  const text = useText()
  const amount = form.sizeKind === 'amount'
  const field = amount ? 'amount' : 'quantity'
  const fullSize = abs(held)
  return (
    <ExactField
      label={amount ? text.ticket.amount : text.ticket.quantity}
      name={field}
      value={form[field]}
      suffix={amount ? text.ticket.currency : undefined}
      onValue={(typed) => act({ kind: 'type-text', field, text: typed })}
      step={stepper(amount ? DOLLARS : LOT)}
      problem={problemOf(findings, 'size', attempted, text.ticket)}
      labelActions={
        <>
          {!isZero(held) && !amount && (
            <button
              type="button"
              className="chip"
              aria-label={text.ticket.heldLabel(formatQuantity(fullSize))}
              onClick={() =>
                act({ kind: 'type-text', field: 'quantity', text: decimalText(fullSize) })
              }
            >
              {text.ticket.held(formatQuantity(fullSize))}
            </button>
          )}
          {mayUseAmount(form) && (
            <Segments
              label={text.ticket.sizeIn}
              value={form.sizeKind}
              onValue={(sizeKind) => act({ kind: 'size-kind', sizeKind })}
              options={[
                { value: 'quantity', label: text.ticket.shares },
                { value: 'amount', label: text.ticket.dollars },
              ]}
            />
          )}
        </>
      }
    />
  )
}

function TrailField({ form, act, findings, attempted }: FieldsProps) {
  const text = useText()
  const percent = form.trailKind === 'percent'
  const field = percent ? 'trailPercent' : 'trailAmount'
  return (
    <ExactField
      label={text.ticket.trail}
      name={field}
      value={form[field]}
      suffix={percent ? text.ticket.percent : text.ticket.currency}
      onValue={(typed) => act({ kind: 'type-text', field, text: typed })}
      step={stepper(percent ? PERCENT_STEP : CENTS)}
      problem={problemOf(findings, 'trail', attempted, text.ticket)}
      labelActions={
        <Segments
          label={text.ticket.trailIn}
          value={form.trailKind}
          onValue={(trailKind) => act({ kind: 'trail-kind', trailKind })}
          options={[
            { value: 'percent', label: text.ticket.percent },
            { value: 'amount', label: text.ticket.currency },
          ]}
        />
      }
    />
  )
}
