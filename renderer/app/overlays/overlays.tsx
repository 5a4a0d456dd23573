import { useDesk, useSlice } from '../../stores/context.js'
import { lazy, Suspense } from 'react'
import { About } from './about.js'
import { Palette } from './palette.js'
import { Resume } from './resume.js'
import { Settings } from './settings.js'
import { ShortcutSheet } from './shortcut-sheet.js'

// Not needed for the first paint, nor by most sessions.
const Profiles = lazy(async () => ({ default: (await import('../profiles/profiles.js')).Profiles }))
const LockSettings = lazy(async () => ({ default: (await import('../lock/lock-settings.js')).LockSettings }))
const Arm = lazy(async () => ({ default: (await import('../profiles/arm.js')).Arm }))

/** Whatever lies over the desk now. */
export function Overlays() {
  const overlay = useSlice(useDesk().layout, (state) => state.overlay)
  switch (overlay) {
    case 'palette': return <Palette />
    case 'shortcuts': return <ShortcutSheet />
    case 'settings': return <Settings />
    case 'profiles': return <Suspense fallback={null}><Profiles /></Suspense>
    case 'lock-settings': return <Suspense fallback={null}><LockSettings /></Suspense>
    case 'arm': return <Suspense fallback={null}><Arm /></Suspense>
    case 'about': return <About />
    case 'resume': return <Resume />
    case null: return null
    default: return null
  }
}
