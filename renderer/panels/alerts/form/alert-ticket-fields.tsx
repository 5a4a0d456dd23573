import { SIDES } from '../../../../shared/domain/side.js'
import { useText } from '../../../language/window-text.js'
import { Field, Select, TextInput } from '../../../ui/field.js'
import type { DraftFieldsProps } from '../draft/alert-draft.js'

/** What the ticket is filled with when the alert has fired and the person chooses it. */
export function AlertTicketFields({ draft, change, problemOf }: DraftFieldsProps) {
  const { alerts: text, sides } = useText()
  return (
    <div className="alert-ticket">
      <label className="choice flush">
        <input
          type="checkbox"
          checked={draft.hasTicket}
          onChange={(event) => change({ hasTicket: event.target.checked })}
        />
        {text.prepare}
      </label>
      <p className="field-hint">{text.prepareHint}</p>
      {draft.hasTicket && (
        <div className="alert-ticket-fields">
          <Field label={text.side}>
            {(wiring) => (
              <Select
                {...wiring}
                value={draft.side}
                onValue={(side) => change({ side })}
                options={SIDES.map((value) => ({ value, label: sides[value] }))}
              />
            )}
          </Field>
          {(['quantity', 'limitPrice'] as const).map((field) => (
            <Field key={field} label={text[field]} problem={problemOf(field)}>
              {(wiring) => (
                <TextInput
                  {...wiring}
                  inputMode="decimal"
                  value={draft[field]}
                  onChange={(event) => change({ [field]: event.target.value })}
                />
              )}
            </Field>
          ))}
        </div>
      )}
    </div>
  )
}
