import {
  DockviewReact,
  type DockviewApi,
  type DockviewReadyEvent,
  type DockviewTheme,
  type IDockviewPanelProps,
} from 'dockview-react'
import {
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FunctionComponent,
} from 'react'
import { panelOf, PANELS } from '../../panels/registry.js'
import { useDesk } from '../../stores/context.js'
import type { Desk } from '../../stores/desk.js'
import { Skeleton } from '../../ui/states.js'
import { addPanel, defaultShape, openDefault } from '../workspace/default-layout.js'
import { keepRoom } from '../workspace/keep-room.js'
import { keepWorkspace, restoreWorkspace } from '../workspace/keep.js'
import { PanelBoundary } from './panel-boundary.js'
import { DockTab } from './dock-tab.js'
import { DockEmpty } from './dock-empty.js'

const THEME: DockviewTheme = {
  name: 'desk',
  className: 'dock-theme',
  gap: 1,
  dndTabIndicator: 'line',
}

const components: Record<string, FunctionComponent<IDockviewPanelProps>> = Object.fromEntries(
  PANELS.map((panel) => {
    const Content = panel.component
    const Hosted = () => (
      <div className="dock-panel" data-panel={panel.id}>
        <PanelBoundary where={panel.id}>
          <Suspense fallback={<Skeleton />}>
            <Content />
          </Suspense>
        </PanelBoundary>
      </div>
    )
    return [panel.id, Hosted]
  }),
)

/** The docked panels: restored from the saved workspace, or the default one. */
export function Dock() {
  const desk = useDesk()
  const [api, setApi] = useState<DockviewApi | null>(null)
  const place = useRef<HTMLDivElement>(null)
  /**
   * The groups that the default workspace was opened with; null where it is the person's own, or
   * they have pressed anything in it since.
   */
  const fresh = useRef<string | null>(null)
  const openFresh = useCallback((of: DockviewApi) => {
    openDefault(of)
    fresh.current = defaultShape(of)
  }, [])
  // A window takes its size while it opens: what was chosen for one that was small for a moment is
  // chosen anew.
  const sized = useCallback(
    (of: DockviewApi) => {
      if (fresh.current !== null && fresh.current !== defaultShape(of)) openFresh(of)
    },
    [openFresh],
  )
  const touched = useCallback(() => {
    fresh.current = null
  }, [])
  const onReady = useCallback(
    (event: DockviewReadyEvent) => {
      if (!restoreWorkspace(event.api, desk)) openFresh(event.api)
      setApi(event.api)
    },
    [desk, openFresh],
  )
  useEffect(() => (api === null ? undefined : keepWorkspace(api, desk)), [api, desk])
  useLayoutEffect(
    () => (api === null ? undefined : obey(api, desk, openFresh)),
    [api, desk, openFresh],
  )
  useLayoutEffect(
    () =>
      api === null || place.current === null
        ? undefined
        : keepRoom(api, place.current, () => sized(api)),
    [api, sized],
  )
  return (
    <div className="dock" onPointerDownCapture={touched} onKeyDownCapture={touched}>
      <DockviewReact
        ref={place}
        className="dock"
        theme={THEME}
        components={components}
        defaultTabComponent={DockTab}
        watermarkComponent={DockEmpty}
        onReady={onReady}
        floatingGroupBounds="boundedWithinViewport"
      />
    </div>
  )
}

/**
 * Does what panels and commands ask of the dock through the layout store; a panel that was asked
 * for before the dock was there comes at once.
 */
function obey(api: DockviewApi, desk: Desk, openFresh: (api: DockviewApi) => void) {
  const turn = (): void => {
    const { focus } = desk.layout.getState()
    if (focus === null) return
    desk.layout.setState({ focus: null })
    const panel = panelOf(focus)
    if (panel === undefined) return
    if (api.getPanel(panel.id) === undefined) addPanel(api, panel)
    api.getPanel(panel.id)?.api.setActive()
  }
  turn()
  return desk.layout.subscribe((state, before) => {
    if (state.resetNonce !== before.resetNonce) openFresh(api)
    if (state.closeNonce !== before.closeNonce) api.activePanel?.api.close()
    turn()
  })
}
