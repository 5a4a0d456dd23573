import { useText } from '../../language/window-text.js'
import { useMainWindow } from '../../stores/context.js'
import { MenuButton } from '../../ui/menus/menu-button.js'
import type { MenuItem } from '../../ui/menus/menu-groups.js'
import { chordOfCommand, useBindings } from '../commands/bindings.js'
import type { AppCommand } from '../commands/command.js'
import { Keys } from '../commands/key-caps.js'
import { isOffered } from '../commands/offered.js'

/** A menu of commands under a button: those that are available when it opens. */
export function Menu({
  label,
  groups,
}: {
  readonly label: string
  readonly groups: readonly (readonly AppCommand[])[]
}) {
  const text = useText()
  const mainWindow = useMainWindow()
  const bindings = useBindings()
  const itemOf = (command: AppCommand): MenuItem => {
    const chord = chordOfCommand(command, bindings)
    return {
      id: command.id,
      label: command.title(text, mainWindow),
      icon: command.icon,
      ...(command.checked === undefined ? {} : { checked: command.checked }),
      ...(chord === null ? {} : { keys: <Keys chord={chord} /> }),
      run: () => command.run(mainWindow),
    }
  }
  return (
    <MenuButton
      className="button quiet normal"
      label={label}
      groups={() =>
        groups.map((group) => group.filter((command) => isOffered(command, mainWindow)).map(itemOf))
      }
    >
      {label}
    </MenuButton>
  )
}
