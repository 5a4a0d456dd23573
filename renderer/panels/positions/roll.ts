import type { Position } from '../../../shared/domain/account/account.js'
import { abs, decimalText, eq, isNegative } from '../../../shared/domain/decimal.js'
import { parseOcc } from '../../../shared/domain/instruments/option.js'
import type { OptionChain } from '../../../shared/domain/instruments/option-chain.js'
import { positionInstrument } from '../../format/instrument-name.js'
import { ticketInstrument } from '../../format/ticket-symbol.js'
import { openPanel } from '../../stores/layout.js'
import type { MainWindow } from '../../stores/main-window.js'
import { strategyBuilderOf, type BuilderLeg } from '../../stores/submit/strategy.js'
import type { Symbol } from '../../../shared/domain/ids.js'

/**
 * Returns the legs that move a position in one option to the next expiry with the same strike: one
 * closes it, the other opens it again. Null where the chain has no such contract.
 */
export function rollLegs(
  { underlying, expiries }: OptionChain,
  heldSymbol: Symbol,
  isShort: boolean,
): readonly BuilderLeg[] | null {
  const occ = parseOcc(heldSymbol)
  if (occ === null) return null
  const later = expiries
    .filter(({ expiration, root }) => expiration > occ.expiration && root === occ.root)
    .flatMap(({ rows }) => rows.find(({ strike }) => eq(strike, occ.strike))?.[occ.type] ?? [])
  const [next] = later
  if (next === undefined) return null
  return [
    { symbol: heldSymbol, underlying, side: isShort ? 'buy' : 'sell', ratio: 1 },
    { symbol: next, underlying, side: isShort ? 'sell' : 'buy', ratio: 1 },
  ]
}

/** True for a position in one option, which can be rolled. */
export const isRollable = (position: Position): boolean =>
  position.assetClass === 'option' && ticketInstrument(positionInstrument(position)) !== null

/** Prepares the roll of a position in the strategy builder; returns false where it has none. */
export async function prepareRoll(mainWindow: MainWindow, position: Position): Promise<boolean> {
  const held = ticketInstrument(positionInstrument(position))?.symbol
  if (held === undefined) return false
  const reply = await mainWindow.invoke('options.chain', { symbol: held })
  const legs = reply.ok ? rollLegs(reply.value, held, isNegative(position.quantity)) : null
  if (legs === null) return false
  strategyBuilderOf(mainWindow).set(legs, decimalText(abs(position.quantity)))
  openPanel(mainWindow.layout, 'strategy')
  return true
}
