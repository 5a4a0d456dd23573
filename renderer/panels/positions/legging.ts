import type { Position } from '../../../shared/domain/account/account.js'
import { singleLegPositions } from '../../../shared/domain/account/single-leg-positions.js'
import { abs, decimalText, isNegative, isZero } from '../../../shared/domain/decimal.js'
import type { AccountId } from '../../../shared/domain/ids.js'
import { positionInstrument } from '../../format/instrument-name.js'
import { ticketInstrument } from '../../format/ticket-symbol.js'
import { openPanel } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { prefillTicket, type TicketPrefill } from '../../stores/selection.js'
import { heldLeg } from '../../stores/submit/held-leg.js'
import { strategyBuilderOf } from '../../stores/submit/strategy.js'

/** True for a position that may become a strategy by one more leg. */
export const mayLegIn = (position: Position): boolean => heldLeg(position) !== null

/** Runs an act once the account is the selected one: ticket and builder trade with that. */
async function inAccount(
  { session, invoke }: Pick<MainWindow, 'session' | 'invoke'>,
  accountId: AccountId,
  act: () => void,
): Promise<void> {
  const isSelected = session.getState().value?.selectedAccount === accountId
  if (isSelected || (await invoke('session.select-account', { accountId })).ok) act()
}

/** Puts a position into the strategy builder as the leg that is held already. */
export const prepareLegIn = (mainWindow: MainWindow, position: Position): Promise<void> =>
  inAccount(mainWindow, position.accountId, () => {
    const held = heldLeg(position)
    if (held === null) return
    strategyBuilderOf(mainWindow).set([held.leg], decimalText(held.units))
    openPanel(mainWindow.layout, 'strategy')
  })

/** One leg of a strategy, and the order that removes it from the position. */
export interface LegOut {
  readonly leg: Position
  readonly order: Omit<TicketPrefill, 'nonce'>
}

/**
 * Returns the legs of options that orders remove from a position. Shares are none: the broker takes
 * legging with option orders only.
 */
export const legsOut = (position: Position): readonly LegOut[] =>
  position.assetClass === 'option'
    ? (singleLegPositions(position) ?? []).flatMap((leg) => {
        const instrument = ticketInstrument(positionInstrument(leg))
        if (instrument === null || isZero(leg.quantity)) return []
        const order = {
          ...instrument,
          side: isNegative(leg.quantity) ? ('buy' as const) : ('sell' as const),
          type: 'limit' as const,
          quantity: abs(leg.quantity),
          closing: true,
          legOut: position.positionId,
        }
        return [{ leg, order }]
      })
    : []

/** Puts the order that removes a leg into the ticket. */
export const prepareLegOut = (mainWindow: MainWindow, { leg, order }: LegOut): Promise<void> =>
  inAccount(mainWindow, leg.accountId, () => {
    prefillTicket(mainWindow.selection, order)
    openPanel(mainWindow.layout, 'ticket')
  })
