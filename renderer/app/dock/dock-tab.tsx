import { X, Pin } from 'lucide-react'
import type { IDockviewPanelHeaderProps } from 'dockview-react'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useText } from '../../language/window-text.js'
import { panelOf, panelTitle } from '../../panels/registry.js'
import { useMainWindow, useSlice } from '../../stores/context.js'
import { clearBadge } from '../../stores/layout.js'
import { panelKind } from '../../stores/panel-id.js'
import {
  groupOf,
  isOneGroup,
  linkGroupOf,
  LINK_GROUPS,
  type LinkGroup,
} from '../../stores/selection.js'
import { ContextMenu, type Point } from '../../ui/menus/context-menu.js'
import { useTabMenu } from './tab-menu.js'
import { explain, fullText } from '../../ui/hints/hint.js'

/**
 * A tab: icon, title, link group, the number of news, and a close button for the mouse. Its menu
 * opens with the right button, with the menu key, and by a command.
 */
export function DockTab({ api }: IDockviewPanelHeaderProps) {
  const text = useText()
  const panel = panelOf(api.id)
  const Icon = panel?.icon
  const title = panelTitle(api.id, text)
  const box = useRef<HTMLDivElement>(null)
  const menu = useMenuPlace(api.id, box)
  useTabInView(api, box)
  return (
    <div
      ref={box}
      className="dock-tab"
      onContextMenu={(event) => {
        event.preventDefault()
        menu.open({ x: event.clientX, y: event.clientY })
      }}
      onAuxClick={(event) => {
        if (event.button === 1) api.close()
      }}
    >
      {Icon !== undefined && <Icon size={13} aria-hidden />}
      {panel?.isLinked === true && <TabLink id={api.id} box={box} onOpen={menu.openBelow} />}
      <span>{title}</span>
      {panel !== undefined && <Badge panel={panelKind(api.id)} title={title} api={api} />}
      <span
        className="dock-tab-close"
        aria-hidden
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => api.close()}
      >
        <X size={11} />
      </span>
      {menu.place !== null && <TabMenu api={api} place={menu.place} onClose={menu.close} />}
    </div>
  )
}

function TabMenu({
  api,
  place,
  onClose,
}: {
  readonly api: IDockviewPanelHeaderProps['api']
  readonly place: Point
  readonly onClose: () => void
}) {
  const text = useText()
  const groups = useTabMenu(api.id, () => api.close())
  const label = text.workspaces.panelMenu(panelTitle(api.id, text))
  return <ContextMenu label={label} place={place} groups={groups} onClose={onClose} />
}

/** Returns where the menu of a tab is open, and opens it by mouse, key and command. */
function useMenuPlace(id: string, box: RefObject<HTMLElement | null>) {
  const { layout } = useMainWindow()
  const [place, setPlace] = useState<Point | null>(null)
  const isRequested = useSlice(layout, ({ tabMenu }) => tabMenu === id)
  const openBelow = useRef(() => {
    const rect = box.current?.getBoundingClientRect()
    if (rect !== undefined) setPlace({ x: rect.left, y: rect.bottom })
  }).current
  useEffect(() => {
    if (!isRequested) return
    layout.setState({ tabMenu: null })
    openBelow()
  }, [isRequested, layout, openBelow])
  useLayoutEffect(() => {
    const tab = box.current?.closest<HTMLElement>('[role="tab"]')
    if (tab == null) return undefined
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
      event.preventDefault()
      openBelow()
    }
    tab.addEventListener('keydown', onKey)
    return () => tab.removeEventListener('keydown', onKey)
  }, [box, openBelow])
  return { place, open: setPlace, openBelow, close: () => setPlace(null) }
}

/** The link group of the tab's panel: a color and a number, and its name for a screen reader. */
function TabLink({
  id,
  box,
  onOpen,
}: {
  readonly id: string
  readonly box: RefObject<HTMLElement | null>
  readonly onOpen: () => void
}) {
  const text = useText().workspaces
  const { selection } = useMainWindow()
  const group = useSlice(selection, (state) => groupOf(state, id))
  // While every panel follows the same symbol, a color on each tab would say nothing.
  const isQuiet = useSlice(selection, isOneGroup)
  const name = text.linkName(linkGroupOf(group))
  useEffect(() => {
    const tab = box.current?.closest('[role="tab"]')
    if (tab == null) return undefined
    tab.setAttribute('aria-description', name)
    return () => tab.removeAttribute('aria-description')
  }, [box, name])
  return (
    <span
      className={`dock-tab-link ${isQuiet ? 'quiet' : ''}`}
      aria-hidden
      {...fullText(name)}
      onClick={onOpen}
    >
      <LinkChip group={linkGroupOf(group)} />
    </span>
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
      <span className="dock-badge" ref={badge} {...explain(text.news(count))}>
        {count}
      </span>
    </>
  )
}

/** A link group as a color with its number; a pin for a panel that follows none. */
function LinkChip({ group }: { readonly group: LinkGroup | null }) {
  return group === null ? (
    <span className="link-chip" data-link="none">
      <Pin size={9} aria-hidden />
    </span>
  ) : (
    <span
      className="link-chip tnum"
      data-link={group}
      data-number={LINK_GROUPS.indexOf(group) + 1}
    />
  )
}

/**
 * Keeps the tab of the panel in front inside its strip. The dock scrolls to it before the tab has
 * its contents, so that a tab just opened stayed outside: a panel without a title. Its width also
 * changes with its number of news, and the strip's with the window.
 */
function useTabInView(
  api: IDockviewPanelHeaderProps['api'],
  box: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const tab = box.current?.closest<HTMLElement>('[role="tab"]')
    const strip = tab?.parentElement
    if (tab == null || strip == null) return undefined
    const show = (): void => {
      if (api.isVisible) scrollInto(strip, tab)
    }
    const sizes = new ResizeObserver(show)
    sizes.observe(tab)
    sizes.observe(strip)
    const visibility = api.onDidVisibilityChange(show)
    return () => {
      sizes.disconnect()
      visibility.dispose()
    }
  }, [api, box])
}

/** Scrolls the strip only, as far as needed; a tab wider than its strip shows its beginning. */
function scrollInto(strip: HTMLElement, tab: HTMLElement): void {
  const place = strip.getBoundingClientRect()
  const own = tab.getBoundingClientRect()
  if (own.right > place.right) strip.scrollLeft += own.right - place.right
  const after = tab.getBoundingClientRect()
  if (after.left < place.left) strip.scrollLeft -= place.left - after.left
}
