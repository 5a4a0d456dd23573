import { X } from 'lucide-react'
import type { IDockviewPanelHeaderProps } from 'dockview-react'
import { useEffect, useRef } from 'react'
import { useLanguage } from '../../language/language.js'
import { useText } from '../../language/window-text.js'
import { panelOf } from '../../panels/registry.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { clearBadge } from '../../stores/layout.js'

/**
 * A tab: icon, title, the number of news, and a close button for the mouse. The keyboard closes the
 * active panel by a command.
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
      {panel !== undefined && <Badge panel={panel.id} title={panel.title[language]} api={api} />}
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

/** The number of news in a panel, until it is visible. */
function Badge({
  panel,
  title,
  api,
}: {
  readonly panel: string
  readonly title: string
  readonly api: IDockviewPanelHeaderProps['api']
}) {
  const text = useText().dock
  const { layout } = useMainWindow()
  const count = useSlice(layout, ({ badges }) => badges[panel] ?? 0)
  const badge = useRef<HTMLSpanElement>(null)
  // The tab's own label does not contain the badge, so screen readers would not read it.
  useEffect(() => {
    const tab = badge.current?.closest('[role="tab"]')
    if (tab == null) return undefined
    tab.setAttribute('aria-label', `${title} ${count}, ${text.news(count)}`)
    return () => tab.setAttribute('aria-label', title)
  }, [title, count, text])
  useEffect(() => {
    const clearIfVisible = (): void => {
      if (api.isVisible) clearBadge(layout, panel)
    }
    clearIfVisible()
    const visibility = api.onDidVisibilityChange(clearIfVisible)
    return () => visibility.dispose()
  }, [api, layout, panel, count])
  if (count === 0) return null
  return (
    <>
      {' '}
      <span className="dock-badge" ref={badge} title={text.news(count)}>
        {count}
      </span>
    </>
  )
}
