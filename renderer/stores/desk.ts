import type { Position } from '../../shared/domain/account.js'
import type { Disposer } from '../../shared/domain/brand.js'
import type { ClientOrderId } from '../../shared/domain/ids.js'
import type { InstructionId } from '../../shared/domain/instruction.js'
import type { Fill, Order } from '../../shared/domain/order.js'
import type { InstructionRow } from '../../shared/ipc/instructions.js'
import type { Invoke } from '../bridge/client.js'
import type { OpenStream } from '../bridge/stream.js'
import { createAskingStore, forgetWhenLocked } from './asking.js'
import { bindStores } from './bind.js'
import type { DeskStores } from './desk-stores.js'
import { createLayoutStore } from './layout.js'
import { createPreferencesStore } from './preferences.js'
import { createQuoteStore } from './quotes.js'
import { createRowStore } from './rows.js'
import { createSelectionStore } from './selection.js'
import {
  createAssistantsStore,
  createBalanceStore,
  createDeskViewStore,
  createHealthStore,
  createSessionStore,
  createSignInStore,
} from './state.js'
import { createToastStore } from './toasts.js'
import { createViewStore } from './view.js'

/**
 * Everything a panel may reach: calls, streams and stores. One per window, given down by context.
 */
export interface Desk extends DeskStores {
  readonly invoke: Invoke
  readonly openStream: OpenStream
  /** This computer's time in ms. */
  now(): number
}

export interface DeskDeps {
  readonly invoke: Invoke
  readonly openStream: OpenStream
  readonly now: () => number
  readonly after: (delayMs: number, run: () => void) => Disposer
}

export function createDesk({ invoke, openStream, now, after }: DeskDeps): Desk {
  return {
    invoke,
    openStream,
    now,
    above: createDeskViewStore(),
    signIn: createSignInStore(),
    session: createSessionStore(),
    health: createHealthStore(),
    balance: createBalanceStore(),
    orders: createRowStore<ClientOrderId, Order>((order) => order.clientOrderId),
    fills: createRowStore<Fill, Fill>((fill) => fill),
    positions: createRowStore<string, Position>((position) => position.positionId),
    instructions: createRowStore<InstructionId, InstructionRow>((row) => row.id),
    assistants: createAssistantsStore(),
    quotes: createQuoteStore(openStream, after),
    preferences: createPreferencesStore(),
    asking: createAskingStore(),
    selection: createSelectionStore(),
    layout: createLayoutStore(),
    toasts: createToastStore(),
    view: createViewStore(),
  }
}

/** Opens the account's streams; closed by the disposer. */
export function startDesk(desk: Desk): Disposer {
  const unbind = bindStores(desk.openStream, desk)
  const stopForgetting = forgetWhenLocked(desk)
  return () => {
    stopForgetting()
    unbind()
    desk.quotes.dispose()
  }
}
