import { X } from 'lucide-react'
import { useState } from 'react'
import {
  MAX_CHART_TEMPLATES,
  MAX_TEMPLATE_NAME,
  type ChartTemplate,
} from '../../../../shared/domain/app/chart-templates.js'
import {
  parseSettings,
  settingsText,
  type IndicatorSettings,
} from '../../../chart/indicators/settings.js'
import { describeError } from '../../../language/error-message.js'
import { useText } from '../../../language/window-text.js'
import { useMainWindow, useSlice } from '../../../stores/context.js'
import { setPreferences } from '../../../stores/preferences.js'
import { toastError } from '../../../stores/toasts.js'
import { Button, IconButton } from '../../../ui/button.js'
import { TextInput } from '../../../ui/field.js'

const NONE: readonly ChartTemplate[] = []

/** Returns the templates with one more, or with another content of the one with that name. */
export const withTemplate = (
  templates: readonly ChartTemplate[],
  saved: ChartTemplate,
): readonly ChartTemplate[] =>
  [...templates.filter(({ name }) => name !== saved.name), saved].toSorted((a, b) =>
    a.name.localeCompare(b.name),
  )

/** Sets of indicators under a name: saved from one chart, put on another. */
export function IndicatorTemplates({
  indicators,
  onIndicators,
}: {
  readonly indicators: readonly IndicatorSettings[]
  readonly onIndicators: (indicators: readonly IndicatorSettings[]) => void
}) {
  const text = useText().indicators
  const { preferences, invoke, toasts } = useMainWindow()
  const templates = useSlice(preferences, ({ value }) => value?.chartTemplates ?? NONE)
  const save = (chartTemplates: readonly ChartTemplate[]): void => {
    void setPreferences(preferences, invoke, { chartTemplates }).then((error) => {
      if (error !== null) toastError(toasts, error, describeError)
    })
  }
  return (
    <section className="indicator-templates" data-testid="indicator-templates">
      <h3>{text.templates}</h3>
      {templates.length === 0 && <p className="dim">{text.noTemplates}</p>}
      <ul>
        {templates.map(({ name, indicators: stored }) => (
          <li key={name}>
            <Button
              size="small"
              aria-label={text.useTemplate(name)}
              onClick={() => onIndicators(parseSettings(stored))}
            >
              {name}
            </Button>
            <IconButton
              icon={X}
              size="small"
              label={text.deleteTemplate(name)}
              onClick={() => save(templates.filter((other) => other.name !== name))}
            />
          </li>
        ))}
      </ul>
      <SaveTemplate
        templates={templates}
        isEmpty={indicators.length === 0}
        onSave={(name) =>
          save(withTemplate(templates, { name, indicators: settingsText(indicators) }))
        }
      />
    </section>
  )
}

function SaveTemplate({
  templates,
  isEmpty,
  onSave,
}: {
  readonly templates: readonly ChartTemplate[]
  readonly isEmpty: boolean
  readonly onSave: (name: string) => void
}) {
  const text = useText().indicators
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const isKnown = templates.some((template) => template.name === name)
  const isFull = templates.length >= MAX_CHART_TEMPLATES && !isKnown
  const isOff = name === '' || isEmpty || isFull
  return (
    <form
      className="indicator-template-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isOff) return
        onSave(name)
        setTyped('')
      }}
    >
      <TextInput
        aria-label={text.templateName}
        placeholder={text.templateName}
        value={typed}
        maxLength={MAX_TEMPLATE_NAME}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" aria-disabled={isOff}>
        {isKnown ? text.replaceTemplate : text.saveTemplate}
      </Button>
      {isFull && <p className="dim">{text.templatesFull(MAX_CHART_TEMPLATES)}</p>}
    </form>
  )
}
