import { useEffect, useState } from 'react'
import type { DrawingsView } from '../../../../shared/domain/drawings/drawings-view.js'
import type { InstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import { bodyOf } from '../../../bridge/stream.js'
import { useMainWindow } from '../../../stores/context.js'

/** Returns the drawings of an instrument as they change; null until they are received. */
export function useDrawings(key: InstrumentKey | null): DrawingsView | null {
  const { openStream } = useMainWindow()
  const [view, setView] = useState<DrawingsView | null>(null)
  useEffect(() => {
    setView(null)
    if (key === null) return undefined
    return openStream([{ kind: 'drawings', key }], (frame, topic) => {
      const received = topic.kind === 'drawings' ? bodyOf(frame, topic) : null
      if (received !== null) setView(received)
    })
  }, [openStream, key])
  return view
}
