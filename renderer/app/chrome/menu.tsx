import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import { Button } from '../../ui/button.js'
import { useMenu } from '../../ui/menus/use-menu.js'
import { chordOfCommand, useBindings } from '../commands/bindings.js'
import type { AppCommand } from '../commands/command.js'
import { Keys } from '../commands/key-caps.js'
import { isOffered } from '../commands/offered.js'

/** A menu of commands under a button. */
export function Menu({
  label,
  groups,
}: {
  readonly label: string
  readonly groups: readonly (readonly AppCommand[])[]
}) {
  const menu = useMenu(true)
  return (
    <div ref={menu.box} className="anchor" onKeyDown={menu.onKeyDown}>
      <Button
        variant="quiet"
        aria-haspopup="menu"
        aria-expanded={menu.open}
        aria-controls={menu.open ? menu.id : undefined}
        onClick={menu.toggle}
      >
        {label}
      </Button>
      {menu.open && (
        <div id={menu.id} className="menu" role="menu" aria-label={label}>
          {groups.map((group, index) => (
            <div key={group[0]?.id ?? index} role="group">
              {index > 0 && <div className="menu-rule" role="separator" />}
              <Commands commands={group} onRun={menu.close} />
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** The commands of one group that are available now. */
function Commands({
  commands,
  onRun,
}: {
  readonly commands: readonly AppCommand[]
  readonly onRun: () => void
}) {
  const text = useText()
  const mainWindow = useMainWindow()
  const bindings = useBindings()
  return commands
    .filter((command) => isOffered(command, mainWindow))
    .map((command) => ({ command, chord: chordOfCommand(command, bindings) }))
    .map(({ command, chord }) => (
      <button
        key={command.id}
        type="button"
        role="menuitem"
        tabIndex={-1}
        className="menu-item"
        onClick={() => {
          onRun()
          command.run(mainWindow)
        }}
      >
        <command.icon size={13} aria-hidden />
        <span>{command.title(text, mainWindow)}</span>
        {chord !== null && <Keys chord={chord} />}
      </button>
    ))
}
