import { AppWindow, CopyPlus, Link2, PanelLeftClose, X } from 'lucide-react'
import { useText } from '../../language/window-text.js'
import { panelOf } from '../../panels/registry.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { changeDock } from '../../stores/layout.js'
import type { PanelId } from '../../stores/panel-id.js'
import {
  groupOf,
  LINK_GROUPS,
  linkGroupOf,
  linkPanel,
  pinnedGroup,
} from '../../stores/selection.js'
import type { MenuGroup } from '../../ui/menus/menu-groups.js'
import { mayLeave } from '../windows/moved-panels.js'

/** Returns what the menu of a tab offers: its link group, another one, its own window, closing. */
export function useTabMenu(id: PanelId, close: () => void): readonly MenuGroup[] {
  const text = useText().workspaces
  const { selection, layout, windows, windowId } = useMainWindow()
  const group = useSlice(selection, (state) => groupOf(state, id))
  const hasOthers = useSlice(
    windows,
    ({ value }) => (value?.windows.find((own) => own.id === windowId)?.panels.length ?? 1) > 1,
  )
  const panel = panelOf(id)
  const links: MenuGroup =
    panel?.isLinked === undefined
      ? []
      : [...LINK_GROUPS, null].map((link) => {
          const isChosen = linkGroupOf(group) === link
          return {
            id: `link-${link ?? 'none'}`,
            label: text.linkName(link),
            checked: isChosen,
            run: () => linkPanel(selection, id, link ?? pinnedGroup(id)),
          }
        })
  const more: MenuGroup = [
    ...(panel?.isRepeatable === true
      ? [
          {
            id: 'another',
            label: text.another,
            icon: CopyPlus,
            run: () => changeDock(layout, { kind: 'another', panel: id }),
          },
        ]
      : []),
    ...(windowId === null
      ? []
      : [
          {
            id: 'return',
            label: text.returnPanel,
            icon: PanelLeftClose,
            run: () => changeDock(layout, { kind: 'return', panel: id }),
          },
        ]),
    ...(mayLeave(id) && (windowId === null || hasOthers)
      ? [
          {
            id: 'own-window',
            label: text.ownWindow,
            icon: AppWindow,
            run: () => changeDock(layout, { kind: 'own-window', panel: id }),
          },
        ]
      : []),
  ]
  const link: MenuGroup =
    links.length === 0
      ? []
      : [
          {
            id: 'link',
            label: text.linkMenu,
            icon: Link2,
            items: [links],
            run: () => undefined,
          },
        ]
  return [link, more, [{ id: 'close', label: text.closePanel, icon: X, run: close }]]
}
