import { useEffect, useState } from 'react'
import type { AppInfo } from '../../../shared/domain/app/app-info.js'
import type { Preferences } from '../../../shared/domain/app/preferences.js'
import { LANGUAGE_NAMES } from '../../../shared/messages/languages.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { resetWorkspace, showOverlay } from '../../stores/layout.js'
import { setPreferences } from '../../stores/preferences.js'
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
          <MoreSettings onClose={close} />
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

function PreferenceFields({ value }: { readonly value: Preferences }) {
  const text = useText()
  const mainWindow = useMainWindow()
  const change = (part: Partial<Preferences>): void => {
    void setPreferences(mainWindow.preferences, mainWindow.invoke, part).then((saved) => {
      if (!saved) toast(mainWindow.toasts, 'bad', text.settings.notSaved)
    })
  }
  return (
    <>
      <Choice
        label={text.settings.language}
        value={value.language}
        names={LANGUAGE_NAMES}
        onValue={(language) => change({ language })}
      />
      <Choice
        label={text.settings.theme}
        value={value.theme}
        names={text.settings.themes}
        onValue={(theme) => change({ theme })}
      />
      <Choice
        label={text.settings.colors}
        value={value.marketColors}
        names={text.settings.colorChoices}
        onValue={(marketColors) => change({ marketColors })}
      />
      <label className="choice">
        <input
          type="checkbox"
          checked={value.confirmOrders}
          onChange={(event) => change({ confirmOrders: event.target.checked })}
        />
        {text.settings.confirm}
      </label>
      <Choice
        label={text.settings.moved}
        hint={text.settings.movedHint}
        value={value.priceTolerance}
        names={text.settings.movedOf}
        onValue={(priceTolerance) => change({ priceTolerance })}
      />
      <Choice
        label={text.settings.killKeys}
        hint={text.settings.killKeysHint}
        value={value.killShortcut}
        names={text.settings.killKeysOf}
        onValue={(killShortcut) => change({ killShortcut })}
      />
    </>
  )
}

/** One preference with a few named values. */
function Choice<T extends string>({
  label,
  hint = null,
  value,
  names,
  onValue,
}: {
  readonly label: string
  readonly hint?: string | null
  readonly value: T
  readonly names: Readonly<Record<T, string>>
  readonly onValue: (value: T) => void
}) {
  return (
    <Field label={label} hint={hint}>
      {(wiring) => <Select {...wiring} value={value} options={options(names)} onValue={onValue} />}
    </Field>
  )
}

/** Settings in dialogs of their own, and the default workspace. */
function MoreSettings({ onClose }: { readonly onClose: () => void }) {
  const text = useText()
  const { layout } = useMainWindow()
  return (
    <>
      <div className="row-wrap">
        <Button onClick={() => showOverlay(layout, 'profiles')}>{text.profiles.manage}</Button>
        <Button onClick={() => showOverlay(layout, 'lock-settings')}>{text.lock.settings}</Button>
      </div>
      <div>
        <Button
          onClick={() => {
            resetWorkspace(layout)
            onClose()
          }}
        >
          {text.settings.reset}
        </Button>
      </div>
    </>
  )
}
