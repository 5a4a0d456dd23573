import { ENVIRONMENT_LABELS, type Environment } from '../../../shared/domain/environment.js'
import type { Halt } from '../../../shared/domain/orders/halt.js'

/** The contents of the tray. */
export interface TrayState {
  readonly environment: Environment | null
  readonly profile: string | null
  /** Pending instructions. */
  readonly waiting: number
  readonly halt: Halt | null
}

export interface TrayItem {
  readonly id: 'open' | 'waiting' | 'stop' | 'halted' | 'quit'
  readonly label: string
  readonly enabled: boolean
}

const formatPendingCount = (count: number): string =>
  count === 0 ? 'Nothing waits' : count === 1 ? '1 instruction waits' : `${count} instructions wait`

/** Describes the orders that are left after a halt. */
export const formatRemainder = ({
  phase,
  working,
  unknown,
}: Pick<Halt, 'phase' | 'working' | 'unknown'>): string =>
  phase === 'clearing'
    ? `stopping, ${working} working, ${unknown} unknown`
    : `${working} working, ${unknown} unknown`

/**
 * Formats the tooltip, "Countersign · Practice · 2 instructions wait": the environment and the
 * pending instructions.
 */
export function trayTooltip({ environment, profile, waiting, halt }: TrayState): string {
  const environmentName = environment === null ? null : ENVIRONMENT_LABELS[environment]
  const parts = [
    'Countersign',
    environmentName,
    profile === environmentName ? null : profile,
    formatPendingCount(waiting),
    halt === null ? null : 'assistants halted',
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

/**
 * Returns the items of the tray's menu, in order. Each is also in the main window, because not
 * every system shows a tray.
 */
export function trayItems({ waiting, halt }: TrayState): readonly TrayItem[] {
  return [
    { id: 'open', label: 'Open Countersign', enabled: true },
    { id: 'waiting', label: formatPendingCount(waiting), enabled: waiting > 0 },
    halt === null
      ? { id: 'stop', label: 'Stop assistants now', enabled: true }
      : { id: 'halted', label: `Assistants are halted: ${formatRemainder(halt)}`, enabled: true },
    { id: 'quit', label: 'Quit', enabled: true },
  ]
}
