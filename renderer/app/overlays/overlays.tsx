import { useDesk, useSlice } from '../../stores/context.js'
import { showOverlay } from '../../stores/layout.js'
import { lazy, Suspense } from 'react'
import { About } from './about.js'
import { Palette } from './palette.js'
import { Resume } from './resume.js'
import { Settings } from './settings.js'
import { ShortcutSheet } from './shortcut-sheet.js'

// Not needed for the first paint, nor by most sessions.
const Profiles = lazy(async () => ({ default: (await import('../profiles/profiles.js')).Profiles }))
const LockSettings = lazy(async () => ({ default: (await import('../lock/lock-settings.js')).LockSettings }))
const Kill = lazy(async () => ({ default: (await import('./kill.js')).Kill }))
const StepUp = lazy(async () => ({ default: (await import('../lock/step-up.js')).StepUp }))
const Arm = lazy(async () => ({ default: (await import('../profiles/arm.js')).Arm }))

/** Whatever lies over the desk now. */
export function Overlays() {
  const { layout } = useDesk()
  const overlay = useSlice(layout, (state) => state.overlay)
  const close = (): void => showOverlay(layout, null)
  switch (overlay) {
    case 'palette': return <Palette />
    case 'shortcuts': return <ShortcutSheet />
    case 'settings': return <Settings />
    case 'profiles': return <Suspense fallback={null}><Profiles /></Suspense>
    case 'lock-settings': return <Suspense fallback={null}><LockSettings /></Suspense>
    case 'arm': return <Suspense fallback={null}><Arm /></Suspense>
    case 'about': return <About />
    case 'resume': return <Resume />
    case 'kill': return <Suspense fallback={null}><Kill /></Suspense>
    case 'step-up': return <Suspense fallback={null}><StepUp onClose={close} onProven={close} /></Suspense>
    case null: return null
    default: return null
  }
}
