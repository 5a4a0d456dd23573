import { useClose } from '../../stores/context.js'
import { useText } from '../../language/window-text.js'
import { Dialog } from '../../ui/dialog.js'
import { COMMANDS } from '../commands/commands.js'
import { Keys } from '../commands/key-caps.js'

/** Lists every shortcut on one page. */
export function ShortcutSheet() {
  const text = useText()
  const close = useClose()
  return (
    <Dialog title={text.shortcuts.title} onClose={close} wide>
      <div className="sheet" role="group" aria-label={text.shortcuts.title} tabIndex={0}>
        {(['general', 'panels'] as const).map((group) => (
          <section key={group}>
            <h3>{text.shortcuts.groups[group]}</h3>
            <ul>
              {COMMANDS.filter((command) => command.group === group && command.chord !== null).map(
                (command) => (
                  <li key={command.id}>
                    <span>{command.title(text)}</span>
                    {command.chord !== null && <Keys chord={command.chord} />}
                  </li>
                ),
              )}
            </ul>
          </section>
        ))}
        <section>
          <h3>{text.shortcuts.groups.tables}</h3>
          <ul>
            {text.shortcuts.tables.map(([keys, action]) => (
              <li key={keys}>
                <span>{action}</span>
                <span className="keys">
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
        <p className="dim">{text.shortcuts.note}</p>
      </div>
    </Dialog>
  )
}
