import { lazy, Suspense } from 'react'
import type { ChartDialog } from '../chart-tools.js'
import type { ChartSettingsProps } from '../indicators/chart-settings.js'
import type { ChartViewDialogProps } from './chart-view-dialog.js'
import type { GoToDateProps } from './go-to-date.js'

/** Loaded when they are first opened. */
const ChartSettings = lazy(async () => ({
  default: (await import('../indicators/chart-settings.js')).ChartSettings,
}))
const ChartViewDialog = lazy(async () => ({
  default: (await import('./chart-view-dialog.js')).ChartViewDialog,
}))
const GoToDate = lazy(async () => ({
  default: (await import('./go-to-date.js')).GoToDate,
}))

export interface ChartDialogsProps extends ChartSettingsProps, ChartViewDialogProps, GoToDateProps {
  /** The dialog that is open; null for none. */
  readonly dialog: ChartDialog | null
}

/** The open dialog of a chart. */
export function ChartDialogs({ dialog, ...props }: ChartDialogsProps) {
  return (
    <Suspense fallback={null}>
      {dialog === 'settings' && <ChartSettings {...props} />}
      {dialog === 'view' && <ChartViewDialog {...props} />}
      {dialog === 'date' && <GoToDate {...props} />}
    </Suspense>
  )
}
