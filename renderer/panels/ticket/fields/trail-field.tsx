import { dec } from '../../../../shared/domain/decimal.js'
import { useText } from '../../../language/window-text.js'
import { Segments } from '../../../ui/segments.js'
import { problemOf } from '../../../ui/ticket/model/field-problem.js'
import { ExactField } from './exact-field.js'
import type { FieldsProps } from './field-props.js'
import { stepper } from './stepper.js'

const PERCENT_STEP = dec('0.1')
const CENTS = dec('0.01')

/** The distance of a trailing stop, in percent or in currency. */
export function TrailField({ form, act, findings, attempted }: FieldsProps) {
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
