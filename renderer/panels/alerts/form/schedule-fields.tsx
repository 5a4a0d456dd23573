import { MAX_ALERT_NOTE } from '../../../../shared/domain/alerts/alert.js'
import { formatAge } from '../../../format/time.js'
import { usePanelText } from '../../../language/panel-text.js'
import { useMainWindow } from '../../../stores/context.js'
import { Field, Select, TextInput } from '../../../ui/field.js'
import { isOnTime, pausesOf, type DraftFieldsProps } from '../draft/alert-draft.js'
import { EXPIRIES, expiryOf, typedTime, type Expiry } from '../draft/expiry.js'

/** How often and how long the alert fires, and how it notifies the person. */
export function ScheduleFields(fields: DraftFieldsProps) {
  const { draft, change } = fields
  const text = usePanelText().alerts
  const isOrder = draft.subject === 'order'
  return (
    <>
      {!isOnTime(draft) && (
        <Field label={text.repeat}>
          {(wiring) => (
            <Select
              {...wiring}
              value={`${draft.pauseMs}`}
              onValue={(pause) => change({ pauseMs: Number(pause) })}
              options={pausesOf(draft).map((pause) => ({
                value: `${pause}`,
                label:
                  pause === 0
                    ? text.once
                    : isOrder
                      ? text.everyEvent
                      : text.every(formatAge(pause)),
              }))}
            />
          )}
        </Field>
      )}
      <ExpiryFields {...fields} />
      <Field label={text.note}>
        {(wiring) => (
          <TextInput
            {...wiring}
            value={draft.note}
            maxLength={MAX_ALERT_NOTE}
            onChange={(event) => change({ note: event.target.value })}
          />
        )}
      </Field>
      <div className="alert-choices">
        {(['notification', 'sound'] as const).map((name) => (
          <label key={name} className="choice flush">
            <input
              type="checkbox"
              checked={draft[name]}
              onChange={(event) => change({ [name]: event.target.checked })}
            />
            {text[name]}
          </label>
        ))}
      </div>
    </>
  )
}

/** A preset, or any date and time of the exchange. */
function ExpiryFields({ draft, change, problemOf }: DraftFieldsProps) {
  const text = usePanelText().alerts
  const { now, session } = useMainWindow()
  const choose = (expiry: Expiry): void => {
    if (expiry !== 'date') return change({ expiry })
    const exchangeNow = now() + (session.getState().value?.exchangeOffsetMs ?? 0)
    const preset = draft.expiry === 'none' || draft.expiry === 'date' ? 'day' : draft.expiry
    const time = expiryOf({ expiry: preset, expiryTime: '' }, exchangeNow, null)
    change({ expiry, expiryTime: time === null ? '' : typedTime(time) })
  }
  return (
    <div className="alert-columns">
      <Field label={text.expiry}>
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.expiry}
            onValue={choose}
            options={EXPIRIES.map((value) => ({ value, label: text.expiries[value] }))}
          />
        )}
      </Field>
      {draft.expiry === 'date' && (
        <Field label={text.expiryTime} problem={problemOf('expiry')}>
          {(wiring) => (
            <TextInput
              {...wiring}
              type="datetime-local"
              value={draft.expiryTime}
              onChange={(event) => change({ expiryTime: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
