import { ENVIRONMENT_LABELS, type Environment } from '../../../shared/domain/environment.js'
import type { Halt } from '../../../shared/domain/orders/halt.js'
import type { MessageFormatter } from '../../../shared/messages/format-message.js'
import { message } from '../../../shared/messages/make-message.js'
import type { Message } from '../../../shared/messages/message.js'

/** The contents of the tray. */
export interface TrayState {
  readonly environment: Environment | null
  readonly profile: string | null
  /** Pending instructions. */
  readonly waiting: number
  readonly halt: Halt | null
  /** True while an assistant is paired. */
  readonly paired: boolean
  /** Whether trading is halted; null without a session. */
  readonly tradingHalted: boolean | null
}

export interface TrayItem {
  readonly id: 'open' | 'waiting' | 'stop' | 'halted' | 'halt-trading' | 'quit'
  readonly label: string
  readonly enabled: boolean
}

const pendingInstructions = (count: number): Message =>
  count === 0
    ? message('system.noPendingInstructions')
    : message('system.pendingInstructions', { count })

/** Describes the orders that are left after a halt. */
export function ordersLeft({
  phase,
  working,
  unknown,
  atLeast,
}: Pick<Halt, 'phase' | 'working' | 'unknown' | 'atLeast'>): Message {
  if (phase === 'untouched') return message('system.ordersUntouched')
  const counts = { working, unknown }
  const isChecking = phase !== 'clear' && working + unknown === 0
  const orders = isChecking
    ? message('system.checkingOrders')
    : atLeast === true
      ? message('system.ordersLeftAtLeast', counts)
      : message('system.ordersLeft', counts)
  return phase === 'clearing' ? message('system.stopping', { orders }) : orders
}

/**
 * Formats the tooltip, "Countersign · Practice · 2 pending instructions": the environment and the
 * pending instructions.
 */
export function trayTooltip(
  { environment, profile, waiting, halt, paired, tradingHalted }: TrayState,
  write: MessageFormatter,
): string {
  const environmentName = environment === null ? null : ENVIRONMENT_LABELS[environment]
  const parts = [
    'Countersign',
    environmentName,
    profile === environmentName ? null : profile,
    waiting === 0 && !paired ? null : write(pendingInstructions(waiting)),
    tradingHalted === true ? write(message('system.tradingHaltedShort')) : null,
    halt === null ? null : write(message('system.assistantsHaltedShort')),
  ]
  return parts.filter((part) => part !== null).join(' · ')
}

/**
 * Returns the items of the tray's menu, in order. Each is also in the main window, because not
 * every system shows a tray.
 */
export function trayItems(
  { waiting, halt, paired, tradingHalted }: TrayState,
  write: MessageFormatter,
): readonly TrayItem[] {
  const haltItem: Pick<TrayItem, 'id' | 'label'> =
    halt === null
      ? { id: 'stop', label: write(message('system.haltAssistants')) }
      : {
          id: 'halted',
          label: write(message('system.assistantsHaltedWith', { orders: ordersLeft(halt) })),
        }
  return [
    { id: 'open', label: write(message('system.openCountersign')), enabled: true },
    { id: 'waiting', label: write(pendingInstructions(waiting)), enabled: waiting > 0 },
    ...(paired || halt !== null ? [{ ...haltItem, enabled: true }] : []),
    {
      id: 'halt-trading',
      label: write(
        message(tradingHalted === true ? 'system.tradingIsHalted' : 'system.haltTrading'),
      ),
      enabled: tradingHalted === false,
    },
    { id: 'quit', label: write(message('system.quit')), enabled: true },
  ]
}
