import { useDesk, useSlice } from '../../stores/context.js'
import { About } from './about.js'
import { Connect } from './connect.js'
import { Palette } from './palette.js'
import { Resume } from './resume.js'
import { Settings } from './settings.js'
import { ShortcutSheet } from './shortcut-sheet.js'

/** Whatever lies over the desk now. */
export function Overlays() {
  const overlay = useSlice(useDesk().layout, (state) => state.overlay)
  switch (overlay) {
    case 'palette': return <Palette />
    case 'shortcuts': return <ShortcutSheet />
    case 'settings': return <Settings />
    case 'connect': return <Connect />
    case 'about': return <About />
    case 'resume': return <Resume />
    case null: return null
    default: return null
  }
}
