import { Field, TextInput } from '../../../ui/field.js'
import type { DraftFieldsProps } from '../draft/alert-draft.js'

/** The level of an alert. */
export function LevelField({
  draft,
  change,
  problemOf,
  label,
  hint = null,
}: DraftFieldsProps & { readonly label: string; readonly hint?: string | null }) {
  return (
    <Field label={label} hint={hint} problem={problemOf('level')}>
      {(wiring) => (
        <TextInput
          {...wiring}
          data-testid="alert-level"
          inputMode="decimal"
          value={draft.level}
          onChange={(event) => change({ level: event.target.value })}
        />
      )}
    </Field>
  )
}
