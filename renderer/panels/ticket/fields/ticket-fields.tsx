import { memo } from 'react'
import { usesLimit, usesStop, usesTrail } from '../../../../shared/domain/orders/order-types.js'
import type { WindowText } from '../../../../shared/messages/window-text.js'
import { useText } from '../../../language/window-text.js'
import { Field, Select, TextInput } from '../../../ui/field.js'
import { problemOf } from '../../../ui/ticket/model/field-problem.js'
import { mayUseAlgo, sessionsOf, timesOf, typesOf } from '../../../ui/ticket/model/product-terms.js'
import type { TicketForm } from '../../../ui/ticket/model/ticket-form.js'
import { AlgoChoice, AlgoFields } from './algo-fields.js'
import { reasonFor, type FieldsProps } from './field-props.js'
import { PriceField } from './price-field.js'
import { SizeField } from './size-field.js'
import { dec } from '../../../../shared/domain/decimal.js'
import { Segments } from '../../../ui/segments.js'
import { ExactField } from './exact-field.js'
import { stepper } from './stepper.js'

/**
 * The input fields of the ticket, as the product and the order's type require. They do not render
 * again with prices or the account's figures.
 */
export const TicketFields = memo(function TicketFields(props: FieldsProps) {
  const text = useText()
  const { form, act, findings, attempted, market } = props
  const priceProps = (field: 'limitPrice' | 'stopPrice') => ({
    name: field,
    value: form[field],
    market,
    instrument: props.instrument,
    outcome: form.outcome,
    problem: problemOf(findings, field, attempted, text.ticket),
    onValue: (typed: string) => act({ kind: 'type-text', field, text: typed }),
  })
  return (
    <div className="ticket-fields">
      <div className="ticket-pair">
        <TypeField {...props} />
        {mayUseAlgo(form) && <AlgoChoice {...props} />}
      </div>
      <SizeField {...props} />
      {usesStop(form.type) && (
        <PriceField label={text.ticket.stopPrice} {...priceProps('stopPrice')} />
      )}
      {usesLimit(form.type) && (
        <PriceField
          label={text.ticket.limitPrice}
          {...priceProps('limitPrice')}
          problemId={reasonFor(props.blocked, 'limitPrice')}
        />
      )}
      {usesTrail(form.type) && <TrailField {...props} />}
      <div className="ticket-pair">
        <TimeInForceField {...props} />
        {form.timeInForce === 'gtd' && <ExpireField {...props} />}
        {form.assetClass === 'stock' && <SessionField {...props} />}
      </div>
      <AlgoFields {...props} />
    </div>
  )
})

function TypeField({ form, act, findings, attempted, market }: FieldsProps) {
  const text = useText()
  const setType = (type: TicketForm['type']): void => {
    const quote = market.quote()
    act({
      kind: 'type',
      type,
      marketable: (form.side === 'buy' ? quote?.ask : quote?.bid) ?? quote?.last ?? null,
    })
  }
  return (
    <Field label={text.ticket.type} problem={problemOf(findings, 'type', attempted, text.ticket)}>
      {(wiring) => (
        <Select
          {...wiring}
          data-testid="ticket-type"
          value={form.type}
          onValue={setType}
          options={typesOf(form.assetClass).map((type) => ({
            value: type,
            label: text.orderTypes[type],
          }))}
        />
      )}
    </Field>
  )
}

function TimeInForceField({ form, act, findings, attempted }: FieldsProps) {
  const text = useText()
  return (
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
          options={timesOf(form).map((tif) => ({ value: tif, label: longTime(tif, text) }))}
        />
      )}
    </Field>
  )
}

const longTime = (tif: TicketForm['timeInForce'], { ticket }: WindowText): string =>
  ticket.timesLong[tif]

/** The last day of a good-till-date order. */
function ExpireField({ form, act, findings, attempted }: FieldsProps) {
  const text = useText().ticket
  return (
    <Field label={text.expireDate} problem={problemOf(findings, 'expireDate', attempted, text)}>
      {(wiring) => (
        <TextInput
          {...wiring}
          type="date"
          name="expireDate"
          data-testid="ticket-expireDate"
          value={form.expireDate}
          onChange={(event) =>
            act({ kind: 'type-text', field: 'expireDate', text: event.target.value })
          }
        />
      )}
    </Field>
  )
}

function SessionField({ form, act, findings, attempted }: FieldsProps) {
  const text = useText()
  return (
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
          options={sessionsOf(form).map((session) => ({
            value: session,
            label: text.orderSessions[session],
          }))}
        />
      )}
    </Field>
  )
}

const PERCENT_STEP = dec('0.1')
const CENTS = dec('0.01')

/** The distance of a trailing stop, in percent or in currency. */
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
