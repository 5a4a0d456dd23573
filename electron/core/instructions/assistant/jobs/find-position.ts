import {
  abs,
  asQuantity,
  decimalText,
  gt,
  trim,
  type Quantity,
} from '../../../../../shared/domain/decimal.js'
import type { Position } from '../../../../../shared/domain/account/account.js'
import {
  fieldRefusal,
  refuse,
  type AsyncResult,
  type Refusal,
} from '../../../../../shared/domain/instructions/refusal.js'
import { contractSymbol } from '../../../../../shared/domain/instruments/instrument-key.js'
import type { TradingSymbol } from '../../../../../shared/domain/ids.js'
import { err, ok, type Result } from '../../../../../shared/domain/result.js'
import { message } from '../../../../../shared/messages/make-message.js'
import type { TradingSession } from '../../../session/trading-session.js'
import { toRefusal } from '../market-reads.js'
import type { JobPosition } from '../../../../../shared/domain/instructions/assistant-job.js'

/** How many positions a refusal names. */
const MAX_NAMED = 12

/** Returns the positions that a name may mean, the stock alone where its symbol is named. */
function matching(positions: readonly Position[], name: string): readonly Position[] {
  const capitals = name.toUpperCase()
  const exact = positions.filter(
    (position) => position.positionId === name || contractSymbol(position) === capitals,
  )
  return exact.length > 0
    ? exact
    : positions.filter(({ symbol }) => symbol.toUpperCase() === capitals)
}

const nameOf = (position: Position): TradingSymbol => contractSymbol(position) ?? position.symbol

const namesOf = (positions: readonly Position[]): string =>
  positions
    .slice(0, MAX_NAMED)
    .map((position) => `${nameOf(position)} (${position.positionId})`)
    .join(', ')

/** A position and how much of it a job is about. */
export interface HeldPart {
  readonly position: Position
  readonly quantity: Quantity
  readonly held: readonly Position[]
}

/** Finds the position of a job and checks its quantity. */
export async function findPosition(
  session: Pick<TradingSession, 'queries'>,
  job: JobPosition,
): AsyncResult<HeldPart> {
  const list = toRefusal(await session.queries.positions(job.accountId))
  if (!list.ok) return list
  const { positions } = list.value
  const [position, ...more] = matching(positions, job.name)
  if (position === undefined) return err(unknownPosition(positions, job.name))
  if (more.length > 0) {
    const names = namesOf([position, ...more])
    return refuse('invalid', message('refusals.positionAmbiguous', { name: job.name, names }))
  }
  const quantity = quantityOf(position, job.quantity)
  return quantity.ok ? ok({ position, quantity: quantity.value, held: positions }) : quantity
}

function unknownPosition(positions: readonly Position[], name: string): Refusal {
  const names = namesOf(positions)
  return fieldRefusal({
    field: 'symbol',
    value: name,
    rule: 'not-held',
    reason:
      names === ''
        ? message('refusals.nothingHeld')
        : message('refusals.positionUnknown', { name, names }),
  })
}

function quantityOf(
  position: Position,
  requestedQuantity: Quantity | null,
): Result<Quantity, Refusal> {
  const positionSize = asQuantity(trim(abs(position.quantity)))
  if (requestedQuantity === null) return ok(positionSize)
  if (!gt(requestedQuantity, positionSize)) return ok(requestedQuantity)
  return err(
    fieldRefusal({
      field: 'size',
      value: decimalText(trim(requestedQuantity)),
      rule: 'available-to-close',
      didYouMean: decimalText(positionSize),
      reason: message('refusals.moreThanHeld', { symbol: nameOf(position), held: positionSize }),
    }),
  )
}
