import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { useClose, useMainWindow, useSlice } from '../../stores/context.js'
import { showOverlay, type Overlay } from '../../stores/layout.js'
import { LateBoundary } from '../../ui/late/late-boundary.js'
import { About } from './about.js'
import { MainWindowOnly } from './main-window-only.js'
import { Palette } from './palette.js'
import { ResetWorkspace } from './reset-workspace.js'
import { Resume } from './resume.js'
import { Settings } from './settings.js'

// Loaded on demand: not needed for the first paint, nor by most sessions.
const Profiles = lazy(async () => ({ default: (await import('../profiles/profiles.js')).Profiles }))
const ConnectGuide = lazy(async () => ({
  default: (await import('../connect/connect-guide.js')).ConnectGuide,
}))
const KeyboardPage = lazy(async () => ({
  default: (await import('./keyboard/keyboard-page.js')).KeyboardPage,
}))
const LockSettings = lazy(async () => ({
  default: (await import('../lock/lock-settings.js')).LockSettings,
}))
const LimitsSettings = lazy(async () => ({
  default: (await import('../limits/limits-settings.js')).LimitsSettings,
}))
const ResetData = lazy(async () => ({ default: (await import('./reset-data.js')).ResetData }))
const Updates = lazy(async () => ({ default: (await import('../updates/updates.js')).Updates }))
const Kill = lazy(async () => ({ default: (await import('./kill.js')).Kill }))
const ClosePositions = lazy(async () => ({
  default: (await import('./close-positions.js')).ClosePositions,
}))
const ReplayBars = lazy(async () => ({ default: (await import('./replay-bars.js')).ReplayBars }))
const Workspaces = lazy(async () => ({
  default: (await import('../workspaces/workspaces.js')).Workspaces,
}))
const StepUp = lazy(async () => ({ default: (await import('../lock/step-up.js')).StepUp }))
const Arm = lazy(async () => ({ default: (await import('../profiles/arm.js')).Arm }))

/** The overlays of a window with panels; the others need operations of the main window. */
const PANEL_WINDOW_OVERLAYS: readonly Overlay[] = [
  'palette',
  'shortcuts',
  'kill',
  'close-positions',
]

/** The overlay that is open now; most are loaded when they are first opened. */
export function Overlays() {
  const { layout, windowId } = useMainWindow()
  const overlay = useSlice(layout, (state) => state.overlay)
  useShowHalt()
  const close = useClose()
  if (overlay === null) return null
  if (windowId !== null && !PANEL_WINDOW_OVERLAYS.includes(overlay)) {
    return <MainWindowOnly onClose={close} />
  }
  return (
    <LateBoundary key={overlay} part={overlay} onFailed={close}>
      <Suspense fallback={null}>
        <OpenOverlay overlay={overlay} onClose={close} />
      </Suspense>
    </LateBoundary>
  )
}

function OpenOverlay({
  overlay,
  onClose,
}: {
  readonly overlay: Overlay
  readonly onClose: () => void
}) {
  switch (overlay) {
    case 'palette':
      return <Palette />
    case 'shortcuts':
      return <KeyboardPage />
    case 'settings':
      return <Settings />
    case 'profiles':
      return <Profiles />
    case 'connect':
      return <ConnectGuide />
    case 'lock-settings':
      return <LockSettings />
    case 'order-limits':
      return <LimitsSettings />
    case 'updates':
      return <Updates />
    case 'arm':
      return <Arm />
    case 'about':
      return <About />
    case 'reset-data':
      return <ResetData />
    case 'resume':
      return <Resume />
    case 'close-positions':
      return <ClosePositions />
    case 'replay-bars':
      return <ReplayBars />
    case 'reset-workspace':
      return <ResetWorkspace />
    case 'workspaces':
      return <Workspaces />
    case 'kill':
      return <Kill />
    case 'step-up':
      return <StepUp onClose={onClose} onProven={onClose} />
    default:
      return null
  }
}

/**
 * Opens the kill overlay when a halt starts elsewhere (tray, keyboard). A halt that was active at
 * startup is shown in the status bar only.
 */
function useShowHalt(): void {
  const { assistants, layout } = useMainWindow()
  const received = useSlice(assistants, (state) => state.value !== null)
  const haltedAt = useSlice(assistants, (state) => state.value?.halt?.haltedAt ?? null)
  const before = useRef<number | null | undefined>(undefined)
  // Runs before the halt is painted elsewhere, so that a key pressed in response does not reach an
  // open overlay.
  useLayoutEffect(() => {
    if (!received) return
    if (before.current !== undefined && haltedAt !== null && haltedAt !== before.current) {
      showOverlay(layout, 'kill')
    }
    before.current = haltedAt
  }, [received, haltedAt, layout])
}
