import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { DrawingEdit } from '../../../../shared/domain/drawings/drawing.schema.js'
import type { InstrumentKey } from '../../../../shared/domain/instruments/instrument-key.js'
import type { AppError } from '../../../../shared/domain/app/app-error.js'
import { describeError } from '../../../language/error-message.js'
import { useMainWindow } from '../../../stores/context.js'
import { toastError } from '../../../stores/toasts.js'
import { drawingSessionOf, type SessionState } from './drawing-session.js'

export interface DrawingEdits {
  readonly edit: (edit: DrawingEdit) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Returns the drawings of this moment. */
  readonly current: () => SessionState
}

/** Returns the drawings of an instrument while the component is mounted, and how to edit them. */
export function useDrawingSession(key: InstrumentKey): readonly [SessionState, DrawingEdits] {
  const mainWindow = useMainWindow()
  const session = useMemo(() => drawingSessionOf(mainWindow, key), [mainWindow, key])
  useEffect(() => session.open(), [session])
  const state = useSyncExternalStore(
    useCallback((wake: () => void) => session.subscribe(wake), [session]),
    useCallback(() => session.state, [session]),
  )
  const edits = useMemo(() => {
    const onError = (error: AppError): void => {
      toastError(mainWindow.toasts, error, describeError)
    }
    return {
      edit: (edit: DrawingEdit) => session.edit(edit, onError),
      undo: () => session.undo(onError),
      redo: () => session.redo(onError),
      current: () => session.state,
    }
  }, [session, mainWindow])
  return [state, edits]
}
