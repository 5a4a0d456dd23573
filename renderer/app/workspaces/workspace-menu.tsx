import { useText } from '../../language/window-text.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { changeDock } from '../../stores/layout.js'
import { Menu } from '../chrome/menu.js'
import type { AppCommand } from '../commands/command.js'
import { Layers } from 'lucide-react'

const NONE = [] as const

/** The menu of the workspaces: the saved ones, then the commands about them. */
export function WorkspaceMenu({ groups }: { readonly groups: readonly (readonly AppCommand[])[] }) {
  const text = useText().workspaces
  const { windows, workspace } = useMainWindow()
  const all = useSlice(windows, ({ value }) => value?.workspaces ?? NONE)
  const current = useSlice(workspace, ({ id }) => id)
  const saved = all.map(
    ({ id, name }): AppCommand => ({
      id: `workspace:${id}`,
      title: () => name,
      icon: Layers,
      checked: id === current,
      group: 'general',
      chord: null,
      run: ({ layout }) => {
        if (id !== current) changeDock(layout, { kind: 'workspace', id })
      },
    }),
  )
  return <Menu label={text.menu} groups={[saved, ...groups]} />
}
