import { useEffect, useId, useState, type ReactNode } from 'react'
import type { AppInfo } from '../../../shared/domain/app/app-info.js'
import type { PreferenceLabel, Preferences } from '../../../shared/domain/app/preferences.js'
import type { PreferenceText } from '../../../shared/messages/en/window/index.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { offerOverlay, showOverlay } from '../../stores/layout.js'
import { loadPreferences, setPreferences } from '../../stores/preferences.js'
import { toast } from '../../stores/toasts.js'
import { useText } from '../../language/window-text.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, Select } from '../../ui/field.js'

const options = <T extends string>(
  names: Readonly<Record<T, string>>,
): readonly { value: T; label: string }[] =>
  (Object.keys(names) as T[]).map((value) => ({ value, label: names[value] }))

/** The person's preferences. Each change takes effect at once. */
export function Settings() {
  const text = useText()
  const value = useSlice(useMainWindow().preferences, (state) => state.value)
  const info = useAppInfo()
  const close = useClose()
  return (
    <Dialog
      title={text.settings.title}
      onClose={close}
      foot={
        <Button variant="primary" onClick={close}>
          {text.settings.done}
        </Button>
      }
    >
      {value !== null && (
        <div className="stack">
          <PreferenceFields value={value} />
          <MoreSettings />
          {info !== null && (
            <p className="dim tnum selectable">
              {text.app.name} {info.version} · Electron {info.electron} · Chromium {info.chromium}
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}

/** Returns the versions of the app; null until main sent them. */
function useAppInfo(): AppInfo | null {
  const { invoke } = useMainWindow()
  const [info, setInfo] = useState<AppInfo | null>(null)
  useEffect(() => {
    void invoke('app.info', {}).then((reply) => {
      if (reply.ok) setInfo(reply.value)
    })
  }, [invoke])
  return info
}

const isNotification = (name: PreferenceLabel): boolean => name.startsWith('notify')

function PreferenceFields({ value }: { readonly value: Preferences }) {
  const text = useText()
  const mainWindow = useMainWindow()
  const { preferences, invoke, layout, toasts } = mainWindow
  const change = async (part: Partial<Preferences>): Promise<void> => {
    const problem = await setPreferences(preferences, invoke, part)
    if (problem === null) return
    // What is shown must be what main will do.
    await loadPreferences(preferences, invoke)
    if (problem.code === 'lock/step-up' && offerOverlay(layout, 'step-up')) return
    toast(toasts, 'bad', ({ settings }) => settings.notSaved)
  }
  const texts: Readonly<Record<PreferenceLabel, PreferenceText>> = text.settings.preferences
  const labels = Object.keys(texts) as PreferenceLabel[]
  const field = (name: PreferenceLabel): ReactNode => (
    <PreferenceField
      key={name}
      text={texts[name]}
      value={value[name]}
      onValue={(changed) => void change({ [name]: changed })}
    />
  )
  return (
    <>
      {labels.filter((name) => !isNotification(name)).map(field)}
      <details className="settings-part">
        <summary>{text.settings.notifications}</summary>
        <div className="stack">
          {labels.filter(isNotification).map(field)}
          <p className="field-hint">{text.settings.notificationsHint}</p>
        </div>
      </details>
    </>
  )
}

/** One preference: a check box, or a choice of a few named values. */
function PreferenceField({
  text: { label, hint, names },
  value,
  onValue,
}: {
  readonly text: PreferenceText
  readonly value: string | boolean
  readonly onValue: (value: string | boolean) => void
}) {
  const hintId = useId()
  if (typeof value === 'boolean') {
    return (
      <div>
        <label className="choice">
          <input
            type="checkbox"
            checked={value}
            aria-describedby={hint === undefined ? undefined : hintId}
            onChange={(event) => onValue(event.target.checked)}
          />
          {label}
        </label>
        {hint !== undefined && (
          <p id={hintId} className="field-hint">
            {hint}
          </p>
        )}
      </div>
    )
  }
  return (
    <Field label={label} hint={hint ?? null}>
      {(wiring) => (
        <Select {...wiring} value={value} options={options(names ?? {})} onValue={onValue} />
      )}
    </Field>
  )
}

/** Settings in dialogs of their own, and the default workspace. */
function MoreSettings() {
  const text = useText()
  const { layout } = useMainWindow()
  return (
    <>
      <div className="row-wrap">
        <Button onClick={() => showOverlay(layout, 'profiles')}>{text.profiles.manage}</Button>
        <Button onClick={() => showOverlay(layout, 'lock-settings')}>{text.lock.settings}</Button>
        <Button onClick={() => showOverlay(layout, 'order-limits')}>{text.limits.open}</Button>
        <Button onClick={() => showOverlay(layout, 'shortcuts')}>{text.shortcuts.title}</Button>
        <Button onClick={() => showOverlay(layout, 'updates')}>{text.updates.open}</Button>
      </div>
      <div>
        <Button onClick={() => showOverlay(layout, 'reset-workspace')}>
          {text.settings.reset}
        </Button>
      </div>
    </>
  )
}
