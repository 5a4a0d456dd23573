import { useEffect, useState } from 'react'
import type { AppInfo } from '../../../shared/domain/app/app-info.js'
import type { Preferences } from '../../../shared/domain/app/preferences.js'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { resetWorkspace, showOverlay } from '../../stores/layout.js'
import { setPreferences } from '../../stores/preferences.js'
import { toast } from '../../stores/toasts.js'
import { text } from '../../text/en.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Field, Select } from '../../ui/field.js'

const options = <T extends string>(
  names: Readonly<Record<T, string>>,
): readonly { value: T; label: string }[] =>
  (Object.keys(names) as T[]).map((value) => ({ value, label: names[value] }))

/** The person's preferences. Each change takes effect at once. */
export function Settings() {
  const mainWindow = useMainWindow()
  const value = useSlice(mainWindow.preferences, (state) => state.value)
  const [info, setInfo] = useState<AppInfo | null>(null)
  useEffect(() => {
    void mainWindow.invoke('app.info', {}).then((reply) => {
      if (reply.ok) setInfo(reply.value)
    })
  }, [mainWindow])
  const close = useClose()
  const change = (part: Partial<Preferences>): void => {
    void setPreferences(mainWindow.preferences, mainWindow.invoke, part).then((saved) => {
      if (!saved) toast(mainWindow.toasts, 'bad', text.settings.notSaved)
    })
  }
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
          <Field label={text.settings.theme}>
            {(wiring) => (
              <Select
                {...wiring}
                value={value.theme}
                options={options(text.settings.themes)}
                onValue={(theme) => change({ theme })}
              />
            )}
          </Field>
          <Field label={text.settings.colors}>
            {(wiring) => (
              <Select
                {...wiring}
                value={value.marketColors}
                options={options(text.settings.colorChoices)}
                onValue={(marketColors) => change({ marketColors })}
              />
            )}
          </Field>
          <label className="choice">
            <input
              type="checkbox"
              checked={value.confirmOrders}
              onChange={(event) => change({ confirmOrders: event.target.checked })}
            />
            {text.settings.confirm}
          </label>
          <Field label={text.settings.moved} hint={text.settings.movedHint}>
            {(wiring) => (
              <Select
                {...wiring}
                value={value.priceTolerance}
                options={options(text.settings.movedOf)}
                onValue={(priceTolerance) => change({ priceTolerance })}
              />
            )}
          </Field>
          <Field label={text.settings.killKeys} hint={text.settings.killKeysHint}>
            {(wiring) => (
              <Select
                {...wiring}
                value={value.killShortcut}
                options={options(text.settings.killKeysOf)}
                onValue={(killShortcut) => change({ killShortcut })}
              />
            )}
          </Field>
          <div className="row-wrap">
            <Button onClick={() => showOverlay(mainWindow.layout, 'profiles')}>
              {text.profiles.manage}
            </Button>
            <Button onClick={() => showOverlay(mainWindow.layout, 'lock-settings')}>
              {text.lock.settings}
            </Button>
          </div>
          <div>
            <Button
              onClick={() => {
                resetWorkspace(mainWindow.layout)
                close()
              }}
            >
              {text.settings.reset}
            </Button>
          </div>
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
