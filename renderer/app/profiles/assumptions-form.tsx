import {
  ASSUMPTION_CHOICES,
  ASSUMPTION_NAMES,
  changedAssumptions,
  chosen,
  type AssumptionName,
  type BrokerAssumptions,
} from '../../../shared/domain/app/broker-assumptions.js'
import type { ProfileChange } from '../../../shared/domain/app/profile.schema.js'
import type { ProfileView } from '../../../shared/domain/app/profile-view.js'
import { usePanelText } from '../../language/panel-text.js'
import { Field, Select } from '../../ui/field.js'

export interface AssumptionsFormProps {
  readonly view: ProfileView
  readonly onChange: (change: ProfileChange) => void
}

/**
 * Sets, for a broker that does otherwise, what Countersign assumes because nobody has published it.
 * Folded until something of it was changed.
 */
export function AssumptionsForm({ view: { profile }, onChange }: AssumptionsFormProps) {
  const messages = usePanelText().profiles
  const { assumptions = {} } = profile
  const changed = changedAssumptions(assumptions).length
  const set = <Name extends AssumptionName>(name: Name, choice: BrokerAssumptions[Name]): void =>
    onChange({ assumptions: { ...assumptions, [name]: choice } })
  return (
    <details className="settings-part" open={changed > 0} data-testid="assumptions">
      <summary>{messages.advanced}</summary>
      <div className="stack">
        <p className="dim">{messages.advancedHint}</p>
        <div className="form-grid">
          {ASSUMPTION_NAMES.map((name) => {
            const { label, hint, choices } = messages.assumptions[name]
            const labels: Readonly<Record<string, string>> = choices
            return (
              <Field key={name} label={label} hint={hint}>
                {(wiring) => (
                  <Select
                    {...wiring}
                    value={chosen(assumptions, name)}
                    options={ASSUMPTION_CHOICES[name].map((value) => ({
                      value,
                      label: labels[value] ?? value,
                    }))}
                    onValue={(choice) => set(name, choice)}
                  />
                )}
              </Field>
            )
          })}
        </div>
      </div>
    </details>
  )
}
