import type { OperationId } from '../../../shared/wire/catalog.js'
import { ACCOUNTS } from './accounts.js'
import { AUTH } from './auth.js'
import { BROKER_ACCOUNTS } from './broker-accounts.js'
import { BROKER_FUNDING } from './broker-funding.js'
import { BROKER_LEDGER } from './broker-ledger.js'
import { BROKER_ORDERS } from './broker-orders.js'
import { CONNECT } from './connect.js'
import type { Example, Examples, Flow } from '../session/example.js'
import { EVENTS } from './events.js'
import { FUNDAMENTALS } from './fundamentals.js'
import { FUTURES_AND_CRYPTO } from './futures-and-crypto.js'
import { OPTIONS } from './options.js'
import { ORDERS } from './orders.js'
import { SCREENERS } from './screeners.js'
import { STOCKS } from './stocks.js'
import { STREAMING } from './streaming.js'
import { WATCHLISTS } from './watchlists.js'

const TABLES: readonly Examples[] = [
  AUTH,
  CONNECT,
  ACCOUNTS,
  ORDERS,
  STOCKS,
  OPTIONS,
  FUTURES_AND_CRYPTO,
  EVENTS,
  SCREENERS,
  WATCHLISTS,
  FUNDAMENTALS,
  STREAMING,
  BROKER_ACCOUNTS,
  BROKER_FUNDING,
  BROKER_LEDGER,
  BROKER_ORDERS,
]

/** Returns the example of an operation; undefined when no table has one. */
export function entryOf(id: OperationId): Example<never> | Flow | undefined {
  for (const table of TABLES) {
    const entry = table[id]
    if (entry !== undefined) return entry as Example<never> | Flow
  }
  return undefined
}

/** Returns every id in the tables, to find examples of unknown operations and duplicate ids. */
export const exampleIds = (): readonly string[] => TABLES.flatMap((table) => Object.keys(table))
