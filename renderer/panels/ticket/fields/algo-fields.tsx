import { dec } from '../../../../shared/domain/decimal.js'
import { ALGO_KINDS } from '../../../../shared/domain/orders/order-types.js'
import { useText } from '../../../language/window-text.js'
import { Field, Select, TextInput } from '../../../ui/field.js'
import { problemOf } from '../../../ui/ticket/model/field-problem.js'
import { ExactField } from './exact-field.js'
import type { FieldsProps } from './field-props.js'
import { stepper } from './stepper.js'

const ONE_PERCENT = dec('1')

/** The choice of an algorithm that works a stock order. */
export function AlgoChoice({ form, act }: FieldsProps) {
  const text = useText().ticket
  return (
    <Field label={text.algo.label}>
      {(wiring) => (
        <Select
          {...wiring}
          data-testid="ticket-algo"
          value={form.algo}
          onValue={(algo) => act({ kind: 'algo', algo })}
          options={[
            { value: 'none', label: text.algo.none },
            ...ALGO_KINDS.map((kind) => ({ value: kind, label: kind.toUpperCase() })),
          ]}
        />
      )}
    </Field>
  )
}

/** The algorithm's share of the volume and its hours; nothing without an algorithm. */
export function AlgoFields({ form, act, findings, attempted }: FieldsProps) {
  const text = useText().ticket
  const { algo } = form
  if (algo === 'none') return null
  return (
    <>
      <p className="dim">{text.algo.meanings[algo]}</p>
      <ExactField
        label={algo === 'pov' ? text.algo.target : text.algo.max}
        name="algoShare"
        value={form.algoShare}
        suffix={text.percent}
        onValue={(typed) => act({ kind: 'type-text', field: 'algoShare', text: typed })}
        step={stepper(ONE_PERCENT)}
        problem={problemOf(findings, 'algo', attempted, text)}
        hint={text.algo.hint}
      />
      <div className="ticket-pair">
        <Time
          label={text.algo.start}
          name="algoStart"
          value={form.algoStart}
          onValue={(typed) => act({ kind: 'type-text', field: 'algoStart', text: typed })}
        />
        <Time
          label={text.algo.end}
          name="algoEnd"
          value={form.algoEnd}
          onValue={(typed) => act({ kind: 'type-text', field: 'algoEnd', text: typed })}
        />
      </div>
    </>
  )
}

interface TimeProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly onValue: (text: string) => void
}

/** A time of the day in New York. */
function Time({ label, name, value, onValue }: TimeProps) {
  return (
    <Field label={label}>
      {(wiring) => (
        <TextInput
          {...wiring}
          type="time"
          name={name}
          data-testid={`ticket-${name}`}
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </Field>
  )
}
