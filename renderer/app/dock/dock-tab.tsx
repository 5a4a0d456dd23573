import { X } from 'lucide-react'
import type { IDockviewPanelHeaderProps } from 'dockview-react'
import { useLanguage } from '../../language/language.js'
import { panelOf } from '../../panels/registry.js'

/**
 * A tab: icon, title, and a close button for the mouse. The keyboard closes the active panel by a
 * command.
 */
export function DockTab({ api }: IDockviewPanelHeaderProps) {
  const language = useLanguage()
  const panel = panelOf(api.component)
  const Icon = panel?.icon
  return (
    <div
      className="dock-tab"
      onAuxClick={(event) => {
        if (event.button === 1) api.close()
      }}
    >
      {Icon !== undefined && <Icon size={13} aria-hidden />}
      <span>{panel?.title[language] ?? api.title}</span>
      <span
        className="dock-tab-close"
        aria-hidden
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => api.close()}
      >
        <X size={11} />
      </span>
    </div>
  )
}
